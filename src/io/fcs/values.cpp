// The events of an FCS file as numbers.
#include "io/fcs/values.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "base/parallel.hpp"
#include "io/fcs/decode.hpp"
#include "io/straight.hpp"

namespace codimap {

namespace {

// All channels of one event, decoded. Dyes go back where the detectors were.
void correct(const FcsCorrection& correction, std::span<double> event, std::vector<double>& light) {
  for (std::size_t i = 0; i < correction.scales.size(); ++i) event[i] = correction.scales[i].undone(event[i]);
  const std::size_t n = correction.compensated.size();
  light.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const double seen = event[static_cast<std::size_t>(correction.compensated[i])];
    const auto row = correction.compensation.row(static_cast<Index>(i));
    for (std::size_t j = 0; j < n; ++j) light[j] += seen * row[j];
  }
  for (std::size_t i = 0; i < n; ++i) event[static_cast<std::size_t>(correction.compensated[i])] = light[i];
}

/// Channels side by side that are wanted side by side, and stored as they are wanted.
struct Run {
  Index from = 0;  // within an event, in bytes
  Index to = 0;    // column
  std::size_t bytes = 0;
};

/// All of the selected channels as such runs, or none if any of them has to be decoded.
template <class T>
std::vector<Run> runs_of(const FcsLayout& layout, std::span<const Index> selected) {
  constexpr FcsKind kind = std::is_same_v<T, float> ? FcsKind::single_float : FcsKind::double_float;
  std::vector<Run> runs;
  for (std::size_t j = 0; j < selected.size(); ++j) {
    const FcsChannel& channel = layout.channels[static_cast<std::size_t>(selected[j])];
    if (channel.kind != kind || channel.order != FcsOrder::little) return {};
    const bool goes_on = j > 0 && selected[j] == selected[j - 1] + 1;
    if (!goes_on) runs.push_back({channel.offset, static_cast<Index>(j), 0});
    runs.back().bytes += sizeof(T);
  }
  return runs;
}

template <class T>
class EventReader {
 public:
  EventReader(const ByteSource& source, const FcsLayout& layout, std::string_view decoded,
              std::span<const Index> selected, const FcsCorrection& correction)
      : source_(source), layout_(layout), decoded_(decoded), selected_(selected), correction_(correction) {
    if (correction.empty()) runs_ = runs_of<T>(layout, selected);
  }

  FcsValues read() const {
    auto values = Matrix<T>::for_overwrite(layout_.events, static_cast<Index>(selected_.size()));
    const std::span to(values.data(), static_cast<std::size_t>(values.size()));
    const bool as_stored = runs_.size() == 1 && runs_[0].bytes == bytes_of(1) && decoded_.empty();
    FcsValues result;
    if (as_stored)
      result.finite = read_straight(source_, layout_.data.begin, to);
    else
      result.finite = read_blocks(values);
    result.table.values = std::move(values);
    return result;
  }

 private:
  [[nodiscard]] std::size_t bytes_of(Index events) const {
    return static_cast<std::size_t>(events * layout_.event_bytes);
  }

  void read_bytes(Index first, std::span<char> to) const { source_.read_at(layout_.data.begin + bytes_of(first), to); }

  bool read_blocks(Matrix<T>& values) const {
    constexpr Index at_once = Index{1} << 22;  // bytes: two large pages, so that threads hardly wait for the same one
    std::atomic<bool> finite = true;
    parallel_for({}, layout_.events, std::max<Index>(1, at_once / layout_.event_bytes), [&](Index begin, Index end) {
      read_block(begin, end, values);
      const std::span<const T> block(values.row(begin).data(), static_cast<std::size_t>((end - begin) * values.cols()));
      if (!all_finite(block)) finite = false;
    });
    return finite;
  }

  void read_block(Index begin, Index end, Matrix<T>& values) const {
    if (!decoded_.empty()) return take(decoded_.data() + bytes_of(begin), begin, end, values);
    const std::size_t bytes = bytes_of(end - begin);
    const auto buffer = std::make_unique_for_overwrite<char[]>(bytes);  // NOLINT: a vector would clear it first
    read_bytes(begin, {buffer.get(), bytes});
    take(buffer.get(), begin, end, values);
  }

  // Channel by channel, but only some events at a time, so that what goes in and out stays in the nearest cache.
  void take(const char* bytes, Index begin, Index end, Matrix<T>& values) const {
    if (!correction_.empty()) return take_corrected(bytes, begin, end, values);
    if (!runs_.empty()) return take_runs(bytes, begin, end, values);
    constexpr Index at_once = 64;
    for (Index first = begin; first < end; first += at_once) {
      const Index events = std::min(at_once, end - first);
      const char* from = bytes + bytes_of(first - begin);
      for (std::size_t j = 0; j < selected_.size(); ++j) {
        decode_fcs_strip(FcsStrip<T>{layout_, selected_[j], from + channel(selected_[j]).offset, first, events,
                                     values.row(first).data() + j, values.cols()});
      }
    }
  }

  void take_runs(const char* bytes, Index begin, Index end, Matrix<T>& values) const {
    for (Index i = begin; i < end; ++i, bytes += layout_.event_bytes) {
      for (const Run& run : runs_) std::memcpy(values.row(i).data() + run.to, bytes + run.from, run.bytes);
    }
  }

  void take_corrected(const char* bytes, Index begin, Index end, Matrix<T>& values) const {
    const auto channels = static_cast<Index>(layout_.channels.size());
    auto events = Matrix<double>::for_overwrite(end - begin, channels);
    for (Index i = 0; i < channels; ++i) {
      decode_fcs_strip(
          FcsStrip<double>{layout_, i, bytes + channel(i).offset, begin, end - begin, events.data() + i, channels});
    }
    std::vector<double> light;
    for (Index i = 0; i < end - begin; ++i) {
      correct(correction_, events.row(i), light);
      for (std::size_t j = 0; j < selected_.size(); ++j) {
        const FcsStrip<T> one{layout_, selected_[j], nullptr, begin + i, 1, values.row(begin + i).data() + j, 1};
        one.put(0, events(i, selected_[j]));
      }
    }
  }

  [[nodiscard]] const FcsChannel& channel(Index i) const { return layout_.channels[static_cast<std::size_t>(i)]; }

  const ByteSource& source_;
  const FcsLayout& layout_;
  std::string_view decoded_;  // empty: the source's bytes are decoded
  std::span<const Index> selected_;
  const FcsCorrection& correction_;
  std::vector<Run> runs_{};
};

}  // namespace

FcsValues read_fcs_values(const ByteSource& source, FcsLayout& layout, std::span<const Index> selected,
                          const FcsCorrection& correction, bool single) {
  const auto is_single = [&](Index i) {
    return layout.channels[static_cast<std::size_t>(i)].kind == FcsKind::single_float;
  };
  single = single || std::ranges::all_of(selected, is_single);
  std::string decoded;
  if (layout.channels[0].kind == FcsKind::ascii) decoded = decode_fcs_ascii(source, layout);
  if (single) return EventReader<float>(source, layout, decoded, selected, correction).read();
  return EventReader<double>(source, layout, decoded, selected, correction).read();
}

}  // namespace codimap
