# Builds the consumer by pkg-config MODULE's flags alone, with the shared library and with the archive, and runs both.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
file(GLOB_RECURSE module_file "${PREFIX}/*/${MODULE}.pc")
cmake_path(GET module_file PARENT_PATH modules)
set(ENV{PKG_CONFIG_PATH} "${modules}")

# flags(OUT option...): what pkg-config answers, as a list.
function(flags out)
    execute_process(COMMAND pkg-config ${ARGN} ${MODULE} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(text UNIX_COMMAND "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

set(compile "${COMPILER}" -std=c++17 "-I${CMAKE_CURRENT_LIST_DIR}/poison" "${CONSUMER}/main.cpp")
flags(shared --cflags --libs)
flags(libdir --variable=libdir)
must(${compile} -o "${FOLDER}/shared" ${shared} "-Wl,-rpath,${libdir}")
must("${FOLDER}/shared")

flags(archive --static --cflags --libs)
list(TRANSFORM archive REPLACE "^-l(${MODULE})$" "-l:lib\\1.a")
must(${compile} -o "${FOLDER}/archive" ${archive})
must("${FOLDER}/archive")
