# Packs what BUILD has for Debian, and unpacks it into FOLDER/root, as a bare system has it: libraries and what projects
# need. tests/package/bare_root does the same with all packages, by apt.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
file(REMOVE_RECURSE "${FOLDER}")

must("${CPACK}" --config "${BUILD}/CPackConfig.cmake" -G DEB -B "${FOLDER}" -D "CPACK_COMPONENTS_ALL=library\\;dev"
    -D CPACK_DEBIAN_COMPRESSION_TYPE=none -D CPACK_STRIP_FILES=OFF)
file(GLOB packages "${FOLDER}/*.deb")
set(control "")
foreach(package IN LISTS packages)
    must(dpkg-deb -x "${package}" "${FOLDER}/root")
    execute_process(COMMAND dpkg-deb -f "${package}" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND control "${text}")
endforeach()
foreach(line
    "Package: libricochet-dev\n" "Depends: libricochet[0-9.]+ \\(= [0-9.]+\\), libbullet-dev \\(>= 3\\.[0-9]+\\)"
    "Package: libricochet[0-9.]+\n" "Depends: libc6[^\n]* libhwy1 ")
    if(NOT control MATCHES "${line}")
        message(FATAL_ERROR "no package says ${line}: ${control}")
    endif()
endforeach()
foreach(file share/doc/libricochet-dev/copyright include/ricochet/ricochet.h lib/libricochet-double-hook.a)
    if(NOT EXISTS "${FOLDER}/root/usr/${file}")
        message(FATAL_ERROR "no package has ${file}")
    endif()
endforeach()
