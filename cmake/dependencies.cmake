# Everything comes from Debian 12 packages; the Makefile installs them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nanoflann REQUIRED)
find_package(OpenMP REQUIRED)
find_package(ZLIB REQUIRED)

# What uses codimap needs none of their headers; the header-only ones it does not need at all.
set(codimap_private_libraries $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:nanoflann::nanoflann> fmt::fmt
                              OpenMP::OpenMP_CXX ZLIB::ZLIB)
