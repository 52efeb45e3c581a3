# `cpack`, or all at once: `cmake --workflow --preset packages`. Debian packages, one a component, and an archive of
# all that runs from any folder.
set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_VENDOR "The Ricochet authors")
set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR}")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)

# The licences of what is compiled into Ricochet, or embedded in it, as far as this machine has them.
set(third_party "${PROJECT_BINARY_DIR}/third-party-licences.txt")
file(WRITE "${third_party}" "Licences of what is compiled into Ricochet's libraries and program, or embedded in its pages.\n")
foreach(licence
    Eigen:/usr/share/doc/libeigen3-dev/copyright
    Highway:/usr/share/doc/libhwy-dev/copyright
    tl::expected:/usr/share/doc/libexpected-dev/copyright
    CLI11:/usr/share/doc/libcli11-dev/copyright
    "JSON for Modern C++:/usr/share/doc/nlohmann-json3-dev/copyright"
    "three.js:${PROJECT_SOURCE_DIR}/third_party/web/three-LICENSE"
    "uPlot:${PROJECT_SOURCE_DIR}/third_party/web/uplot-LICENSE")
    string(REGEX MATCH "^(.*):(/.*)$" licence "${licence}")
    if(EXISTS "${CMAKE_MATCH_2}")
        file(READ "${CMAKE_MATCH_2}" text)
        file(APPEND "${third_party}" "\n======== ${CMAKE_MATCH_1}\n\n${text}")
    endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/LICENSE"
    "${third_party}" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
install(FILES "${PROJECT_SOURCE_DIR}/plugin/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}/plugin" COMPONENT doc)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake")
set(CPACK_RICOCHET_LICENCES "${PROJECT_SOURCE_DIR}/LICENSE" "${third_party}")

# Each library needs Bullet's, and by their headers' version, which registerAlgorithms compares.
get_target_property(bullet_folders bullet::bullet${RICOCHET_SUFFIX} INTERFACE_INCLUDE_DIRECTORIES)
find_file(bullet_header LinearMath/btScalar.h PATHS ${bullet_folders} NO_DEFAULT_PATH NO_CACHE REQUIRED)
file(STRINGS "${bullet_header}" bullet_version REGEX "define BT_BULLET_VERSION")
string(REGEX REPLACE "[^0-9]" "" bullet_version "${bullet_version}")
math(EXPR next_bullet "${bullet_version} + 1")
foreach(name bullet_version next_bullet)
    string(REGEX REPLACE "(..)$" ".\\1" ${name} "${${name}}")
endforeach()

# ricochet_debian_package(COMPONENT NAME SECTION SUMMARY [DEPENDS component...])
function(ricochet_debian_package component name section summary)
    cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
    string(TOUPPER "${component}" upper)
    set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}" PARENT_SCOPE)
    set(CPACK_COMPONENT_${upper}_DEPENDS ${arg_DEPENDS} PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${name}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}" PARENT_SCOPE)
    set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
endfunction()
set(soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(library_package "libricochet${soversion}")
set(CPACK_COMPONENTS_ALL "")
ricochet_debian_package(library ${library_package} libs "The shared libraries, for float and double Bullet.")
ricochet_debian_package(dev libricochet-dev libdevel "Headers, archives, and files for CMake and pkg-config." DEPENDS library)
ricochet_debian_package(doc ricochet-doc doc "The pages.")
if(RICOCHET_DEMOS)
    ricochet_debian_package(program ricochet science "The program that runs, compares and preloads." DEPENDS library)
endif()
if(TARGET ricochet_mpi)
    ricochet_debian_package(mpi ricochet-mpi science "Predictions by many processes, under Open MPI." DEPENDS program)
endif()

foreach(component LIBRARY PROGRAM MPI)
    set(CPACK_DEBIAN_${component}_PACKAGE_SHLIBDEPS ON)
endforeach()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libbullet-dev (>= ${bullet_version}), libbullet-dev (<< ${next_bullet})")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "libepoxy0")  # of the component stencil
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libegl1, libgl1-mesa-dri, fonts-dejavu-core")  # of pictures

# For packages that link the shared libraries.
file(WRITE "${PROJECT_BINARY_DIR}/debian/shlibs" "")
foreach(precision IN LISTS RICOCHET_PRECISIONS)
    file(APPEND "${PROJECT_BINARY_DIR}/debian/shlibs"
        "libricochet${RICOCHET_SUFFIX_${precision}} ${soversion} ${library_package} (>= ${PROJECT_VERSION})\n")
endforeach()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/debian/shlibs")
include(CPack)
