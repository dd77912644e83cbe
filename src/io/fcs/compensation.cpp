// Spillover: the light of a dye that detectors of other dyes see, and taking it out again.
#include "io/fcs/compensation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/fail.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::array<std::string_view, 3> keywords = {"$SPILLOVER", "SPILL", "SPILLOVER"};

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    pieces.push_back(without_blanks(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return pieces;
}

[[noreturn]] void refuse(const FcsLayout& layout, std::string_view keyword, const std::string& fault) {
  fail(ErrorKind::bad_file, "{}: {} {}; it must be a number n, n channels and n × n numbers", layout.text.name, keyword,
       fault);
}

// Detectors by $PnN, as the standard has it; some programs write $PnS instead.
Index channel_of(const FcsLayout& layout, std::string_view detector, std::string_view keyword) {
  for (const auto name : {&FcsChannel::detector, &FcsChannel::name}) {
    const auto found = std::ranges::find(layout.channels, detector, name);
    if (found != layout.channels.end()) return found - layout.channels.begin();
  }
  refuse(layout, keyword, text("names {}, which is no channel of the file", shown(detector)));
}

FcsSpillover parsed(const FcsLayout& layout, std::string_view keyword, std::string_view list) {
  const std::vector<std::string_view> pieces = split(list);
  const Number count = parse_number(pieces[0]);
  const auto most = static_cast<double>(layout.channels.size());
  if (count.kind != NumberKind::finite || count.value < 1 || count.value > most ||
      count.value != std::floor(count.value))
    refuse(layout, keyword, text("is for {} of {} channels", shown(pieces[0]), layout.channels.size()));
  const auto n = static_cast<std::size_t>(count.value);
  if (pieces.size() != 1 + n + n * n) refuse(layout, keyword, text("has {} entries for n = {}", pieces.size(), n));

  FcsSpillover spillover{std::string(keyword), {}, {static_cast<Index>(n), static_cast<Index>(n)}};
  for (std::size_t i = 0; i < n; ++i) spillover.channels.push_back(channel_of(layout, pieces[1 + i], keyword));
  if (std::set<Index>(spillover.channels.begin(), spillover.channels.end()).size() != n)
    refuse(layout, keyword, "names a channel twice");
  for (std::size_t i = 0; i < n * n; ++i) {
    const Number share = parse_number(pieces[1 + n + i]);
    if (share.kind != NumberKind::finite) refuse(layout, keyword, text("holds {}", shown(pieces[1 + n + i])));
    spillover.matrix.data()[i] = share.value;
  }
  return spillover;
}

// Swaps the row with the largest entry of a column below the diagonal up to it; returns that entry's size.
double pivot(Matrix<double>& left, Matrix<double>& right, Index column) {
  Index best = column;
  for (Index i = column + 1; i < left.rows(); ++i) {
    if (std::abs(left(i, column)) > std::abs(left(best, column))) best = i;
  }
  if (best != column) {
    std::ranges::swap_ranges(left.row(best), left.row(column));
    std::ranges::swap_ranges(right.row(best), right.row(column));
  }
  return std::abs(left(column, column));
}

void subtract(std::span<double> from, std::span<const double> row, double factor) {
  for (std::size_t j = 0; j < from.size(); ++j) from[j] -= factor * row[j];
}

}  // namespace

std::optional<FcsSpillover> fcs_spillover(const FcsLayout& layout) {
  for (const std::string_view keyword : keywords) {
    if (const auto list = layout.text.find(keyword)) return parsed(layout, keyword, *list);
  }
  return std::nullopt;
}

FcsSpillover required_fcs_spillover(const FcsLayout& layout) {
  if (auto spillover = fcs_spillover(layout)) return *std::move(spillover);
  const auto other = layout.text.keywords.lower_bound("$DFC");
  const bool older =
      layout.text.find("$COMP") || (other != layout.text.keywords.end() && other->first.starts_with("$DFC"));
  fail(ErrorKind::bad_data, "{}: has no $SPILLOVER or SPILL to compensate by{}; leave --compensate out",
       layout.text.name, older ? ", only $COMP or $DFC, whose meaning differs between cytometers" : "");
}

// Gauss and Jordan: the matrix has a few dozen rows.
Matrix<double> fcs_compensation(const FcsSpillover& spillover, const std::string& name) {
  constexpr double smallest = 1e-10;  // shares are of the order of 1
  Matrix<double> left = spillover.matrix;
  Matrix<double> inverse(left.rows(), left.cols());
  for (Index i = 0; i < left.rows(); ++i) inverse(i, i) = 1;
  for (Index column = 0; column < left.cols(); ++column) {
    if (pivot(left, inverse, column) < smallest) {
      fail(ErrorKind::bad_file, "{}: {} cannot be inverted, so dyes cannot be told apart by it; leave --compensate out",
           name, spillover.keyword);
    }
    const double scale = 1 / left(column, column);
    for (double& value : left.row(column)) value *= scale;
    for (double& value : inverse.row(column)) value *= scale;
    for (Index i = 0; i < left.rows(); ++i) {
      const double factor = left(i, column);
      if (i == column || factor == 0) continue;
      subtract(left.row(i), left.row(column), factor);
      subtract(inverse.row(i), inverse.row(column), factor);
    }
  }
  return inverse;
}

}  // namespace codimap
