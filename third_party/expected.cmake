# tl::expected: a value or one sentence that says why there is none.
find_path(RICOCHET_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)
add_library(expected INTERFACE)
add_library(tl::expected_header ALIAS expected)
target_include_directories(expected SYSTEM INTERFACE $<BUILD_INTERFACE:${RICOCHET_EXPECTED_INCLUDE}>)
