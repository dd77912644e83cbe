// Memory of the HDF5 library between files.
#pragma once

#include <hdf5.h>

namespace codimap {

/// HDF5 takes half a megabyte for each file that it opens, and more for each conversion. Asked of the system each time,
/// that would take longer than all the rest.
inline void keep_hdf5_memory() {
  constexpr int most = 1 << 24;
  static const herr_t kept = H5set_free_list_limits(most, most, most, most, most, most);
  static_cast<void>(kept);
}

}  // namespace codimap
