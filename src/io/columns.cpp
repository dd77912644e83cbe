// Which columns of a table are read: names, globs and 1-based numbers.
#include "io/columns.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/fail.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

// What there is to choose from, for the message that says a choice is not among it.
std::string offered(const Columns& table) {
  if (table.header.empty()) return text("its columns have no names, only the numbers 1 to {}", table.count);
  return "it has " + first_few(table.header, 10, true);
}

bool is_number(std::string_view choice, Index& number) {
  const auto [end, error] = std::from_chars(choice.data(), choice.data() + choice.size(), number);
  return error == std::errc() && end == choice.data() + choice.size();
}

/// Where each name stands: a model of genes asks for tens of thousands of them.
using Places = std::unordered_map<std::string_view, std::vector<Index>>;

Places places_of(std::span<const std::string> names) {
  Places places;
  for (std::size_t i = 0; i < names.size(); ++i) places[names[i]].push_back(static_cast<Index>(i));
  return places;
}

struct NamePlaces {
  Places first;
  Places second;  // of Columns::second_names
};

// A name goes before a number and a number before a glob.
std::vector<Index> columns_of(const std::string& choice, const Columns& table, const NamePlaces& places,
                              const std::string& name) {
  std::vector<Index> found;
  if (const auto named = places.first.find(choice); named != places.first.end()) found = named->second;
  if (const auto named = places.second.find(choice); found.empty() && named != places.second.end())
    found = named->second;
  if (Index number = 0; found.empty() && is_number(choice, number) && number >= 1 && number <= table.count) {
    found.push_back(number - 1);
  }
  if (found.empty() && choice.find_first_of("*?") != std::string::npos) {
    for (Index i = table.row_names ? 1 : 0; i < static_cast<Index>(table.header.size()); ++i) {
      const auto column = static_cast<std::size_t>(i);
      const bool second = !table.second_names.empty() && matches_glob(table.second_names[column], choice);
      if (second || matches_glob(table.header[column], choice)) found.push_back(i);
    }
  }
  if (found.empty()) fail(ErrorKind::bad_option, "{}: has no column {}; {}", name, shown(choice), offered(table));
  return found;
}

void refuse_ambiguous(const std::string& choice, std::span<const Index> found, const NamePlaces& places,
                      const std::string& name) {
  const bool by_name = places.first.contains(choice) || places.second.contains(choice);
  if (found.size() < 2 || !by_name) return;
  fail(ErrorKind::bad_option, "{}: {} columns are called {}, the first two being {} and {}; select by number", name,
       found.size(), shown(choice), found[0] + 1, found[1] + 1);
}

}  // namespace

Selection select_columns(const Columns& table, const ReadOptions& options, const std::string& name) {
  const NamePlaces places{places_of(table.header), places_of(table.second_names)};
  std::vector<Index> wanted;
  for (const std::string& choice : options.columns) {
    const std::vector<Index> found = columns_of(choice, table, places, name);
    refuse_ambiguous(choice, found, places, name);
    wanted.insert(wanted.end(), found.begin(), found.end());
  }
  for (Index i = table.row_names ? 1 : 0; options.columns.empty() && i < table.count; ++i) {
    if (table.on_request.empty() || !table.on_request[static_cast<std::size_t>(i)]) wanted.push_back(i);
  }

  std::vector<bool> taken(static_cast<std::size_t>(table.count));
  for (const std::string& choice : options.exclude) {
    for (const Index column : columns_of(choice, table, places, name)) taken[static_cast<std::size_t>(column)] = true;
  }
  for (const std::string& unwanted : options.exclude_if_there) {
    const auto named = places.first.find(unwanted);
    if (named == places.first.end()) continue;
    for (const Index column : named->second) taken[static_cast<std::size_t>(column)] = true;
  }
  Selection selection;
  const bool first_excluded = taken[0];
  for (const Index column : wanted) {
    if (taken[static_cast<std::size_t>(column)]) continue;
    taken[static_cast<std::size_t>(column)] = true;
    selection.columns.push_back(column);
  }
  const bool first_selected = std::ranges::find(selection.columns, 0) != selection.columns.end();
  selection.row_names = table.row_names && !first_excluded && !first_selected;
  if (selection.columns.empty()) {
    fail(ErrorKind::bad_option, "{}: no column of numbers is left to read; {}", name, offered(table));
  }
  return selection;
}

std::string column_words(std::span<const std::string> header, Index column) {
  if (header.empty() || header[static_cast<std::size_t>(column)].empty()) return text("column {}", column + 1);
  return text("column {} ({})", column + 1, shown(header[static_cast<std::size_t>(column)]));
}

std::string column_handle(std::span<const std::string> header, Index column) {
  if (header.empty()) return text("{}", column + 1);
  const std::string& name = header[static_cast<std::size_t>(column)];
  const bool plain =
      name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
  const bool usable = plain && !name.empty() && std::ranges::count(header, name) == 1;
  return usable ? name : text("{}", column + 1);
}

bool matches_glob(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string_view::npos;  // the last * met, and how much of the name it took
  std::size_t after_star = 0;
  while (at < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      after_star = at;
    } else if (in_pattern < pattern.size() && (pattern[in_pattern] == '?' || pattern[in_pattern] == name[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace codimap
