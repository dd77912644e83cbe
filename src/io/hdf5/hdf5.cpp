// HDF5 files: opened without a word on standard error, and never followed outside of themselves.
#include "io/hdf5/hdf5.hpp"

#include <algorithm>
#include <array>

#include "base/fail.hpp"
#include "io/hdf5/lzf.hpp"
#include "io/hdf5/source.hpp"
#include "io/h5ad/read.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

[[noreturn]] void refuse_file(const std::string& name, bool hdf5) {
  if (!hdf5) fail(ErrorKind::bad_file, "{}: is not an HDF5 file: it does not begin with its signature", name);
  fail(ErrorKind::bad_file, "{}: is damaged or not complete, so that HDF5 cannot open it ({}); fetch it again", name,
       hdf5_reason());
}

[[noreturn]] void refuse_attribute(const std::string& place, const char* name) {
  fail(ErrorKind::bad_file, "{}: its attribute {} cannot be read: the file is damaged or not complete ({})", place,
       name, hdf5_reason());
}

herr_t refuse_to_follow(const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) { return -1; }

herr_t keep_first(unsigned, const H5E_error2_t* error, void* words) {
  auto& kept = *static_cast<std::string*>(words);
  if (kept.empty() && error->desc != nullptr) kept = error->desc;
  return 0;
}

herr_t add_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLget_loading_state(&plugins_);
  H5PLset_loading_state(0);
}

QuietHdf5::~QuietHdf5() {
  H5PLset_loading_state(plugins_);
  H5Eset_auto2(H5E_DEFAULT, print_, print_data_);
}

std::string hdf5_reason() {
  std::string words;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &words);
  return words.empty() ? "it says no more" : words;
}

Hdf5File::Hdf5File(const ByteSource& source)
    : name_(source.name()), size_(source.size()), bytes_(&source), source_(std::make_unique<Hdf5Source>(source)) {
  register_lzf();
  file_ = source_->open();
  if (!file_) refuse_file(name_, source.begins_with(hdf5_magic));
}

Hdf5File::Hdf5File(const Hdf5Handle& access, std::string shown_name) : name_(std::move(shown_name)) {
  file_ = Hdf5Handle(H5Fopen(name_.c_str(), H5F_ACC_RDWR, access.id()));
  if (!file_) fail(ErrorKind::failed_io, "{}: HDF5 cannot add to it: {}", name_, hdf5_reason());
  hsize_t bytes = 0;
  if (H5Fget_filesize(file_.id(), &bytes) >= 0) size_ = bytes;
}

Hdf5File::~Hdf5File() = default;

void Hdf5File::close() {
  if (H5Fflush(file_.id(), H5F_SCOPE_LOCAL) < 0 || H5Fclose(file_.release()) < 0) {
    fail(ErrorKind::failed_io, "{}: writing failed: {}", name_, hdf5_reason());
  }
}

Hdf5Handle Hdf5File::step(hid_t group, const std::string& part, const std::string& path) const {
  if (H5Lexists(group, part.c_str(), H5P_DEFAULT) <= 0) return {};
  H5L_info_t link{};
  const bool known = H5Lget_info(group, part.c_str(), &link, H5P_DEFAULT) >= 0;
  if (known && link.type != H5L_TYPE_HARD && link.type != H5L_TYPE_SOFT) {
    fail(ErrorKind::bad_file, "{}: is a link to another file; only what is in this file is read", place(path));
  }
  // A soft link may lead to one that leaves the file, which is then not followed either.
  const Hdf5Handle access(H5Pcreate(H5P_LINK_ACCESS));
  H5Pset_elink_cb(access.id(), refuse_to_follow, nullptr);
  Hdf5Handle object(H5Oopen(group, part.c_str(), access.id()));
  if (object) return object;
  if (known && link.type == H5L_TYPE_SOFT) {
    fail(ErrorKind::bad_file, "{}: is a link that leads nowhere or to another file; only what is in this file is read",
         place(path));
  }
  fail(ErrorKind::bad_file, "{}: is damaged, so that HDF5 cannot open it: {}", place(path), hdf5_reason());
}

Hdf5Handle Hdf5File::find(const std::string& path) const {
  Hdf5Handle object(H5Oopen(file_.id(), "/", H5P_DEFAULT));
  for (std::size_t at = 0; object && at < path.size();) {
    if (!is_group(object)) return {};
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) object = step(object.id(), path.substr(at, end - at), path.substr(0, end));
    at = end + 1;
  }
  return object;
}

std::vector<std::string> Hdf5File::names_in(const Hdf5Handle& group) const {
  std::vector<std::string> names;
  hsize_t position = 0;
  if (H5Literate(group.id(), H5_INDEX_NAME, H5_ITER_INC, &position, add_name, &names) < 0) {
    fail(ErrorKind::bad_file, "{}: is damaged: HDF5 cannot list what is in it: {}", name_, hdf5_reason());
  }
  return names;
}

std::optional<std::string> text_attribute(const Hdf5Handle& object, const char* name, const std::string& place) {
  if (H5Aexists(object.id(), name) <= 0) return std::nullopt;
  const Hdf5Handle attribute(H5Aopen(object.id(), name, H5P_DEFAULT));
  const Hdf5Handle type(H5Aget_type(attribute.id()));
  const Hdf5Handle space(H5Aget_space(attribute.id()));
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1) return std::nullopt;
  if (H5Tis_variable_str(type.id()) > 0) {
    char* words = nullptr;
    if (H5Aread(attribute.id(), type.id(), static_cast<void*>(&words)) < 0) refuse_attribute(place, name);
    if (words == nullptr) return std::nullopt;
    std::string result(words);
    H5free_memory(words);
    return result;
  }
  std::string result(H5Tget_size(type.id()), '\0');
  if (H5Aread(attribute.id(), type.id(), result.data()) < 0) refuse_attribute(place, name);
  return result.substr(0, result.find('\0'));
}

std::optional<std::vector<std::string>> texts_attribute(const Hdf5Handle& object, const char* name,
                                                        const std::string& place) {
  if (H5Aexists(object.id(), name) <= 0) return std::nullopt;
  const Hdf5Handle attribute(H5Aopen(object.id(), name, H5P_DEFAULT));
  const Hdf5Handle type(H5Aget_type(attribute.id()));
  const Hdf5Handle space(H5Aget_space(attribute.id()));
  const hssize_t count = H5Sget_simple_extent_npoints(space.id());
  if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) <= 0 || count < 0) return std::nullopt;
  std::vector<char*> words(static_cast<std::size_t>(count));
  if (count > 0 && H5Aread(attribute.id(), type.id(), static_cast<void*>(words.data())) < 0)
    refuse_attribute(place, name);
  std::vector<std::string> texts;
  for (char* word : words) {
    texts.emplace_back(word == nullptr ? "" : word);
    H5free_memory(word);
  }
  return texts;
}

std::optional<std::pair<Index, Index>> shape_attribute(const Hdf5Handle& object, const char* name,
                                                       const std::string& place) {
  if (H5Aexists(object.id(), name) <= 0) return std::nullopt;
  const Hdf5Handle attribute(H5Aopen(object.id(), name, H5P_DEFAULT));
  const Hdf5Handle type(H5Aget_type(attribute.id()));
  const Hdf5Handle space(H5Aget_space(attribute.id()));
  if (H5Tget_class(type.id()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.id()) != 2) return std::nullopt;
  std::array<std::int64_t, 2> shape{};
  if (H5Aread(attribute.id(), H5T_NATIVE_INT64, shape.data()) < 0) refuse_attribute(place, name);
  return std::pair<Index, Index>(shape[0], shape[1]);
}

}  // namespace codimap
