# What the scripts of this folder share.

function(must)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# must_say(SENTENCE command...): it fails, and that is why.
function(must_say sentence)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    if(result EQUAL 0 OR NOT text MATCHES "${sentence}")
        message(FATAL_ERROR "it ended with ${result}, and did not say '${sentence}' but: ${text}")
    endif()
endfunction()

# flags(OUT argument...): what pkg-config answers, as a list.
function(flags out)
    execute_process(COMMAND pkg-config ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(text UNIX_COMMAND "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# use_installed_module(): an empty FOLDER, and pkg-config finds MODULE where PREFIX has it.
macro(use_installed_module)
    file(REMOVE_RECURSE "${FOLDER}")
    file(MAKE_DIRECTORY "${FOLDER}")
    file(GLOB_RECURSE module_file "${PREFIX}/*/${MODULE}.pc")
    cmake_path(GET module_file PARENT_PATH modules)
    set(ENV{PKG_CONFIG_PATH} "${modules}")
endmacro()

# FOLDER/pkgconfig: copies of all modules of this machine, without those whose names match HIDDEN.
function(pkg_config_without hidden)
    execute_process(COMMAND pkg-config --variable pc_path pkg-config OUTPUT_VARIABLE path
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE "${FOLDER}/pkgconfig")
    file(MAKE_DIRECTORY "${FOLDER}/pkgconfig")
    string(REPLACE ":" ";" path "${path}")
    foreach(folder IN LISTS path)
        file(GLOB modules "${folder}/*.pc")
        foreach(module IN LISTS modules)
            cmake_path(GET module FILENAME name)
            if(NOT name MATCHES "${hidden}" AND NOT EXISTS "${FOLDER}/pkgconfig/${name}")
                # Some find their headers by where they lie.
                cmake_path(GET module PARENT_PATH place)
                file(READ "${module}" text)
                string(REPLACE "\${pcfiledir}" "${place}" text "${text}")
                file(WRITE "${FOLDER}/pkgconfig/${name}" "${text}")
            endif()
        endforeach()
    endforeach()
endfunction()

# machine_with(any|pkg-config|pkg-config-double|package ENVIRONMENT OPTIONS)
# A machine that has one precision of Bullet alone, which one thing alone says: the environment and CMake's
# options that hide all others. Debian's CMake packages and its pkg-config modules know both precisions.
function(machine_with bullet environment settings)
    set(${environment} "" PARENT_SCOPE)
    set(${settings} "" PARENT_SCOPE)
    if(bullet STREQUAL "any")
        return()
    endif()
    file(GLOB packages /usr/lib/*/cmake/bullet /lib/*/cmake/bullet)
    set(cache "set(CMAKE_IGNORE_PATH \"${packages}\" CACHE STRING \"\")\n")
    if(bullet STREQUAL "package")
        pkg_config_without("^bullet")
        list(GET packages 0 package)
        file(COPY "${package}/BulletConfig.cmake" DESTINATION "${FOLDER}/bullet")
        string(APPEND cache "set(Bullet_DIR \"${FOLDER}/bullet\" CACHE PATH \"\")\n")
    elseif(bullet STREQUAL "pkg-config")
        pkg_config_without("^bullet-float64")
    else()
        pkg_config_without("^bullet\\.pc")
    endif()
    file(WRITE "${FOLDER}/cache.cmake" "${cache}")
    set(${environment} "PKG_CONFIG_LIBDIR=${FOLDER}/pkgconfig" PARENT_SCOPE)
    set(${settings} -C "${FOLDER}/cache.cmake" PARENT_SCOPE)
endfunction()
