# 64-bit ARM under Debian: its cross compiler, the packages of arm64 in a folder of their own, and qemu for what is built.
# third_party/other-system aarch64 fills the folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
include("${CMAKE_CURRENT_LIST_DIR}/root.cmake")
ricochet_root(aarch64 usr/include/aarch64-linux-gnu "${CMAKE_CXX_COMPILER}" g++-aarch64-linux-gnu)

set(CMAKE_SYSROOT "${RICOCHET_ROOT}")
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${RICOCHET_ROOT}")
set(ENV{PKG_CONFIG_LIBDIR} "${RICOCHET_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${RICOCHET_ROOT}/usr/share/pkgconfig")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${RICOCHET_ROOT}")
