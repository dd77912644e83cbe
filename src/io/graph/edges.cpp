// Edge lists.
#include "io/graph/edges.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/fail.hpp"
#include "io/graph/graph_edges.hpp"
#include "io/number.hpp"
#include "io/text/rows.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

struct Line {
  Index number = 0;
  std::vector<std::string_view> tokens;
};

/// The lines of an edge list that are neither empty nor comments, split into two or three tokens.
class EdgeLines {
 public:
  EdgeLines(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool next(Line& line) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view words = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      words = without_blanks(words.substr(0, words.find_last_not_of('\r') + 1));
      if (words.empty() || words.front() == '#' || words.front() == '%') continue;
      line.number = number_;
      split(words, line.tokens);
      return true;
    }
    return false;
  }

 private:
  static constexpr std::string_view parting = " \t,";

  // One comma at most parts two tokens: a second one would hide an empty field.
  void split(std::string_view words, std::vector<std::string_view>& tokens) {
    const bool commas = words.find(',') != std::string_view::npos;
    tokens.clear();
    for (bool more = true; more;) {
      tokens.push_back(words.starts_with('"') ? take_quoted(words, tokens.size() + 1) : take_bare(words));
      words = without_blanks(words);
      more = !words.empty();
      if (more && words.front() == ',') words = without_blanks(words.substr(1));
    }
    if (tokens.size() < 2 || tokens.size() > 3) {
      fail(ErrorKind::bad_file, "{}:{}: {} value{} on a line; an edge is `source target` or `source target weight`{}",
           name_, number_, tokens.size(), tokens.size() == 1 ? "" : "s",
           commas && tokens.size() == 4 ? "; a comma parts values, so numbers need a decimal point" : "");
    }
    if (width_ == 0) width_ = tokens.size();
    if (tokens.size() != width_) {
      fail(ErrorKind::bad_file, "{}:{}: {} values where earlier lines have {}", name_, number_, tokens.size(), width_);
    }
  }

  [[nodiscard]] std::string_view take_bare(std::string_view& words) const {
    const std::size_t end = std::min(words.find_first_of(parting), words.size());
    if (end == 0) fail(ErrorKind::bad_file, "{}:{}: an empty field beside a comma", name_, number_);
    const std::string_view token = words.substr(0, end);
    words.remove_prefix(end);
    return token;
  }

  // What stands in quotes may hold blanks and commas, but neither quotes nor the end of a line.
  [[nodiscard]] std::string_view take_quoted(std::string_view& words, std::size_t field) const {
    const std::size_t end = words.find('"', 1);
    if (end == std::string_view::npos) {
      fail(ErrorKind::bad_file, "{}:{}:{}: a quote opens here and is not closed on its line; close it or leave it out",
           name_, number_, field);
    }
    const std::string_view token = words.substr(1, end - 1);
    words.remove_prefix(end + 1);
    if (!words.empty() && parting.find(words.front()) == std::string_view::npos) {
      fail(ErrorKind::bad_file, "{}:{}:{}: something follows the closing quote of {}; a name in quotes holds none",
           name_, number_, field, shown(token));
    }
    return token;
  }

  std::string_view rest_;
  const std::string& name_;
  Index number_ = 0;
  std::size_t width_ = 0;
};

bool is_words(std::string_view token) { return parse_number(token).kind == NumberKind::words; }

// With weights, a header is a first line whose weight is words; without, one of two words before a line of two numbers.
bool is_header(const Line& first, const Line& second) {
  if (first.tokens.size() == 3) return is_words(first.tokens[2]) && !has_decimal_comma(first.tokens[2]);
  return std::ranges::all_of(first.tokens, is_words) && !second.tokens.empty() &&
         std::ranges::none_of(second.tokens, is_words);
}

class EdgeCollector {
 public:
  explicit EdgeCollector(const std::string& name) : name_(name) {}

  void add(const Line& line) {
    const Edge edge = {node(line.tokens[0]), node(line.tokens[1]),
                       line.tokens.size() == 3 ? weight(line.tokens[2], line.number) : 1};
    if (edge.weight > 0) edges_.push_back(edge);
  }
  [[nodiscard]] std::vector<std::string> take_names() { return std::move(names_); }
  [[nodiscard]] std::vector<Edge> take_edges() { return std::move(edges_); }

 private:
  std::int32_t node(std::string_view token) {
    const auto [found, added] = number_of_.try_emplace(token, static_cast<std::int32_t>(names_.size()));
    if (!added) return found->second;
    if (names_.size() >= std::numeric_limits<std::int32_t>::max()) {
      fail(ErrorKind::bad_data, "{}: has more than {} nodes", name_, names_.size());
    }
    names_.emplace_back(token);
    return found->second;
  }

  [[nodiscard]] double weight(std::string_view token, Index line) const {
    const Number number = parse_number(token);
    if (number.kind == NumberKind::finite && number.value >= 0) return number.value;
    const char* found = number.kind == NumberKind::finite       ? "is negative"
                        : number.kind == NumberKind::not_finite ? "is NaN or infinite"
                        : number.kind == NumberKind::words      ? "is not a number"
                                                                : "is out of range";
    fail(ErrorKind::bad_file, "{}:{}:3: the weight {} {}; an affinity is a finite number that is not negative", name_,
         line, shown(token), found);
  }

  const std::string& name_;
  std::unordered_map<std::string_view, std::int32_t> number_of_;
  std::vector<std::string> names_;
  std::vector<Edge> edges_;
};

}  // namespace

NamedGraph read_edge_list(ByteSource& source) {
  const std::string bytes = source.read_rest();
  EdgeLines lines(plain_text(bytes, source.name()), source.name());
  Line first;
  Line line;
  if (!lines.next(first)) fail(ErrorKind::bad_file, "{}: is empty; an edge list has at least one edge", source.name());
  bool more = lines.next(line);
  EdgeCollector collector(source.name());
  if (!is_header(first, line)) {
    collector.add(first);
  } else if (!more) {
    fail(ErrorKind::bad_file, "{}: holds a header and no edges", source.name());
  }
  for (; more; more = lines.next(line)) collector.add(line);

  NamedGraph named;
  named.node_names = collector.take_names();
  named.graph = graph_of_edges(collector.take_edges(), named.node_names.size(), source.name());
  return named;
}

NamedGraph read_edges(const std::filesystem::path& path) {
  ByteSource source(path);
  return read_edge_list(source);
}

}  // namespace codimap
