// The values of a data set: numbers of any type into one, and names.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>

#include "base/fail.hpp"
#include "io/hdf5/dataset.hpp"
#include "io/straight.hpp"

namespace codimap {

namespace {

template <class T>
hid_t native() {
  if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
  if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5T_NATIVE_INT64;
}

// HDF5 calls an infinity out of range too, where it converts one type of the processor to another.
H5T_conv_ret_t note_overflow(H5T_conv_except_t kind, hid_t from, hid_t to, void* value, void*, void* overflow) {
  if (kind != H5T_CONV_EXCEPT_RANGE_HI && kind != H5T_CONV_EXCEPT_RANGE_LOW) return H5T_CONV_UNHANDLED;
  if (H5Tget_class(to) != H5T_FLOAT) return H5T_CONV_UNHANDLED;
  if (H5Tequal(from, H5T_NATIVE_DOUBLE) > 0) {
    double number = 0;
    std::memcpy(&number, value, sizeof number);
    if (std::isinf(number)) return H5T_CONV_UNHANDLED;
  }
  *static_cast<bool*>(overflow) = true;
  return H5T_CONV_UNHANDLED;
}

/// Memory for strings of any length, which many rows may share in the file: never more than the file could back.
class TextArena {
 public:
  explicit TextArena(std::uint64_t most) : left_(most) {}
  static void* allocate(std::size_t bytes, void* arena) { return static_cast<TextArena*>(arena)->take(bytes); }
  static void keep(void*, void*) {}

 private:
  void* take(std::size_t bytes) {
    if (bytes > left_) return nullptr;
    left_ -= bytes;
    if (bytes > room_) {
      room_ = std::max(bytes, block);
      blocks_.push_back(std::make_unique<char[]>(room_));  // NOLINT: raw bytes for a C library
      next_ = blocks_.back().get();
    }
    room_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }

  static constexpr std::size_t block = std::size_t{1} << 16;
  std::uint64_t left_;
  std::vector<std::unique_ptr<char[]>> blocks_;  // NOLINT
  char* next_ = nullptr;
  std::size_t room_ = 0;
};

/// For reading `count` values. Where they are few, HDF5 would take and clear two megabytes for nothing.
Hdf5Handle transfer_list(const Hdf5Handle& dataset, const Hdf5Handle& in_memory, Index count) {
  constexpr std::size_t usual_room = std::size_t{1} << 20;
  const Hdf5Handle stored(H5Dget_type(dataset.id()));
  const std::size_t width = std::max(H5Tget_size(stored.id()), H5Tget_size(in_memory.id()));
  const auto values = static_cast<std::size_t>(count);
  Hdf5Handle transfer(H5Pcreate(H5P_DATASET_XFER));
  if (width > 0 && values > 0 && values < usual_room / width) {
    H5Pset_buffer(transfer.id(), values * width, nullptr, nullptr);
  }
  return transfer;
}

[[noreturn]] void fail_reading(const std::string& place) {
  fail(ErrorKind::bad_file, "{}: cannot be read: the file is damaged or not complete ({})", place, hdf5_reason());
}

}  // namespace

// What HDF5 is to make of a row: the value itself, or a record of just the field that is wanted.
Hdf5Handle Hdf5Dataset::in_memory(hid_t value) const {
  Hdf5Handle type(H5Tcopy(value));
  if (array_) {
    const auto across = static_cast<hsize_t>(cols_);
    type = Hdf5Handle(H5Tarray_create2(value, 1, &across));
  }
  if (field_.empty()) return type;
  Hdf5Handle record(H5Tcreate(H5T_COMPOUND, H5Tget_size(type.id())));
  H5Tinsert(record.id(), field_.c_str(), 0, type.id());
  return record;
}

void Hdf5Dataset::read_as(hid_t value, hid_t memory_space, hid_t file_space, void* to) const {
  bool overflow = false;
  const Hdf5Handle memory_type = in_memory(value);
  const Hdf5Handle transfer = transfer_list(dataset_, memory_type, rows_ * cols_);
  H5Pset_type_conv_cb(transfer.id(), note_overflow, &overflow);
  if (H5Dread(dataset_.id(), memory_type.id(), memory_space, file_space, transfer.id(), to) < 0) {
    fail_reading(place_);
  }
  if (overflow) {
    fail(ErrorKind::bad_file, "{}: holds a number that is out of range of float; read it with --precision double",
         place_);
  }
}

template <class T>
bool Hdf5Dataset::is_array_of() const {
  if (bytes_ == nullptr || begin_ == HADDR_UNDEF || !field_.empty() || !filters_.empty()) return false;
  const std::uint64_t size = static_cast<std::uint64_t>(rows_) * static_cast<std::uint64_t>(cols_) * sizeof(T);
  return begin_ <= file_bytes_ && size <= file_bytes_ - begin_ && size == H5Dget_storage_size(dataset_.id()) &&
         H5Tequal(type_.id(), native<T>()) > 0;
}

template <class T>
void Hdf5Dataset::read_part(Index first, std::span<T> to) const {
  const auto bytes = std::as_writable_bytes(to);
  bytes_->read_at(begin_ + static_cast<std::uint64_t>(first) * sizeof(T),
                  {reinterpret_cast<char*>(bytes.data()), bytes.size()});  // NOLINT: the file is bytes
}

template <class T>
bool Hdf5Dataset::read(std::span<T> to) const {
  if (!is_number()) fail(ErrorKind::bad_file, "{}: holds {}, where numbers are expected", place_, type_words());
  if (to.empty()) return true;
  if (!is_array_of<T>()) {
    read_as(native<T>(), H5S_ALL, H5S_ALL, to.data());
    return false;
  }
  return read_straight(*bytes_, begin_, to);
}

template <class T>
bool Hdf5Dataset::read_columns(std::span<const Index> ascending, std::span<T> to) const {
  if (static_cast<Index>(ascending.size()) == cols_) return read(to);
  if (!is_number()) fail(ErrorKind::bad_file, "{}: holds {}, where numbers are expected", place_, type_words());
  if (array_) {
    std::vector<T> all(static_cast<std::size_t>(rows_ * cols_));
    read<T>(all);
    for (Index i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < ascending.size(); ++j)
        to[static_cast<std::size_t>(i) * ascending.size() + j] =
            all[static_cast<std::size_t>(i * cols_ + ascending[j])];
    }
    return false;
  }
  const Hdf5Handle file_space(H5Dget_space(dataset_.id()));
  H5Sselect_none(file_space.id());
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i + 1;
    while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1) ++end;
    const std::array<hsize_t, 2> start{0, static_cast<hsize_t>(ascending[i])};
    const std::array<hsize_t, 2> count{static_cast<hsize_t>(rows_), end - i};
    H5Sselect_hyperslab(file_space.id(), H5S_SELECT_OR, start.data(), nullptr, count.data(), nullptr);
    i = end;
  }
  const hsize_t size = to.size();
  const Hdf5Handle memory_space(H5Screate_simple(1, &size, nullptr));
  read_as(native<T>(), memory_space.id(), file_space.id(), to.data());
  return false;
}

template bool Hdf5Dataset::read(std::span<float>) const;
template bool Hdf5Dataset::read(std::span<double>) const;
template bool Hdf5Dataset::read(std::span<std::int32_t>) const;
template bool Hdf5Dataset::read(std::span<std::int64_t>) const;
template bool Hdf5Dataset::is_array_of<float>() const;
template bool Hdf5Dataset::is_array_of<double>() const;
template bool Hdf5Dataset::is_array_of<std::int32_t>() const;
template void Hdf5Dataset::read_part(Index, std::span<float>) const;
template void Hdf5Dataset::read_part(Index, std::span<double>) const;
template void Hdf5Dataset::read_part(Index, std::span<std::int32_t>) const;
template bool Hdf5Dataset::read_columns(std::span<const Index>, std::span<float>) const;
template bool Hdf5Dataset::read_columns(std::span<const Index>, std::span<double>) const;

std::vector<std::string> Hdf5Dataset::read_names() const {
  if (!is_vector()) fail(ErrorKind::bad_file, "{}: has 2 dimensions; a list of names has 1", place_);
  if (class_ == H5T_STRING) return H5Tis_variable_str(type_.id()) > 0 ? read_long_names() : read_fixed_names();
  if (class_ != H5T_INTEGER) fail(ErrorKind::bad_file, "{}: holds {}, where names are expected", place_, type_words());
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows_));
  read<std::int64_t>(numbers);
  std::vector<std::string> names;
  for (const std::int64_t number : numbers) names.push_back(text("{}", number));
  return names;
}

std::vector<std::string> Hdf5Dataset::read_long_names() const {
  constexpr std::uint64_t slack = std::uint64_t{64} << 20;
  TextArena arena(file_bytes_ + static_cast<std::uint64_t>(rows_) + slack);
  const Hdf5Handle memory_type = in_memory(type_.id());
  const Hdf5Handle transfer = transfer_list(dataset_, memory_type, rows_);
  H5Pset_vlen_mem_manager(transfer.id(), TextArena::allocate, &arena, TextArena::keep, nullptr);
  std::vector<char*> places(static_cast<std::size_t>(rows_));
  if (rows_ > 0 && H5Dread(dataset_.id(), memory_type.id(), H5S_ALL, H5S_ALL, transfer.id(),
                           static_cast<void*>(places.data())) < 0) {
    fail_reading(place_);
  }
  std::vector<std::string> names;
  names.reserve(places.size());
  for (const char* place : places) names.emplace_back(place == nullptr ? "" : place);
  return names;
}

std::vector<std::string> Hdf5Dataset::read_fixed_names() const {
  const std::size_t width = H5Tget_size(type_.id());
  std::string bytes(static_cast<std::size_t>(rows_) * width, '\0');
  if (rows_ > 0) read_as(type_.id(), H5S_ALL, H5S_ALL, bytes.data());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows_); ++i) {
    const std::string_view name = std::string_view(bytes).substr(i * width, width);
    names.emplace_back(name.substr(0, name.find('\0')));
  }
  return names;
}

}  // namespace codimap
