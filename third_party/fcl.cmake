# The Flexible Collision Library: compared with in the benchmarks.
find_package(fcl REQUIRED)
add_library(fcl::fcl ALIAS fcl)
