# Builds the consumer by pkg-config MODULE's flags alone, with the shared library and with the archive, and runs both: with
# the shared library by the line that README has for a prefix of one's own.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/machine.cmake")
use_installed_module()

file(STRINGS "${SOURCES}/README.md" line REGEX "^g\\+\\+ main.cpp .*pkg-config .*&& ./main$")
string(REPLACE "DIR/lib/pkgconfig" "${modules}" line "${line}")
string(REPLACE " ricochet)" " ${MODULE})" line "${line}")
file(COPY "${CONSUMER}/main.cpp" DESTINATION "${FOLDER}")
set(ENV{CPATH} "${CMAKE_CURRENT_LIST_DIR}/poison")
must(env -u LD_LIBRARY_PATH -u PKG_CONFIG_PATH sh -c "${line}" WORKING_DIRECTORY "${FOLDER}")

set(compile "${COMPILER}" -std=c++17 "${CONSUMER}/main.cpp")
flags(archive --static --cflags --libs "${MODULE}")
list(TRANSFORM archive REPLACE "^-l(${MODULE})$" "-l:lib\\1.a")
must(${compile} -o "${FOLDER}/archive" ${archive})
must("${FOLDER}/archive")
