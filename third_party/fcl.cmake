# The Flexible Collision Library, where it is installed: compared with. fcl::fcl
find_package(fcl QUIET GLOBAL)
if(TARGET fcl AND NOT TARGET fcl::fcl)
    add_library(fcl::fcl ALIAS fcl)
endif()
