# Everything comes from Debian 12 packages, which the Makefile installs; a source package of Python carries the headers
# itself (scripts/vendor.sh).
find_package(Threads REQUIRED)
set(vendored_headers ${PROJECT_SOURCE_DIR}/third_party/include)
if(CODIMAP_BUILD_PYTHON AND EXISTS ${vendored_headers})
  add_library(codimap_headers INTERFACE)
  target_include_directories(codimap_headers SYSTEM INTERFACE ${vendored_headers})
  target_compile_definitions(codimap_headers INTERFACE FMT_HEADER_ONLY)
  set(codimap_core_libraries $<BUILD_INTERFACE:codimap_headers> Threads::Threads)
else()
  find_package(Eigen3 3.4 REQUIRED NO_MODULE)
  find_package(fmt REQUIRED)
  find_package(nanoflann REQUIRED)
  # What uses codimap needs none of their headers; the header-only ones it does not need at all.
  set(codimap_core_libraries $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:nanoflann::nanoflann> fmt::fmt
                             Threads::Threads)
endif()

if(CODIMAP_BUILD_IO)
  find_package(ZLIB REQUIRED)
  set(codimap_io_libraries ${codimap_core_libraries} ZLIB::ZLIB)
  if(CODIMAP_HDF5)
    # By its own name first: `hdf5` may be a build for MPI.
    find_package(PkgConfig REQUIRED)
    pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
    list(APPEND codimap_io_libraries PkgConfig::HDF5)
  endif()
endif()
