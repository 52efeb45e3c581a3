# What is installed of each precision: one archive and one shared library, made of the same object files.
# In the build tree they are ricochet_archive and ricochet_shared, with the precision's suffix; ricochet::ricochet-shared.
include(GNUInstallDirs)

get_property(common_libraries GLOBAL PROPERTY RICOCHET_LIBRARIES)

# What both ask of a user: Bullet and nothing else that has headers.
function(ricochet_product target suffix)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ricochet${suffix})
    if(NOT RICOCHET_INSTALL)
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    target_compile_features(${target} INTERFACE cxx_std_17)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/plugin/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} INTERFACE bullet::bullet${suffix})
endfunction()

include(RicochetHook)
ricochet_hook_options(hook_options "LINKER:")
foreach(precision IN LISTS RICOCHET_PRECISIONS)
    set(suffix "${RICOCHET_SUFFIX_${precision}}")
    get_property(libraries GLOBAL PROPERTY RICOCHET_LIBRARIES_${precision})
    set(objects ${common_libraries} ${libraries})
    list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")

    add_library(ricochet_archive${suffix} STATIC ${objects})
    ricochet_product(ricochet_archive${suffix} "${suffix}")
    set_target_properties(ricochet_archive${suffix} PROPERTIES EXPORT_NAME ricochet${suffix})
    target_link_libraries(ricochet_archive${suffix}
        INTERFACE Threads::Threads $<BUILD_INTERFACE:PkgConfig::hwy> $<INSTALL_INTERFACE:ricochet::highway>)

    set(ricochet_products${suffix} ricochet_archive${suffix})
    if(WIN32)
        continue()  # its linker leaves no symbol of Bullet undefined, and the hook needs GNU's
    endif()

    # What ricochet_hook() links into programs beside the archive: the code of `ricochet preload` for linkers.
    set(hook_files dispatchers.cpp environment.cpp hook.cpp hooked_dispatcher.cpp hooked_solver.cpp registrar.cpp)
    list(TRANSFORM hook_files PREPEND "${PROJECT_SOURCE_DIR}/plugin/preload/")
    add_library(ricochet_hook${suffix} STATIC ${hook_files})
    add_library(ricochet::ricochet${suffix}-hook ALIAS ricochet_hook${suffix})
    set_target_properties(ricochet_hook${suffix} PROPERTIES
        OUTPUT_NAME ricochet${suffix}-hook EXPORT_NAME ricochet${suffix}-hook POSITION_INDEPENDENT_CODE ON
        UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    if(NOT RICOCHET_INSTALL)
        set_target_properties(ricochet_hook${suffix} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    target_include_directories(ricochet_hook${suffix} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(ricochet_hook${suffix}
        PUBLIC ricochet_archive${suffix}
        PRIVATE $<BUILD_INTERFACE:ricochet_options> $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:tl::expected_header>)
    target_link_options(ricochet_hook${suffix} INTERFACE ${hook_options})

    # Bullet's symbols stay undefined: those of the program are used, however it links Bullet.
    add_library(ricochet_shared${suffix} SHARED ${objects})
    add_library(ricochet::ricochet${suffix}-shared ALIAS ricochet_shared${suffix})
    ricochet_product(ricochet_shared${suffix} "${suffix}")
    set_target_properties(ricochet_shared${suffix} PROPERTIES
        EXPORT_NAME ricochet${suffix}-shared
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
        LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/exported.map")
    target_link_options(ricochet_shared${suffix} PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/exported.map")
    target_link_libraries(ricochet_shared${suffix} PRIVATE Threads::Threads $<BUILD_INTERFACE:PkgConfig::hwy>)
    list(APPEND ricochet_products${suffix} ricochet_hook${suffix} ricochet_shared${suffix})
endforeach()

# The component that needs OpenGL: what a program links beside the archive of either precision. It knows no Bullet.
if(TARGET ricochet_stencil_backend)
    add_library(ricochet_stencil_archive STATIC
        $<TARGET_OBJECTS:ricochet_gl> $<TARGET_OBJECTS:ricochet_stencil> $<TARGET_OBJECTS:ricochet_stencil_backend>)
    set_target_properties(ricochet_stencil_archive PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ricochet-stencil)
    if(NOT RICOCHET_INSTALL)
        set_target_properties(ricochet_stencil_archive PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
endif()

if(NOT RICOCHET_INSTALL)
    return()
endif()

# `cmake --install`, for find_package(ricochet) and for pkg-config: targets ricochet::ricochet and
# ricochet::ricochet-shared with float Bullet, ricochet::ricochet-double and ricochet::ricochet-double-shared with
# double, and the modules ricochet and ricochet-double; as component stencil, ricochet::ricochet-stencil and
# ricochet::ricochet-double-stencil.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")
set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}/${pkgconfig_folder}"
    OUTPUT_VARIABLE prefix_from_pkgconfig)

# Highway's library by the name that a running program asks for, which needs no development package.
function(ricochet_run_time_name out library)
    execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${library}" OUTPUT_VARIABLE headers ERROR_QUIET)
    if(headers MATCHES "SONAME +([^ \n]+)")
        set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    else()
        cmake_path(GET library FILENAME name)
        set(${out} "${name}" PARENT_SCOPE)
    endif()
endfunction()
list(GET hwy_LINK_LIBRARIES 0 highway_library)
ricochet_run_time_name(highway_name "${highway_library}")

ricochet_hook_options(hook_flags "-Wl,")
list(JOIN hook_flags " " hook_flags)
foreach(precision IN LISTS RICOCHET_PRECISIONS)
    set(suffix "${RICOCHET_SUFFIX_${precision}}")
    install(TARGETS ${ricochet_products${suffix}} EXPORT ricochet-${precision}
        LIBRARY COMPONENT library NAMELINK_COMPONENT dev)
    install(EXPORT ricochet-${precision} NAMESPACE ricochet:: DESTINATION "${package_folder}")

    set(bullet_module bullet)
    if(precision STREQUAL "double")
        set(bullet_module bullet-float64)
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/ricochet.pc.in" "${PROJECT_BINARY_DIR}/ricochet${suffix}.pc" @ONLY)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/ricochet-hook.pc.in" "${PROJECT_BINARY_DIR}/ricochet${suffix}-hook.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/ricochet${suffix}.pc" "${PROJECT_BINARY_DIR}/ricochet${suffix}-hook.pc"
        DESTINATION "${pkgconfig_folder}")
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/plugin/include/ricochet" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# The component stencil: an archive, and libepoxy by its run-time name.
set(epoxy_name "")
if(TARGET ricochet_stencil_archive)
    install(TARGETS ricochet_stencil_archive ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    get_target_property(epoxy_libraries PkgConfig::epoxy INTERFACE_LINK_LIBRARIES)
    list(GET epoxy_libraries 0 epoxy_library)
    ricochet_run_time_name(epoxy_name "${epoxy_library}")
endif()

# Bullet is looked for likewise where the libraries are used.
install(FILES "${PROJECT_SOURCE_DIR}/third_party/bullet.cmake" "${PROJECT_SOURCE_DIR}/cmake/RicochetHook.cmake"
    DESTINATION "${package_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ricochetConfig.cmake.in" "${PROJECT_BINARY_DIR}/ricochetConfig.cmake"
    INSTALL_DESTINATION "${package_folder}" PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ricochetConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(
    FILES "${PROJECT_BINARY_DIR}/ricochetConfig.cmake" "${PROJECT_BINARY_DIR}/ricochetConfigVersion.cmake"
    DESTINATION "${package_folder}")
