# Everything comes from Debian 12 packages; the Makefile installs them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nanoflann REQUIRED)
find_package(Threads REQUIRED)
# What uses codimap needs none of their headers; the header-only ones it does not need at all.
set(codimap_core_libraries $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:nanoflann::nanoflann> fmt::fmt
                           Threads::Threads)

if(CODIMAP_BUILD_IO)
  find_package(ZLIB REQUIRED)
  # By its own name first: `hdf5` may be a build for MPI.
  find_package(PkgConfig REQUIRED)
  pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
  set(codimap_io_libraries fmt::fmt Threads::Threads ZLIB::ZLIB PkgConfig::HDF5)
endif()
