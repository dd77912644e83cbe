// Which columns a model was made from, and how they were read. The program keeps it as JSON in the note of a model, so
// that transform can make the same choice again.
#include "column_note.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "words.hpp"

namespace codimap::program {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names_in(const Json& note, const char* key) {
  std::vector<std::string> names;
  for (const auto& name : note.value(key, Json::array())) {
    if (name.is_string()) names.push_back(name);
  }
  return names;
}

std::string text_in(const Json& note, const char* key) {
  const Json text = note.value(key, Json());
  return text.is_string() ? text.get<std::string>() : "";
}

std::vector<Index> rows_in(const Json& note, const char* key) {
  std::vector<Index> rows;
  for (const auto& row : note.value(key, Json::array())) {
    if (row.is_number_integer()) rows.push_back(row);
  }
  return rows;
}

}  // namespace

// FNV-1a of the names, each with its end.
std::string fingerprint(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& name : names)
    for (const char byte : name + '\n') hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return words(hash);
}

std::string column_note(const Table& table, const ReadOptions& reading, const std::vector<Index>& roots) {
  // A name that two columns share selects neither.
  const std::set<std::string> distinct(table.column_names.begin(), table.column_names.end());
  const bool named = !distinct.empty() && distinct.size() == table.column_names.size();
  const Json note{{"named", named},
                  {"columns", named ? table.column_names : reading.columns},
                  {"exclude", named ? std::vector<std::string>{} : reading.exclude},
                  {"compensate", reading.compensate},
                  {"linearize", reading.linearize},
                  {"key", table.key},
                  {"roots", roots},
                  {"row_names", fingerprint(table.row_names)}};
  return note.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ColumnNote read_column_note(const std::string& note) {
  const Json json = Json::parse(note, nullptr, false);
  if (!json.is_object() || !json.contains("named") || !json["named"].is_boolean()) return {};
  const auto flag = [&](const char* key) { return json.contains(key) && json[key] == true; };
  return {json["named"],     names_in(json, "columns"), names_in(json, "exclude"), flag("compensate"),
          flag("linearize"), text_in(json, "key"),      rows_in(json, "roots"),    text_in(json, "row_names")};
}

}  // namespace codimap::program
