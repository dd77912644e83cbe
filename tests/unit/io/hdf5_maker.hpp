// HDF5 files for tests, made by the C library itself.
#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"

namespace codimap {

template <class T>
hid_t hdf5_type();
template <>
inline hid_t hdf5_type<float>() {
  return H5T_NATIVE_FLOAT;
}
template <>
inline hid_t hdf5_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t hdf5_type<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
inline hid_t hdf5_type<std::int64_t>() {
  return H5T_NATIVE_INT64;
}
template <>
inline hid_t hdf5_type<std::int8_t>() {
  return H5T_NATIVE_INT8;
}

class Hdf5Maker {
 public:
  explicit Hdf5Maker(const std::string& path, hid_t creation = H5P_DEFAULT, hid_t access = H5P_DEFAULT)
      : links_(H5Pcreate(H5P_LINK_CREATE)),
        little_(H5Pcreate(H5P_DATASET_XFER)),
        file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access)) {
    H5Pset_create_intermediate_group(links_.id(), 1);
    H5Pset_buffer(little_.id(), std::size_t{1} << 16, nullptr, nullptr);
  }

  [[nodiscard]] hid_t id() const { return file_.id(); }

  Hdf5Handle group(const std::string& path) {
    return Hdf5Handle(H5Gcreate2(id(), path.c_str(), links_.id(), H5P_DEFAULT, H5P_DEFAULT));
  }

  /// Values of this machine's type, stored as `stored` says.
  template <class T>
  Hdf5Handle array(const std::string& path, std::vector<hsize_t> shape, const std::vector<T>& values, hid_t stored = -1,
                   hid_t creation = H5P_DEFAULT) {
    const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
    Hdf5Handle made(H5Dcreate2(id(), path.c_str(), stored < 0 ? hdf5_type<T>() : stored, space.id(), links_.id(),
                               creation, H5P_DEFAULT));
    if (!values.empty()) H5Dwrite(made.id(), hdf5_type<T>(), H5S_ALL, H5S_ALL, little_.id(), values.data());
    return made;
  }

  static Hdf5Handle text_type() {
    Hdf5Handle type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    return type;
  }

  void names(const std::string& path, const std::vector<std::string>& names) {
    std::vector<const char*> places;
    for (const auto& name : names) places.push_back(name.c_str());
    const hsize_t size = names.size();
    const Hdf5Handle type = text_type();
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr));
    const Hdf5Handle made(H5Dcreate2(id(), path.c_str(), type.id(), space.id(), links_.id(), H5P_DEFAULT, H5P_DEFAULT));
    H5Dwrite(made.id(), type.id(), H5S_ALL, H5S_ALL, little_.id(), static_cast<const void*>(places.data()));
  }

  static void attribute(const Hdf5Handle& object, const char* name, const std::string& value) {
    const Hdf5Handle type = text_type();
    const Hdf5Handle space(H5Screate(H5S_SCALAR));
    const Hdf5Handle made(H5Acreate2(object.id(), name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
    const char* start = value.c_str();
    H5Awrite(made.id(), type.id(), static_cast<const void*>(&start));
  }

  static void attribute(const Hdf5Handle& object, const char* name, const std::vector<std::int64_t>& values) {
    const hsize_t size = values.size();
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr));
    const Hdf5Handle made(H5Acreate2(object.id(), name, H5T_NATIVE_INT64, space.id(), H5P_DEFAULT, H5P_DEFAULT));
    H5Awrite(made.id(), H5T_NATIVE_INT64, values.data());
  }

  /// A data frame of anndata's with nothing but its index.
  void frame(const std::string& path, const std::vector<std::string>& index) {
    const Hdf5Handle made = group(path);
    attribute(made, "_index", "cell names");
    names(path + "/cell names", index);
  }

  /// CSR or CSC, as anndata writes it.
  template <class T>
  void sparse(const std::string& path, const std::string& format, const std::vector<std::int64_t>& shape,
              const std::vector<std::int32_t>& offsets, const std::vector<std::int32_t>& indices,
              const std::vector<T>& data) {
    const Hdf5Handle made = group(path);
    attribute(made, "encoding-type", format + "_matrix");
    attribute(made, "shape", shape);
    parts(path, offsets, indices, data);
  }

  template <class T>
  void parts(const std::string& path, const std::vector<std::int32_t>& offsets,
             const std::vector<std::int32_t>& indices, const std::vector<T>& data) {
    array<std::int32_t>(path + "/indptr", {offsets.size()}, offsets);
    array<std::int32_t>(path + "/indices", {indices.size()}, indices);
    array<T>(path + "/data", {data.size()}, data);
  }

 private:
  Hdf5Handle links_;
  Hdf5Handle little_;  // for writing without megabytes of room
  Hdf5Handle file_;
};

/// A creation list with chunks of the given shape.
inline Hdf5Handle in_chunks(std::vector<hsize_t> shape) {
  Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(creation.id(), static_cast<int>(shape.size()), shape.data());
  return creation;
}

}  // namespace codimap
