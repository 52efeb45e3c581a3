# Intel's ray tracer, which also collides two trees of boxes: compared with in the benchmarks. embree::embree
find_package(embree 3 REQUIRED)
if(NOT TARGET embree::embree)
    add_library(embree::embree ALIAS embree)
endif()
