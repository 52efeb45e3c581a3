# libccd, where it is installed (FCL brings it along): compared with. ccd::ccd
find_package(ccd QUIET GLOBAL)
if(TARGET ccd AND NOT TARGET ccd::ccd)
    add_library(ccd::ccd ALIAS ccd)
endif()
