#include "fuzz/hdf5_kinds.hpp"

#include "io/hdf5/lzf.hpp"
#include "unit/io/hdf5_maker.hpp"

namespace codimap {

namespace {

hid_t half_float() {
  const hid_t type = H5Tcopy(H5T_IEEE_F32LE);
  H5Tset_fields(type, 15, 10, 5, 0, 10);
  H5Tset_size(type, 2);
  H5Tset_ebias(type, 15);
  return type;
}

hid_t boolean() {
  const hid_t type = H5Tenum_create(H5T_NATIVE_INT8);
  for (const auto& [name, value] : {std::pair("FALSE", std::int8_t{0}), std::pair("TRUE", std::int8_t{1})})
    H5Tenum_insert(type, name, &value);
  return type;
}

hid_t text_of(std::size_t width) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, width);
  return type;
}

hid_t array_of(hid_t value, hsize_t count) { return H5Tarray_create2(value, 1, &count); }

hid_t array_of_arrays() {
  const std::array<hsize_t, 2> sizes{2, 2};
  return H5Tarray_create2(H5T_NATIVE_FLOAT, 2, sizes.data());
}

hid_t record_of(std::initializer_list<std::pair<const char*, hid_t>> fields) {
  std::size_t size = 0;
  for (const auto& [name, type] : fields) size += H5Tget_size(type);
  const hid_t record = H5Tcreate(H5T_COMPOUND, size);
  size = 0;
  for (const auto& [name, type] : fields) {
    H5Tinsert(record, name, size, type);
    size += H5Tget_size(type);
  }
  return record;
}

hid_t chunks(std::size_t dimensions) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const std::vector<hsize_t> chunk(dimensions, 2);
  H5Pset_chunk(creation, static_cast<int>(dimensions), chunk.data());
  return creation;
}

/// Contiguous, compact, in chunks, and in chunks through filters.
std::array<Storage, 10> storages(std::size_t dimensions) {
  std::array<Storage, 10> all{};
  all[1].creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_layout(all[1].creation, H5D_COMPACT);
  for (std::size_t i = 2; i < all.size(); ++i) all[i].creation = chunks(dimensions);
  constexpr unsigned quickest = 1;
  H5Pset_deflate(all[3].creation, quickest);
  H5Pset_shuffle(all[4].creation);
  H5Pset_deflate(all[4].creation, quickest);
  H5Pset_fletcher32(all[5].creation);
  H5Pset_scaleoffset(all[6].creation, H5Z_SO_INT, H5Z_SO_INT_MINBITS_DEFAULT);
  register_lzf();
  const std::array<unsigned, 3> of_lzf{4, 0, 32};  // versions, and the bytes of a chunk
  H5Pset_filter(all[7].creation, lzf_filter, H5Z_FLAG_OPTIONAL, of_lzf.size(), of_lzf.data());
  H5Pset_deflate(all[8].creation, quickest);
  constexpr H5Z_filter_t unknown = 399;
  H5Pset_filter(all[9].creation, unknown, H5Z_FLAG_OPTIONAL, 0, nullptr);
  all[7].raw_chunk = all[8].raw_chunk = true;
  return all;
}

}  // namespace

hid_t hdf5_access(bool newest) {
  static const hid_t access = [] {
    const hid_t made = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(made, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    return made;
  }();
  return newest ? access : H5P_DEFAULT;
}

hid_t any_type(Choices& choices) {
  static const std::array types{H5T_NATIVE_DOUBLE,
                                H5T_NATIVE_FLOAT,
                                H5T_NATIVE_INT32,
                                H5T_NATIVE_INT64,
                                H5T_NATIVE_INT8,
                                H5T_NATIVE_UINT8,
                                H5T_NATIVE_UINT64,
                                H5T_IEEE_F32BE,
                                H5T_STD_I16BE,
                                half_float(),
                                boolean(),
                                H5T_NATIVE_LDOUBLE,
                                text_of(3),
                                text_of(H5T_VARIABLE),
                                H5T_STD_REF_OBJ,
                                H5T_STD_B8LE,
                                array_of(H5T_NATIVE_FLOAT, 2),
                                array_of_arrays(),
                                H5T_UNIX_D32LE,
                                H5Tvlen_create(H5T_NATIVE_INT8)};
  return choices.among(types);
}

hid_t any_record(Choices& choices) {
  static const std::array records{
      record_of({{"a", array_of(H5T_NATIVE_FLOAT, 2)}, {"b", H5T_NATIVE_DOUBLE}}),
      record_of({{"index", text_of(3)}, {"a", H5T_NATIVE_INT32}}),
      record_of({{"_index", text_of(H5T_VARIABLE)}, {"b", array_of_arrays()}}),
      record_of({{"index", H5T_NATIVE_INT64}, {"a", text_of(2)}, {"data", H5T_NATIVE_FLOAT}}),
      record_of({{"index", H5T_NATIVE_FLOAT}, {"a", record_of({{"b", H5T_NATIVE_INT8}})}}),
      record_of({{"index", array_of(text_of(2), 2)}, {"a", array_of(H5T_NATIVE_FLOAT, 0x4000)}})};
  return choices.among(records);
}

Storage any_storage(Choices& choices, std::size_t dimensions) {
  static const std::array<std::array<Storage, 10>, 4> all{storages(1), storages(1), storages(2), storages(3)};
  const Storage chosen = choices.among(all[dimensions]);
  return dimensions == 0 ? Storage{} : chosen;
}

void any_text_attribute(Choices& choices, const Hdf5Handle& object, const char* name, const std::string& value) {
  const unsigned choice = choices.byte();
  switch (choice < 224 ? 0 : choice % 6) {
    case 0:
      return Hdf5Maker::attribute(object, name, value);
    case 1:
      return;
    case 2:
      return Hdf5Maker::attribute(object, name, value + "s");
    case 3:
      return Hdf5Maker::attribute(object, name, std::vector<std::int64_t>{1});
    default:
      break;
  }
  static const hid_t fixed = text_of(12);
  static const hid_t variable = text_of(H5T_VARIABLE);
  const hsize_t count = choice % 6 == 4 ? 1 : choices.below(3);
  const hid_t type = choices.below(2) == 0 ? fixed : variable;
  const Hdf5Handle space(H5Screate_simple(1, &count, nullptr));
  const Hdf5Handle made(H5Acreate2(object.id(), name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  std::string twice = value;
  twice.resize(24);
  if (type == fixed) H5Awrite(made.id(), type, twice.data());
}

void any_list_attribute(Choices& choices, const Hdf5Handle& object, const char* name,
                        const std::vector<std::int64_t>& values) {
  const unsigned choice = choices.byte();
  if (choice < 224) return Hdf5Maker::attribute(object, name, values);
  if (choice % 3 == 0) return;
  const hsize_t count = values.size();
  const Hdf5Handle space(H5Screate_simple(1, &count, nullptr));
  const hid_t type = choice % 3 == 1 ? H5T_STD_I32BE : any_type(choices);
  const Hdf5Handle made(H5Acreate2(object.id(), name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  H5Awrite(made.id(), H5T_NATIVE_INT64, values.data());
}

}  // namespace codimap
