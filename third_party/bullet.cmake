# Bullet in both precisions: bullet::bullet (float) and bullet::bullet-double.
# The two share symbol names: a program links one of them, never both.
find_package(PkgConfig REQUIRED)
pkg_check_modules(bullet REQUIRED IMPORTED_TARGET GLOBAL bullet>=3.24)
pkg_check_modules(bullet-float64 REQUIRED IMPORTED_TARGET GLOBAL bullet-float64>=3.24)
if(NOT TARGET bullet::bullet)
    add_library(bullet::bullet ALIAS PkgConfig::bullet)
    add_library(bullet::bullet-double ALIAS PkgConfig::bullet-float64)
endif()
