#include "neighbors/learned_lists.hpp"

#include <algorithm>

#include "base/archive_indices.hpp"
#include "base/archive_matrix.hpp"

namespace codimap {
namespace {

/// From 0 to `end`, ascending.
bool are_offsets(std::span<const Index> offsets, Index groups, Index end) {
  return static_cast<Index>(offsets.size()) == groups + 1 && offsets.front() == 0 && offsets.back() == end &&
         std::ranges::is_sorted(offsets);
}

/// Each of the points once.
bool hold_all(std::span<const std::int32_t> members, Index points) {
  if (static_cast<Index>(members.size()) != points) return false;
  std::vector<bool> held(members.size());
  for (const std::int32_t member : members) {
    if (member < 0 || member >= points || held[member]) return false;
    held[member] = true;
  }
  return true;
}

}  // namespace

template <class T>
void add_lists(ArchiveWriter& archive, const LearnedLists<T>& learned) {
  const auto& [lists, probing, k] = learned;
  add_matrix(archive, lists.centres.coarse.view());
  add_indices(archive, lists.centres.offsets);
  add_matrix(archive, lists.centres.fine.view());
  add_indices(archive, lists.lists.offsets);
  add_indices(archive, lists.lists.members);
  archive.add(probing.reach);
  archive.add(static_cast<std::uint64_t>(probing.lists_around));
  archive.add(static_cast<std::uint64_t>(probing.exact));
  archive.add(static_cast<std::uint64_t>(k));
}

template <class T>
LearnedLists<T> read_lists(ArchiveReader& archive, Index points, Index columns) {
  LearnedLists<T> learned;
  auto& [lists, probing, k] = learned;
  lists.centres.coarse = read_matrix<T>(archive);
  lists.centres.offsets = read_indices<Index>(archive);
  lists.centres.fine = read_matrix<T>(archive);
  lists.lists.offsets = read_indices<Index>(archive);
  lists.lists.members = read_indices<std::int32_t>(archive);
  probing.reach = archive.number();
  probing.lists_around = static_cast<Index>(archive.u64());
  probing.exact = archive.u64() != 0;
  k = static_cast<Index>(archive.u64());
  const Matrix<T>& coarse = lists.centres.coarse;
  const Matrix<T>& fine = lists.centres.fine;
  if (coarse.rows() < 1 || fine.rows() < 1 || coarse.cols() != columns || fine.cols() != columns ||
      !are_offsets(lists.centres.offsets, coarse.rows(), fine.rows()) ||
      !are_offsets(lists.lists.offsets, fine.rows(), points) || !hold_all(lists.lists.members, points) ||
      !(probing.reach >= 0) || probing.lists_around < 0 || probing.lists_around >= fine.rows() || k < 1 || k > points)
    archive.damaged();
  return learned;
}

template void add_lists(ArchiveWriter&, const LearnedLists<float>&);
template void add_lists(ArchiveWriter&, const LearnedLists<double>&);
template LearnedLists<float> read_lists(ArchiveReader&, Index, Index);
template LearnedLists<double> read_lists(ArchiveReader&, Index, Index);

}  // namespace codimap
