// The header of an NPY file: a Python dictionary of three entries, read by a parser of just that.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

#include "base/fail.hpp"
#include "io/npy/npy.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

class DictParser {
 public:
  /// `dict` ends where the values begin, at byte `end` of the file.
  DictParser(std::string_view dict, std::uint64_t end, const std::string& name) : rest_(dict), end_(end), name_(name) {}

  struct Entries {
    std::optional<std::string> descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<Index>> shape;
  };

  Entries parse() {
    Entries entries;
    expect('{');
    while (!take('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") {
        if (next() == '[') {
          fail(ErrorKind::bad_file, "{}: byte {}: holds records of several fields; save one array", name_, at());
        }
        entries.descr = string();
      } else if (key == "fortran_order") {
        entries.fortran_order = boolean();
      } else if (key == "shape") {
        entries.shape = shape();
      } else {
        damaged();
      }
      if (!take(',') && next() != '}') damaged();
    }
    if (!entries.descr || !entries.fortran_order || !entries.shape) damaged();
    return entries;
  }

 private:
  [[nodiscard]] std::uint64_t at() const { return end_ - rest_.size(); }
  [[noreturn]] void damaged() const {
    fail(ErrorKind::bad_file, "{}: byte {}: the NPY header is damaged before {}; save the array again", name_, at(),
         shown(rest_));
  }
  char next() {
    const std::size_t begin = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(std::min(begin, rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool take(char c) {
    if (next() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) damaged();
  }
  std::string string() {
    const char quote = next();
    if (quote != '\'' && quote != '"') damaged();
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) damaged();
    std::string result(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return result;
  }
  bool boolean() {
    next();
    const bool value = rest_.starts_with("True");
    if (!value && !rest_.starts_with("False")) damaged();
    rest_.remove_prefix(value ? 4 : 5);
    return value;
  }
  std::vector<Index> shape() {
    std::vector<Index> sizes;
    expect('(');
    while (!take(')')) {
      sizes.push_back(integer());
      take('L');  // Python 2 wrote long integers so
      if (!take(',') && next() != ')') damaged();
    }
    return sizes;
  }
  Index integer() {
    next();
    Index value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error == std::errc::result_out_of_range) {
      fail(ErrorKind::bad_file, "{}: byte {}: declares a size that overflows 64 bits; the header is damaged", name_,
           at());
    }
    if (error != std::errc()) damaged();
    if (value < 0) {
      fail(ErrorKind::bad_file, "{}: byte {}: declares the negative size {}; the header is damaged", name_, at(),
           value);
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view rest_;
  std::uint64_t end_;
  const std::string& name_;
};

[[noreturn]] void refuse_short_header(const ByteSource& source, std::uint64_t declared) {
  fail(ErrorKind::bad_file,
       "{}: byte {}: {} bytes of NPY header should follow, and {} do; the file is damaged or not complete",
       source.name(), source.size() - source.remaining(), declared, source.remaining());
}

void set_type(NpyHeader& header, const std::string& descr, const std::string& name) {
  header.type = descr;
  if (descr.find('O') != std::string::npos) {
    fail(ErrorKind::bad_file, "{}: holds Python objects, which are never unpickled here; save an array of numbers",
         name);
  }
  constexpr std::array<std::string_view, 12> known = {"f2", "f4", "f8", "i1", "i2", "i4",
                                                      "i8", "u1", "u2", "u4", "u8", "b1"};
  const bool ordered = descr.size() == 3 && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  if (!ordered || std::ranges::find(known, std::string_view(descr).substr(1)) == known.end()) {
    fail(ErrorKind::bad_file,
         "{}: holds values of type {}; numbers of type f2 to f8, i1 to i8, u1 to u8 or b1 are read", name,
         shown(descr));
  }
  header.kind = descr[1];
  header.width = descr[2] - '0';
  const char other = std::endian::native == std::endian::little ? '>' : '<';
  header.swapped = header.width > 1 && descr[0] == other;
}

// Overflow-safe, and before anything of that size is allocated.
void check_size(const NpyHeader& header, std::uint64_t available, const std::string& name) {
  constexpr Index most = std::numeric_limits<Index>::max() / static_cast<Index>(sizeof(double));
  if (header.rows > 0 && header.cols > most / header.rows) {
    fail(ErrorKind::bad_file, "{}: declares {} × {} values, which overflows 64 bits; the header is damaged", name,
         header.rows, header.cols);
  }
  const auto declared = static_cast<std::uint64_t>(header.rows * header.cols * header.width);
  if (declared > available) {
    fail(ErrorKind::bad_file,
         "{}: declares {} × {} values of type {}, {} bytes, and holds {}; the file is not complete", name, header.rows,
         header.cols, header.type, declared, available);
  }
  if (declared == 0) {
    fail(ErrorKind::bad_file, "{}: declares {} × {} values; a table has at least one row and one column", name,
         header.rows, header.cols);
  }
}

std::string read_dict(ByteSource& source) {
  std::array<char, 8> start{};  // magic and version
  const bool magic = source.remaining() >= start.size() && source.begins_with(npy_magic);
  if (!magic) fail(ErrorKind::bad_file, "{}: is not an NPY file; it does not begin as one does", source.name());
  source.read(start);
  const int major = static_cast<unsigned char>(start[6]);
  const int minor = static_cast<unsigned char>(start[7]);
  if (major < 1 || major > 3 || minor != 0) {
    fail(ErrorKind::bad_file, "{}: is of NPY version {}.{}; versions 1.0, 2.0 and 3.0 are read", source.name(), major,
         minor);
  }
  std::array<char, 4> length_bytes{};
  const std::size_t width = major == 1 ? 2 : 4;
  if (source.remaining() < width) refuse_short_header(source, width);
  source.read(std::span(length_bytes).first(width));
  std::uint64_t length = 0;
  for (std::size_t i = width; i-- > 0;) length = length << 8 | static_cast<unsigned char>(length_bytes.at(i));
  if (source.remaining() < length) refuse_short_header(source, length);
  std::string dict(length, '\0');
  source.read(dict);
  return dict;
}

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
  const std::string dict = read_dict(source);
  const DictParser::Entries entries = DictParser(dict, source.size() - source.remaining(), source.name()).parse();
  NpyHeader header;
  set_type(header, *entries.descr, source.name());
  header.fortran_order = *entries.fortran_order;
  const std::vector<Index>& shape = *entries.shape;
  if (shape.empty() || shape.size() > 2) {
    fail(ErrorKind::bad_file, "{}: holds an array of {} dimensions; a table has 2, or 1 for a single column",
         source.name(), shape.size());
  }
  header.rows = shape[0];
  header.cols = shape.size() == 2 ? shape[1] : 1;
  check_size(header, source.remaining(), source.name());
  return header;
}

std::string npy_header_bytes(Index rows, Index cols, bool single) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t before = 10;  // magic, version and length
  std::string dict =
      text("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", single ? "<f4" : "<f8", rows, cols);
  dict.append(alignment - 1 - (before + dict.size()) % alignment, ' ');
  dict += '\n';
  const std::size_t length = dict.size();
  return std::string(npy_magic) + '\x01' + '\0' + static_cast<char>(length & 0xff) + static_cast<char>(length >> 8) +
         dict;
}

}  // namespace codimap
