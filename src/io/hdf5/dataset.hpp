// Data sets of HDF5 files: looked at before they are believed, read straight to where their values belong.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"

namespace codimap {

/// Refuses `count` values of `width` bytes for which the file stores only `stored` bytes. The rule: no more than is
/// stored, or 1032 times that where it is compressed, which is the most that gzip reaches, and 64 MB besides for values
/// that were never written.
void check_stored(const std::string& place, std::uint64_t count, std::uint64_t width, std::uint64_t stored,
                  bool compressed);

/// At most two dimensions, all within the file, by filters that are known; or one field of a compound one.
class Hdf5Dataset {
 public:
  /// `path` is for messages. With a `field`, the values of that field of each row.
  Hdf5Dataset(const Hdf5File& file, const Hdf5Handle& object, const std::string& path, const std::string& field = {});

  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index cols() const { return cols_; }  // 1 where there is one dimension
  [[nodiscard]] bool is_vector() const { return dimensions_ < 2; }
  [[nodiscard]] bool is_text() const { return class_ == H5T_STRING; }
  [[nodiscard]] bool is_number() const;
  /// Whether float holds all its values: float16 and float32.
  [[nodiscard]] bool is_single() const;
  [[nodiscard]] std::string type_words() const;     // "float32"
  [[nodiscard]] std::string storage_words() const;  // "gzip", "lzf"; empty where nothing is compressed

  /// All values, row after row, turned into T. A finite number that is none as a float is refused. True says that they
  /// were seen to be finite on the way, where that is cheap; false says nothing.
  template <class T>
  bool read(std::span<T> to) const;
  /// Whether the file holds them as one array of T.
  template <class T>
  [[nodiscard]] bool is_array_of() const;
  /// Of such an array, the values from `first` on. Does not call HDF5, so that many threads may.
  template <class T>
  void read_part(Index first, std::span<T> to) const;
  /// Of some columns, ascending. True as above.
  template <class T>
  bool read_columns(std::span<const Index> ascending, std::span<T> to) const;
  /// Strings, or whole numbers as text.
  [[nodiscard]] std::vector<std::string> read_names() const;

 private:
  void look_at_layout();
  void look_at_shape();
  [[nodiscard]] hid_t value_type() const { return type_.id(); }
  [[nodiscard]] Hdf5Handle in_memory(hid_t value) const;
  void read_as(hid_t value, hid_t memory_space, hid_t file_space, void* to) const;
  [[nodiscard]] std::vector<std::string> read_long_names() const;
  [[nodiscard]] std::vector<std::string> read_fixed_names() const;

  std::string place_;
  std::string field_;
  std::uint64_t file_bytes_ = 0;
  const ByteSource* bytes_ = nullptr;
  std::uint64_t begin_ = HADDR_UNDEF;  // of the values in the file, where they follow one another
  Hdf5Handle dataset_;
  Hdf5Handle type_;  // of one value
  H5T_class_t class_ = H5T_NO_CLASS;
  int dimensions_ = 0;
  Index rows_ = 0;
  Index cols_ = 1;
  bool array_ = false;  // the values of a row are one array of the field
  std::vector<H5Z_filter_t> filters_;
};

/// The field names of a compound type; empty where the data set is none.
[[nodiscard]] std::vector<std::string> fields_of(const Hdf5Handle& dataset);

}  // namespace codimap
