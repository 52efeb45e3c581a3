# OpenGL and EGL by one loader.
find_package(PkgConfig REQUIRED)
pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET GLOBAL epoxy)
