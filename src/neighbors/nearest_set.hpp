// The k nearest of the candidates seen so far, whatever their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace codimap {

/// A max-heap by (distance, index). Its members are named as nanoflann wants them of a result set.
class NearestSet {
 public:
  explicit NearestSet(std::size_t k) : k_(k) { heap_.reserve(k); }

  /// A candidate at this distance or beyond need not be shown. One step above the k-th distance, since an equally near
  /// candidate of lower index still enters.
  [[nodiscard]] double worstDist() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return full() ? std::nextafter(heap_.front().first, infinity) : infinity;
  }
  [[nodiscard]] bool full() const { return heap_.size() == k_; }

  /// True: go on searching.
  bool addPoint(double squared_distance, std::int32_t index) {
    const std::pair candidate(squared_distance, index);
    if (full()) {
      if (candidate > heap_.front()) return true;
      std::ranges::pop_heap(heap_);
      heap_.pop_back();
    }
    heap_.push_back(candidate);
    std::ranges::push_heap(heap_);
    return true;
  }

  /// Moves the set out, nearest first, and starts anew.
  void take(std::span<std::int32_t> index, std::span<double> squared_distance) {
    std::ranges::sort_heap(heap_);
    for (std::size_t i = 0; i < heap_.size(); ++i) std::tie(squared_distance[i], index[i]) = heap_[i];
    heap_.clear();
  }

 private:
  std::size_t k_;
  std::vector<std::pair<double, std::int32_t>> heap_;
};

}  // namespace codimap
