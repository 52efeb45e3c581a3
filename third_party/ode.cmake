# The Open Dynamics Engine: compared with in the benchmarks. ode::ode
find_package(PkgConfig REQUIRED)
pkg_check_modules(ode REQUIRED IMPORTED_TARGET GLOBAL ode>=0.16)
if(NOT TARGET ode::ode)
    add_library(ode::ode ALIAS PkgConfig::ode)
endif()
