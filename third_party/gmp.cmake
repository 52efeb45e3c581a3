# Exact rational arithmetic: what the tests hold the predicates against. gmp::gmpxx
find_path(RICOCHET_GMP_INCLUDE gmpxx.h REQUIRED)
find_library(RICOCHET_GMP_LIBRARY gmp REQUIRED)
find_library(RICOCHET_GMPXX_LIBRARY gmpxx REQUIRED)
add_library(gmpxx INTERFACE)
add_library(gmp::gmpxx ALIAS gmpxx)
target_include_directories(gmpxx SYSTEM INTERFACE "${RICOCHET_GMP_INCLUDE}")
target_link_libraries(gmpxx INTERFACE "${RICOCHET_GMPXX_LIBRARY}" "${RICOCHET_GMP_LIBRARY}")
