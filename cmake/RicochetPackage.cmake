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
