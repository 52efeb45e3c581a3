# Builds the project in CONSUMER with its SETTINGS in FOLDER, and runs its PROGRAMS; both are lists with a | between
# two items. Bullet is BULLET:
#   any                as it is installed
#   package            float alone, by its CMake package
#   pkg-config         float alone, by pkg-config
#   pkg-config-double  double alone, by pkg-config
# Each program prints the same as the program SAME_AS, if that is not empty.
# None of what the libraries were built from has headers here.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
file(REMOVE_RECURSE "${FOLDER}")

set(poison "")
if(NOT SETTINGS MATCHES "RICOCHET_FOLDER")
    set(poison "-DCMAKE_CXX_FLAGS=-I${CMAKE_CURRENT_LIST_DIR}/poison" -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON)
endif()
string(REPLACE "|" ";" PROGRAMS "${PROGRAMS}")
string(REPLACE "|" ";" SETTINGS "${SETTINGS}")
list(TRANSFORM SETTINGS PREPEND "-D")
machine_with("${BULLET}" environment hidden)
must(${CMAKE_COMMAND} -E env ${environment}
    ${CMAKE_COMMAND} -S "${CONSUMER}" -B "${FOLDER}/build" -G "${GENERATOR}" -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_PREFIX_PATH=${PREFIX}" ${hidden} ${poison} ${SETTINGS})
foreach(program ${PROGRAMS})
    must(${CMAKE_COMMAND} --build "${FOLDER}/build" --target ${program})
    must("${FOLDER}/build/${program}")
    if(SAME_AS)
        execute_process(COMMAND "${FOLDER}/build/${program}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND "${SAME_AS}" OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
        if(NOT printed STREQUAL expected)
            message(FATAL_ERROR "${program} prints ${printed}and ${SAME_AS} ${expected}")
        endif()
    endif()
    # a program that does not ask for it links no OpenGL
    execute_process(COMMAND ldd "${FOLDER}/build/${program}" OUTPUT_VARIABLE linked COMMAND_ERROR_IS_FATAL ANY)
    if(program MATCHES "-stencil$" AND NOT linked MATCHES "libepoxy")
        message(FATAL_ERROR "${program} does not link libepoxy: ${linked}")
    elseif(NOT program MATCHES "-stencil$" AND linked MATCHES "libepoxy|libEGL|libGL")
        message(FATAL_ERROR "${program} links OpenGL: ${linked}")
    endif()
endforeach()
