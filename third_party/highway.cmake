# SIMD with run-time dispatch.
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET GLOBAL libhwy)
