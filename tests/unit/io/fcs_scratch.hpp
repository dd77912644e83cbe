// Reading made FCS files.
#pragma once

#include "codimap/io.hpp"
#include "unit/io/made_fcs.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {

class FcsScratch : public Scratch {
 protected:
  Table read(const MadeFcs& made, const ReadOptions& options = {}) {
    return read_table(file("cells.fcs", made.bytes()), options);
  }
  std::vector<double> values(const MadeFcs& made, const ReadOptions& options = {}) {
    const Table table = read(made, options);
    std::vector<double> result;
    table.points().visit([&](const auto& matrix) { result.assign(matrix.data(), matrix.data() + matrix.size()); });
    return result;
  }
  void expect_refusal(const MadeFcs& made, const std::vector<std::string>& words, const ReadOptions& options = {},
                      ErrorKind kind = ErrorKind::bad_file) {
    expect_error(kind, words, [&] { static_cast<void>(read(made, options)); });
  }
  /// Two events of two 32-bit floats: 1, 2 and 3, 4.
  static MadeFcs floats() {
    return MadeFcs("F", "1,2,3,4", 2)
        .channel("A", "32", "10")
        .channel("B", "32", "10")
        .with(as_bytes<float>({1, 2, 3, 4}));
  }
};

inline bool has_note(const Table& table, const std::string& words) {
  return std::ranges::any_of(table.notes,
                             [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

using Values = std::vector<double>;

}  // namespace codimap
