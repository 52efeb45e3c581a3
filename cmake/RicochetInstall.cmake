# `cmake --install` and find_package(ricochet): targets ricochet::ricochet and ricochet::ricochet-double.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

get_property(libraries GLOBAL PROPERTY RICOCHET_LIBRARIES)
install(TARGETS ${libraries} EXPORT ricochet)
install(EXPORT ricochet NAMESPACE ricochet:: FILE ricochetTargets.cmake DESTINATION "${package_folder}")
install(DIRECTORY plugin/include/ricochet DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# What the libraries were built from is looked for in the same way where they are used.
foreach(dependency bullet eigen expected highway threads)
    install(FILES "third_party/${dependency}.cmake" DESTINATION "${package_folder}/third_party")
endforeach()

configure_package_config_file(cmake/ricochetConfig.cmake.in ricochetConfig.cmake INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file(ricochetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
    FILES "${PROJECT_BINARY_DIR}/ricochetConfig.cmake" "${PROJECT_BINARY_DIR}/ricochetConfigVersion.cmake"
    DESTINATION "${package_folder}")
