// Which columns a model was made from, and how they were read. The program keeps it as JSON in the note of a model, so
// that transform can make the same choice again.
#include "column_note.hpp"

#include <nlohmann/json.hpp>
#include <set>

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

}  // namespace

std::string column_note(const Table& table, const ReadOptions& reading) {
  // A name that two columns share selects neither.
  const std::set<std::string> distinct(table.column_names.begin(), table.column_names.end());
  const bool named = !distinct.empty() && distinct.size() == table.column_names.size();
  const Json note{{"named", named},
                  {"columns", named ? table.column_names : reading.columns},
                  {"exclude", named ? std::vector<std::string>{} : reading.exclude},
                  {"compensate", reading.compensate},
                  {"linearize", reading.linearize},
                  {"key", table.key}};
  return note.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ColumnNote read_column_note(const std::string& note) {
  const Json json = Json::parse(note, nullptr, false);
  if (!json.is_object() || !json.contains("named") || !json["named"].is_boolean()) return {};
  const auto flag = [&](const char* key) { return json.contains(key) && json[key] == true; };
  const Json key = json.value("key", Json());
  return {json["named"],      names_in(json, "columns"), names_in(json, "exclude"),
          flag("compensate"), flag("linearize"),         key.is_string() ? key.get<std::string>() : ""};
}

}  // namespace codimap::program
