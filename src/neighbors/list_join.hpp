// Which lists queries meet, and in which order.
//
// Queries of one list meet that list first and then the lists around it, a list at a time with all the queries that
// want it: those to which its cell comes nearer than a share of their k-th distance so far.
#pragma once

#include <span>

#include "neighbors/list_queries.hpp"
#include "neighbors/probing.hpp"
#include "simd/loops.hpp"

namespace codimap {

template <class T>
class ListJoin {
 public:
  /// With reaches, queries also want lists to whose cell they come nearer than that share of what points there reach.
  ListJoin(const CodedLists<T>& among, const Probing& probing, Index k, const Execution& run,
           const Reaches<T>* reaches = nullptr);

  /// Rows `rows` of `queries`, all of list `own`, with what they have found.
  [[nodiscard]] ListQueries<T> join(Index own, MatrixView<T> queries, std::span<const std::int32_t> rows) const;
  /// The same for rows of any lists, row r of list own[r], which meet all lists.
  [[nodiscard]] ListQueries<T> join_all(std::span<const std::int32_t> own, MatrixView<T> queries,
                                        std::span<const std::int32_t> rows) const;

 private:
  void look_further(Index own, std::span<const std::int32_t> around, ListQueries<T>& queries) const;

  const CodedLists<T>& among_;
  double reach_;
  Index k_;
  Neighbors around_;
  const Reaches<T>* reaches_;
  const Execution& run_;
  const Loops<T>& loops_;
};

}  // namespace codimap
