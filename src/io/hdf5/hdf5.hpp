// HDF5's C library behind handles that close themselves, and files that are never followed outside of themselves.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codimap/matrix.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// Anything that HDF5 gives a number for. A negative number, which is how HDF5 says that a call failed, holds nothing.
class Hdf5Handle {
 public:
  Hdf5Handle() = default;
  explicit Hdf5Handle(hid_t id) : id_(id) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) H5Idec_ref(id_);
  }
  [[nodiscard]] hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// Gives up the handle to a caller that closes it and looks at how that went.
  [[nodiscard]] hid_t release() { return std::exchange(id_, -1); }

 private:
  hid_t id_ = -1;
};

/// While it lives, HDF5 prints nothing on this thread and loads no filters from outside, which a file could ask for.
class QuietHdf5 {
 public:
  QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;
  ~QuietHdf5();

 private:
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
  unsigned plugins_ = 0;
};

/// HDF5's own words for the last call that failed on this thread.
[[nodiscard]] std::string hdf5_reason();

class Hdf5Source;

class Hdf5File {
 public:
  /// The source outlives this.
  explicit Hdf5File(const ByteSource& source);
  /// For changing it, by an access list that says where it is.
  Hdf5File(const Hdf5Handle& access, std::string shown_name);
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;
  ~Hdf5File();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Bytes of the file: what anything in it can be backed by.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] hid_t id() const { return file_.id(); }
  /// The file itself, for reading without HDF5; none where it is being changed.
  [[nodiscard]] const ByteSource* bytes() const { return bytes_; }

  /// The group or data set at a path such as "obsm/X_pca"; none where a part of the path does not exist. A link that
  /// leaves the file is refused.
  [[nodiscard]] Hdf5Handle find(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> names_in(const Hdf5Handle& group) const;
  /// "cells.h5ad: obsm/X_pca", which messages about it begin with.
  [[nodiscard]] std::string place(const std::string& path) const { return name_ + ": " + path; }
  /// Closes a file that was changed.
  void close();

 private:
  [[nodiscard]] Hdf5Handle step(hid_t group, const std::string& part, const std::string& path) const;

  QuietHdf5 quiet_;
  std::string name_;
  std::uint64_t size_ = 0;
  const ByteSource* bytes_ = nullptr;
  std::unique_ptr<Hdf5Source> source_;  // outlives the file that reads it
  Hdf5Handle file_;
};

[[nodiscard]] inline bool is_group(const Hdf5Handle& object) { return H5Iget_type(object.id()) == H5I_GROUP; }
[[nodiscard]] inline bool is_dataset(const Hdf5Handle& object) { return H5Iget_type(object.id()) == H5I_DATASET; }

/// One string; none where there is no such attribute or it is something else. `place` is that of the object.
[[nodiscard]] std::optional<std::string> text_attribute(const Hdf5Handle& object, const char* name,
                                                        const std::string& place);

/// The strings of a list; none where there is no such attribute or it is something else.
[[nodiscard]] std::optional<std::vector<std::string>> texts_attribute(const Hdf5Handle& object, const char* name,
                                                                      const std::string& place);

/// Rows and columns; none where there is no such attribute or it is not two whole numbers.
[[nodiscard]] std::optional<std::pair<Index, Index>> shape_attribute(const Hdf5Handle& object, const char* name,
                                                                     const std::string& place);

}  // namespace codimap
