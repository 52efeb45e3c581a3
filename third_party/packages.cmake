# What else is used, beside Bullet (bullet.cmake). What demos compare with may be absent: a target of it is asked for.
find_package(PkgConfig REQUIRED)

# The library: linear algebra; SIMD with run-time dispatch; threads; tl::expected, a value or one sentence that says
# why there is none.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET GLOBAL libhwy)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    # Eigen calls for fused multiply-add where it is told that there is one, and -ffp-contract=off does not hold it back.
    set_property(TARGET Eigen3::Eigen APPEND PROPERTY INTERFACE_COMPILE_OPTIONS -U__ARM_FEATURE_FMA)
    # NEON alone: vectors of the scalable extension have no size that a compiler knows, so that no struct can hold them.
    # Highway's NEON includes AES, and constructors that are implicit are compiled for what the command line says.
    set_property(TARGET PkgConfig::hwy APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
        "HWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
    set_property(TARGET PkgConfig::hwy APPEND PROPERTY INTERFACE_COMPILE_OPTIONS -march=armv8-a+crypto)
elseif(MINGW)
    # GCC spills registers of 32 bytes to a stack that Windows aligns to 16 (its bug 54412).
    set_property(TARGET PkgConfig::hwy APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
        "HWY_DISABLED_TARGETS=(HWY_AVX2|HWY_AVX3|HWY_AVX3_DL)")
endif()
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_path(RICOCHET_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)
if(NOT TARGET tl::expected_header)
    add_library(tl::expected_header INTERFACE IMPORTED GLOBAL)
    target_include_directories(tl::expected_header INTERFACE "${RICOCHET_EXPECTED_INCLUDE}")
endif()

if(RICOCHET_DEMOS)
    find_package(CLI11 2.1 REQUIRED)  # command line
    find_package(meshoptimizer REQUIRED GLOBAL)  # smaller meshes in pages
    find_package(nlohmann_json 3.11 REQUIRED)

    # The tessellator of polygons. Windows has its own.
    if(WIN32)
        add_library(glu INTERFACE)
        add_library(PkgConfig::glu ALIAS glu)
        target_link_libraries(glu INTERFACE glu32 opengl32)
    else()
        pkg_check_modules(glu REQUIRED IMPORTED_TARGET GLOBAL glu)
    endif()

    # Hierarchical approximate convex decomposition, from Bullet's extras: hacd::hacd. It knows nothing of Bullet and
    # computes in double, so both precisions use the same one.
    find_path(RICOCHET_HACD_INCLUDE HACD/hacdHACD.h PATH_SUFFIXES bullet REQUIRED)
    find_library(RICOCHET_HACD_LIBRARY HACD REQUIRED)
    if(NOT TARGET hacd::hacd)
        add_library(hacd::hacd UNKNOWN IMPORTED GLOBAL)
        set_target_properties(hacd::hacd PROPERTIES IMPORTED_LOCATION "${RICOCHET_HACD_LIBRARY}"
            INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RICOCHET_HACD_INCLUDE}")
    endif()
endif()

if(RICOCHET_DEMOS AND NOT RICOCHET_PLAIN_PROGRAM)
    pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET GLOBAL epoxy)  # OpenGL and EGL by one loader
    pkg_check_modules(assimp REQUIRED IMPORTED_TARGET GLOBAL assimp>=5.2)  # STL, PLY, glTF, DAE
    # Robots in URDF; TinyXML, in which liburdfdom reads them, tells the lines of their elements.
    pkg_check_modules(urdfdom REQUIRED IMPORTED_TARGET GLOBAL urdfdom tinyxml)
    pkg_check_modules(tinygltf REQUIRED IMPORTED_TARGET GLOBAL tinygltf)  # animations in glTF
    pkg_check_modules(freetype REQUIRED IMPORTED_TARGET GLOBAL freetype2)
    find_package(PNG REQUIRED GLOBAL)

    # A window, where both are installed.
    pkg_check_modules(glfw QUIET IMPORTED_TARGET GLOBAL glfw3>=3.3)
    pkg_check_modules(imgui QUIET IMPORTED_TARGET GLOBAL imgui>=1.86)

    # Open MPI, where it is installed: predictions by many processes. Only its C functions are used.
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)

    # Compared with, where they are installed: Intel's ray tracer, which also collides two trees of boxes; the Flexible
    # Collision Library; libccd, which FCL brings along; the Open Dynamics Engine.
    find_package(embree 3 QUIET GLOBAL)
    find_package(fcl QUIET GLOBAL)
    find_package(ccd QUIET GLOBAL)
    foreach(library embree fcl ccd)
        if(TARGET ${library} AND NOT TARGET ${library}::${library})
            add_library(${library}::${library} ALIAS ${library})
        endif()
    endforeach()
    pkg_check_modules(ode QUIET IMPORTED_TARGET GLOBAL ode>=0.16)
    if(TARGET PkgConfig::ode AND NOT TARGET ode::ode)
        add_library(ode::ode ALIAS PkgConfig::ode)
    endif()
endif()

# Tests need all of theirs; without one there are none. Benchmarks: tests/bench. Without all demos there is one test
# program, of state hashes, which needs GoogleTest alone.
set(ricochet_has_all_demos OFF)
if(RICOCHET_DEMOS AND NOT RICOCHET_PLAIN_PROGRAM)
    set(ricochet_has_all_demos ON)
endif()
if(RICOCHET_TESTS)
    find_package(GTest QUIET)
endif()
if(RICOCHET_TESTS AND NOT ricochet_has_all_demos AND NOT TARGET GTest::gmock)
    message(STATUS "GoogleTest is not installed: there are no tests")
    set(RICOCHET_TESTS OFF)
elseif(RICOCHET_TESTS AND ricochet_has_all_demos)
    find_package(benchmark 1.6 QUIET)
    find_path(RICOCHET_GMP_INCLUDE gmpxx.h)
    find_library(RICOCHET_GMP_LIBRARY gmp)
    find_library(RICOCHET_GMPXX_LIBRARY gmpxx)
    if(NOT TARGET GTest::gmock OR NOT RICOCHET_GMP_INCLUDE OR NOT RICOCHET_GMPXX_LIBRARY)
        message(STATUS "GoogleTest or GMP is not installed: there are no tests (third_party/install installs them)")
        set(RICOCHET_TESTS OFF)
    endif()
endif()
if(RICOCHET_TESTS AND ricochet_has_all_demos)
    # Exact rational arithmetic: what the predicates are held against. gmp::gmpxx
    add_library(gmpxx INTERFACE)
    add_library(gmp::gmpxx ALIAS gmpxx)
    target_include_directories(gmpxx SYSTEM INTERFACE "${RICOCHET_GMP_INCLUDE}")
    target_link_libraries(gmpxx INTERFACE "${RICOCHET_GMPXX_LIBRARY}" "${RICOCHET_GMP_LIBRARY}")
endif()
