# tl::expected: a value or one sentence that says why there is none.
find_path(RICOCHET_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)
if(NOT TARGET tl::expected_header)
    add_library(tl::expected_header INTERFACE IMPORTED GLOBAL)
    target_include_directories(tl::expected_header INTERFACE "${RICOCHET_EXPECTED_INCLUDE}")
endif()
