# Builds the consumer by pkg-config MODULE's flags alone, with the shared library and with the archive, and runs both.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
use_installed_module()

set(compile "${COMPILER}" -std=c++17 "-I${CMAKE_CURRENT_LIST_DIR}/poison" "${CONSUMER}/main.cpp")
flags(shared --cflags --libs "${MODULE}")
flags(libdir --variable=libdir "${MODULE}")
must(${compile} -o "${FOLDER}/shared" ${shared} "-Wl,-rpath,${libdir}")
must("${FOLDER}/shared")

flags(archive --static --cflags --libs "${MODULE}")
list(TRANSFORM archive REPLACE "^-l(${MODULE})$" "-l:lib\\1.a")
must(${compile} -o "${FOLDER}/archive" ${archive})
must("${FOLDER}/archive")
