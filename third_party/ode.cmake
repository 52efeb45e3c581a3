# The Open Dynamics Engine, where it is installed: compared with. ode::ode
find_package(PkgConfig REQUIRED)
pkg_check_modules(ode QUIET IMPORTED_TARGET GLOBAL ode>=0.16)
if(TARGET PkgConfig::ode AND NOT TARGET ode::ode)
    add_library(ode::ode ALIAS PkgConfig::ode)
endif()
