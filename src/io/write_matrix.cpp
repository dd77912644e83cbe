// Writing a matrix as NPY or as a text table.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <functional>

#include "base/fail.hpp"
#include "io/file_format.hpp"
#include "io/gzip.hpp"
#include "io/npy/npy.hpp"

namespace codimap {

namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are written in the machine's own byte order");

using Sink = std::function<void(std::string_view)>;

constexpr std::size_t bufferful = std::size_t{1} << 18;

struct OutputFormat {
  FileFormat format = FileFormat::csv;
  bool gzip = false;
};

OutputFormat output_format(const std::filesystem::path& path) {
  const std::string ending = file_ending(path);
  const bool gzip = ending.ends_with(".gz");
  if (ending == ".npy") return {FileFormat::npy, false};
  if (ending == ".csv" || ending == ".csv.gz") return {FileFormat::csv, gzip};
  if (ending == ".tsv" || ending == ".tsv.gz") return {FileFormat::tsv, gzip};
  std::error_code ignored;
  if (names_standard_output(path) || std::filesystem::is_other(path, ignored)) return {};
  fail(ErrorKind::bad_option, "{}: the ending says no format; use .npy, .csv, .tsv, .csv.gz or .tsv.gz", path.string());
}

template <class T>
void write_npy(const Sink& sink, MatrixView<double> values) {
  sink(npy_header_bytes(values.rows(), values.cols(), sizeof(T) == sizeof(float)));
  std::vector<T> buffer;
  const auto flush = [&] {
    sink({reinterpret_cast<const char*>(buffer.data()), buffer.size() * sizeof(T)});  // NOLINT: the file is bytes
    buffer.clear();
  };
  for (Index i = 0; i < values.rows(); ++i) {
    for (const double value : values.row(i)) buffer.push_back(static_cast<T>(value));
    if (buffer.size() * sizeof(T) >= bufferful) flush();
  }
  flush();
}

// As RFC 4180 has it. A name that begins with # would read as a comment, and one with blanks at its ends lose them.
std::string quoted_if_needed(const std::string& name, char separator) {
  const bool plain = !name.empty() && name.find_first_of(std::string("\"\r\n") + separator) == std::string::npos &&
                     name.front() != '#' && name.front() != ' ' && name.back() != ' ';
  if (plain) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

template <class T>
void append_shortest(std::string& line, double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<T>(value));
  line.append(digits.data(), end);
}

template <class T>
void write_text(const Sink& sink, MatrixView<double> values, const EmbeddingLabels& labels, char separator) {
  std::string lines;
  const bool row_names = !labels.row_names.empty();
  if (!labels.column_names.empty()) {
    if (row_names) lines += quoted_if_needed(labels.row_header, separator) + separator;
    if (!labels.sources.empty()) lines += std::string("source") + separator;
    for (const ValueColumn& column : labels.columns) lines += quoted_if_needed(column.name, separator) + separator;
    for (const std::string& name : labels.column_names) lines += quoted_if_needed(name, separator) + separator;
    for (const ValueColumn& column : labels.last_columns) lines += quoted_if_needed(column.name, separator) + separator;
    lines.back() = '\n';
  }
  auto source = labels.sources.begin();
  Index end_of_source = labels.sources.empty() ? 0 : source->rows;
  for (Index i = 0; i < values.rows(); ++i) {
    while (!labels.sources.empty() && i == end_of_source) end_of_source += (++source)->rows;
    if (row_names) lines += quoted_if_needed(labels.row_names[static_cast<std::size_t>(i)], separator) + separator;
    if (!labels.sources.empty()) lines += quoted_if_needed(source->name, separator) + separator;
    for (const ValueColumn& column : labels.columns) {
      append_shortest<T>(lines, column.values[static_cast<std::size_t>(i)]);
      lines += separator;
    }
    for (const double value : values.row(i)) {
      append_shortest<T>(lines, value);
      lines += separator;
    }
    for (const ValueColumn& column : labels.last_columns) {
      const double value = column.values[static_cast<std::size_t>(i)];
      if (!std::isnan(value)) append_shortest<T>(lines, value);
      lines += separator;
    }
    lines.back() = '\n';
    if (lines.size() < bufferful) continue;
    sink(lines);
    lines.clear();
  }
  sink(lines);
}

template <class T>
void write_as(const Sink& sink, MatrixView<double> values, const EmbeddingLabels& labels, FileFormat format) {
  if (format == FileFormat::npy) {
    write_npy<T>(sink, values);
  } else {
    write_text<T>(sink, values, labels, format == FileFormat::tsv ? '\t' : ',');
  }
}

}  // namespace

void check_output_ending(const std::filesystem::path& path) { static_cast<void>(output_format(path)); }

void write_matrix(OutputFile& out, MatrixView<double> values, const EmbeddingLabels& labels, bool single) {
  const OutputFormat target = output_format(out.path());
  const auto write = single ? write_as<float> : write_as<double>;
  const Sink plain = [&](std::string_view bytes) { out.write(bytes); };
  if (!target.gzip) return write(plain, values, labels, target.format);
  GzipWriter gzip(plain);
  write([&](std::string_view bytes) { gzip.write(bytes); }, values, labels, target.format);
  gzip.finish();
}

}  // namespace codimap
