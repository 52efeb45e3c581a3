# 64-bit Windows under Debian: MinGW's compiler with POSIX threads, and wine for what is built. Programs are linked
# statically: they need no library beside them.
# third_party/other-system windows fills the folder.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
include("${CMAKE_CURRENT_LIST_DIR}/root.cmake")
ricochet_root(windows include/tl/expected.hpp "${CMAKE_CXX_COMPILER}" g++-mingw-w64-x86-64-posix)

set(ENV{PKG_CONFIG_LIBDIR} "${RICOCHET_ROOT}/lib/pkgconfig")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
# Debian has it outside the path.
find_program(RICOCHET_WINE wine64 HINTS /usr/lib/wine)
if(RICOCHET_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${RICOCHET_WINE}")
endif()
