#include "io/market/names.hpp"

#include <initializer_list>
#include <string_view>
#include <unordered_map>

#include "io/byte_source.hpp"
#include "io/file_format.hpp"
#include "io/market/lines.hpp"
#include "io/text/rows.hpp"

namespace codimap {

namespace {

std::string prefix_of(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::string stem = name.substr(0, name.size() - file_ending(path).size());
  constexpr std::string_view usual = "matrix";
  return stem.ends_with(usual) ? stem.substr(0, stem.size() - usual.size()) : "";
}

/// The first of these files that there is, as it is called; empty: none.
std::string first_beside(const std::filesystem::path& path, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (const std::string_view ending : {".tsv", ".tsv.gz"}) {
      std::string candidate = prefix_of(path);
      candidate.append(name).append(ending);
      std::error_code none;
      if (std::filesystem::is_regular_file(path.parent_path() / candidate, none)) return candidate;
    }
  return {};
}

/// The first two cells of each line; one that has one has it twice.
std::vector<std::pair<std::string, std::string>> read_cells(const std::filesystem::path& path) {
  ByteSource source(path);
  const std::string bytes = source.read_rest();
  MarketLines lines(plain_text(bytes, source.name()), 1);
  std::vector<std::pair<std::string, std::string>> cells;
  for (std::string_view line; lines.next_of_any_kind(line);) {
    const std::string_view first = line.substr(0, line.find('\t'));
    const std::string_view rest = first.size() < line.size() ? line.substr(first.size() + 1) : first;
    cells.emplace_back(first, rest.substr(0, rest.find('\t')));
  }
  return cells;
}

}  // namespace

NamesBeside names_beside(const std::filesystem::path& path) {
  NamesBeside names;
  if (path == "-") return names;
  names.barcodes_file = first_beside(path, {"barcodes"});
  names.features_file = first_beside(path, {"features", "genes"});
  if (!names.barcodes_file.empty()) {
    for (auto& [barcode, rest] : read_cells(path.parent_path() / names.barcodes_file))
      names.barcodes.push_back(std::move(barcode));
  }
  if (!names.features_file.empty()) {
    const auto cells = read_cells(path.parent_path() / names.features_file);
    std::unordered_map<std::string_view, int> times;
    for (const auto& [id, symbol] : cells) ++times[symbol];
    for (const auto& [id, symbol] : cells) names.features.push_back(times[symbol] == 1 ? symbol : id);
  }
  return names;
}

}  // namespace codimap
