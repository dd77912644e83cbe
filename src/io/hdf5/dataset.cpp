// What a data set of an HDF5 file says about itself, held against what the file has.
#include "io/hdf5/dataset.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/fail.hpp"
#include "io/hdf5/lzf.hpp"

namespace codimap {

namespace {

constexpr std::array<std::pair<H5Z_filter_t, const char*>, 7> known_filters{{{H5Z_FILTER_DEFLATE, "gzip"},
                                                                             {H5Z_FILTER_SHUFFLE, "shuffle"},
                                                                             {H5Z_FILTER_FLETCHER32, "fletcher32"},
                                                                             {H5Z_FILTER_SZIP, "szip"},
                                                                             {H5Z_FILTER_NBIT, "nbit"},
                                                                             {H5Z_FILTER_SCALEOFFSET, "scaleoffset"},
                                                                             {lzf_filter, "lzf"}}};

const char* filter_name(H5Z_filter_t filter) {
  const auto* found = std::ranges::find(known_filters, filter, &std::pair<H5Z_filter_t, const char*>::first);
  return found == known_filters.end() || H5Zfilter_avail(filter) <= 0 ? nullptr : found->second;
}

}  // namespace

void check_stored(const std::string& place, std::uint64_t count, std::uint64_t width, std::uint64_t stored,
                  bool compressed) {
  const std::uint64_t best_ratio = compressed ? 1032 : 1;
  constexpr std::uint64_t never_written = std::uint64_t{64} << 20;
  const std::uint64_t most = std::min(stored, std::uint64_t{1} << 50) * best_ratio + never_written;
  if (count == 0 || (width > 0 && count <= most / width)) return;  // HDF5 opens values of no bytes
  fail(ErrorKind::bad_file,
       "{}: declares {} values of {} bytes, for which the file stores only {} bytes; it is damaged or made to mislead",
       place, count, width, stored);
}

std::vector<std::string> fields_of(const Hdf5Handle& dataset) {
  std::vector<std::string> names;
  const Hdf5Handle type(H5Dget_type(dataset.id()));
  if (H5Tget_class(type.id()) != H5T_COMPOUND) return names;
  const int count = H5Tget_nmembers(type.id());
  for (int i = 0; i < count; ++i) {
    char* name = H5Tget_member_name(type.id(), static_cast<unsigned>(i));
    names.emplace_back(name == nullptr ? "" : name);
    H5free_memory(name);
  }
  return names;
}

Hdf5Dataset::Hdf5Dataset(const Hdf5File& file, const Hdf5Handle& object, const std::string& path,
                         const std::string& field)
    : place_(file.place(field.empty() ? path : path + "/" + field)),
      field_(field),
      file_bytes_(file.size()),
      bytes_(file.bytes()) {
  if (!is_dataset(object)) fail(ErrorKind::bad_file, "{}: is a group where values are expected", place_);
  H5Iinc_ref(object.id());
  dataset_ = Hdf5Handle(object.id());
  type_ = Hdf5Handle(H5Dget_type(dataset_.id()));
  if (!field_.empty()) {
    const int member = H5Tget_member_index(type_.id(), field_.c_str());
    if (member < 0) fail(ErrorKind::bad_file, "{}: there is no such field", place_);
    type_ = Hdf5Handle(H5Tget_member_type(type_.id(), static_cast<unsigned>(member)));
  }
  look_at_layout();
  look_at_shape();
  class_ = H5Tget_class(type_.id());
  begin_ = H5Dget_offset(dataset_.id());
}

// Before its size is asked for: for a virtual data set, that alone would open other files.
void Hdf5Dataset::look_at_layout() {
  const Hdf5Handle creation(H5Dget_create_plist(dataset_.id()));
  if (H5Pget_layout(creation.id()) == H5D_VIRTUAL) {
    fail(ErrorKind::bad_file, "{}: is a virtual data set, made of other files; only what is in this file is read",
         place_);
  }
  if (H5Pget_external_count(creation.id()) != 0) {
    fail(ErrorKind::bad_file, "{}: keeps its values in another file; only what is in this file is read", place_);
  }
  const int filters = std::max(H5Pget_nfilters(creation.id()), 0);
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    std::size_t no_values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(creation.id(), static_cast<unsigned>(i), &flags, &no_values, nullptr, 0, nullptr, nullptr);
    if (filter_name(filter) == nullptr) {
      fail(ErrorKind::bad_file,
           "{}: is compressed by filter {}, which is not built in; write it again with gzip or without compression",
           place_, filter);
    }
    filters_.push_back(filter);
  }
}

void Hdf5Dataset::look_at_shape() {
  const Hdf5Handle space(H5Dget_space(dataset_.id()));
  std::array<hsize_t, H5S_MAX_RANK> sizes{};
  dimensions_ = H5Sget_simple_extent_dims(space.id(), sizes.data(), nullptr);
  array_ = H5Tget_class(type_.id()) == H5T_ARRAY;
  std::array<hsize_t, H5S_MAX_RANK> inner{};
  const int inside = array_ ? H5Tget_array_dims2(type_.id(), inner.data()) : 0;
  const bool readable = dimensions_ == 1 ? inside <= 1 : dimensions_ == 2 && !array_;
  if (!readable) fail(ErrorKind::bad_file, "{}: has {} dimensions; a matrix has 2", place_, dimensions_ + inside);

  const Hdf5Handle row_type(H5Dget_type(dataset_.id()));
  const std::uint64_t stored = std::min<std::uint64_t>(H5Dget_storage_size(dataset_.id()), file_bytes_);
  const std::uint64_t across = dimensions_ == 2 ? sizes[1] : 1;
  if (across != 0 && sizes[0] > std::numeric_limits<Index>::max() / 4096 / across) {
    fail(ErrorKind::bad_file, "{}: declares {} × {} values, more than 64 bits count", place_, sizes[0], across);
  }
  check_stored(place_, sizes[0] * across, H5Tget_size(row_type.id()), stored, !filters_.empty());
  const Hdf5Handle creation(H5Dget_create_plist(dataset_.id()));
  std::array<hsize_t, H5S_MAX_RANK> chunk{};
  if (H5Pget_layout(creation.id()) == H5D_CHUNKED && H5Pget_chunk(creation.id(), dimensions_, chunk.data()) > 0) {
    // HDF5 keeps a chunk below 4 GB, so that this product is one of two numbers of 32 bits.
    check_stored(place_, chunk[0] * (dimensions_ == 2 ? chunk[1] : 1), H5Tget_size(row_type.id()), stored,
                 !filters_.empty());
  }
  rows_ = static_cast<Index>(sizes[0]);
  cols_ = static_cast<Index>(array_ ? inner[0] : across);
  if (array_) {
    type_ = Hdf5Handle(H5Tget_super(type_.id()));
    dimensions_ = 2;
  }
}

bool Hdf5Dataset::is_number() const {
  return class_ == H5T_INTEGER || class_ == H5T_FLOAT || class_ == H5T_ENUM;  // h5py writes booleans as an enum
}

bool Hdf5Dataset::is_single() const { return class_ == H5T_FLOAT && H5Tget_size(type_.id()) <= sizeof(float); }

std::string Hdf5Dataset::type_words() const {
  const std::size_t bits = 8 * H5Tget_size(type_.id());
  if (class_ == H5T_FLOAT) return text("float{}", bits);
  if (class_ == H5T_INTEGER) return text("{}int{}", H5Tget_sign(type_.id()) == H5T_SGN_NONE ? "u" : "", bits);
  if (class_ == H5T_ENUM) return "boolean";
  return class_ == H5T_STRING ? "text" : class_ == H5T_COMPOUND ? "records" : "unknown type";
}

std::string Hdf5Dataset::storage_words() const {
  std::string words;
  for (const H5Z_filter_t filter : filters_) {
    if (filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32) continue;
    words += (words.empty() ? "" : ", ") + std::string(filter_name(filter));
  }
  return words;
}

}  // namespace codimap
