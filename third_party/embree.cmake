# Intel's ray tracer, which also collides two trees of boxes, where it is installed: compared with. embree::embree
find_package(embree 3 QUIET GLOBAL)
if(TARGET embree AND NOT TARGET embree::embree)
    add_library(embree::embree ALIAS embree)
endif()
