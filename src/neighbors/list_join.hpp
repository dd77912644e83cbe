// Which lists queries meet, and in which order.
//
// Queries of one list meet that list first and then the lists around it, a list at a time with all the queries that
// want it: those to which its cell comes nearer than a share of their k-th distance so far.
#pragma once

#include <span>
#include <vector>

#include "neighbors/list_queries.hpp"
#include "neighbors/probing.hpp"
#include "simd/loops.hpp"

namespace codimap {

///
/// If `exact`, all that roundings may hide is allowed for: no list is left out that may hold a neighbour, if the share
/// is 1 and each point is in the list of the nearest centre of all.
template <class T, bool exact>
class ListJoin {
 public:
  /// With reaches, queries also want lists to whose cell they come nearer than that share of what points there reach.
  ListJoin(const CodedLists<T>& among, const Probing& probing, Index k, const Execution& run,
           const Reaches<T>* reaches = nullptr);

  /// Rows `rows` of `queries`, all of list `own`, with what they have found.
  [[nodiscard]] ListQueries<T, exact> join(Index own, MatrixView<T> queries, std::span<const std::int32_t> rows) const;
  /// The same for rows of any lists, row r of list own[r], which meet all lists.
  [[nodiscard]] ListQueries<T, exact> join_all(std::span<const std::int32_t> own, MatrixView<T> queries,
                                               std::span<const std::int32_t> rows) const;

 private:
  using Distance = typename ListQueries<T, exact>::Distance;

  /// What squared distances of a query from two centres, `sum` together, may hide of how much nearer the one is.
  [[nodiscard]] Distance hidden(std::int32_t list, T sum) const;
  void look_further(Index own, std::span<const std::int32_t> around, ListQueries<T, exact>& queries) const;

  const CodedLists<T>& among_;
  double reach_;
  Index k_;
  Neighbors around_;
  const Reaches<T>* reaches_;
  const Execution& run_;
  const Loops<T>& loops_;
  std::vector<double> misplaced_;  // of each list: how much nearer another centre may be to one of its points; if exact
};

}  // namespace codimap
