include(CMakePackageConfigHelpers)

set(codimap_libraries codimap codimap_core)
if(CODIMAP_BUILD_IO)
  list(APPEND codimap_libraries codimap_io)
endif()
install(TARGETS ${codimap_libraries} EXPORT codimap-targets)
install(DIRECTORY include/codimap ${PROJECT_BINARY_DIR}/include/codimap DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(EXPORT codimap-targets NAMESPACE codimap:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codimap)
# For find_package(codimap) with this build itself, as python/ does.
export(EXPORT codimap-targets NAMESPACE codimap:: FILE ${PROJECT_BINARY_DIR}/codimap-targets.cmake)

configure_package_config_file(cmake/codimap-config.cmake.in codimap-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codimap)
write_basic_package_version_file(codimap-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/codimap-config.cmake ${PROJECT_BINARY_DIR}/codimap-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codimap)
