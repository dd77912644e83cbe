// Kinds of types, storage and attributes that an HDF5 file can have, for choices to choose among. They are made once.
#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

#include "fuzz/choices.hpp"
#include "io/hdf5/hdf5.hpp"

namespace codimap {

struct Storage {
  hid_t creation = H5P_DEFAULT;
  bool raw_chunk = false;  // to be filled with bytes as a filter might have written them
};

/// For making a file: in the newest layout, which is quicker to make, or in the oldest, as h5py does.
[[nodiscard]] hid_t hdf5_access(bool newest);
/// Of numbers mostly; what is made here stays.
[[nodiscard]] hid_t any_type(Choices& choices);
/// A compound one with some of the fields a, b, index and _index.
[[nodiscard]] hid_t any_record(Choices& choices);
[[nodiscard]] Storage any_storage(Choices& choices, std::size_t dimensions);
/// An attribute with this value, or one of another kind, or none.
void any_text_attribute(Choices& choices, const Hdf5Handle& object, const char* name, const std::string& value);
void any_list_attribute(Choices& choices, const Hdf5Handle& object, const char* name,
                        const std::vector<std::int64_t>& values);

}  // namespace codimap
