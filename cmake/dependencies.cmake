# Everything comes from Debian 12 packages; the Makefile installs them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nanoflann REQUIRED)
find_package(OpenMP REQUIRED)
find_package(ZLIB REQUIRED)

# Header-only or linked into the library: what uses codimap needs none of their headers.
set(codimap_private_libraries $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:fmt::fmt-header-only>
                              $<BUILD_INTERFACE:nanoflann::nanoflann> OpenMP::OpenMP_CXX ZLIB::ZLIB)
