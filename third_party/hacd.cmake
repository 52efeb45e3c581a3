# Hierarchical approximate convex decomposition, from Bullet's extras: hacd::hacd. It knows nothing of Bullet and
# computes in double, so both precisions use the same one.
find_path(RICOCHET_HACD_INCLUDE HACD/hacdHACD.h PATH_SUFFIXES bullet REQUIRED)
find_library(RICOCHET_HACD_LIBRARY HACD REQUIRED)
if(NOT TARGET hacd::hacd)
    add_library(hacd::hacd UNKNOWN IMPORTED GLOBAL)
    set_target_properties(hacd::hacd PROPERTIES IMPORTED_LOCATION "${RICOCHET_HACD_LIBRARY}"
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RICOCHET_HACD_INCLUDE}")
endif()
