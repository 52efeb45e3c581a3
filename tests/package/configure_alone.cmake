# Configures our own sources on a machine with float Bullet alone, and on one with double Bullet alone.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
file(REMOVE_RECURSE "${FOLDER}")

foreach(bullet pkg-config pkg-config-double)
    set(there float)
    set(missing double)
    if(bullet STREQUAL "pkg-config-double")
        set(there double)
        set(missing float)
    endif()
    set(build "${FOLDER}/${there}")
    machine_with(${bullet} environment hidden)
    set(configure ${CMAKE_COMMAND} -E env ${environment} ${CMAKE_COMMAND} -S "${SOURCES}" -B "${build}" -G "${GENERATOR}"
        -DCMAKE_BUILD_TYPE=Release -DRICOCHET_TESTS=OFF ${hidden})
    must(${configure})

    # what it would build and install is of that precision
    file(READ "${build}/cmake_install.cmake" installed)
    if(NOT installed MATCHES "ricochet-${there}" OR installed MATCHES "ricochet-${missing}")
        message(FATAL_ERROR "with ${there} Bullet alone it would install: ${installed}")
    endif()
    must_say("RICOCHET_PRECISION is '${missing}'. There is no Bullet 3.24 or newer in ${missing} precision"
        ${configure} -DRICOCHET_PRECISION=${missing})
    file(REMOVE_RECURSE "${FOLDER}/pkgconfig")
endforeach()

# a given Bullet of the wrong precision
must_say("RICOCHET_PRECISION is 'float'. There is no Bullet 3.24 or newer in float precision: the project's own targets"
    ${CMAKE_COMMAND} -S "${CONSUMER}" -B "${FOLDER}/given" -G "${GENERATOR}" -DGIVEN_BULLET=double
    "-DRICOCHET_FOLDER=${SOURCES}" -DRICOCHET_PRECISION=float)
