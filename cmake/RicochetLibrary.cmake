# One folder = one library = one alias.

# Where a user has ccache, a second build costs seconds.
find_program(RICOCHET_CCACHE ccache)
if(RICOCHET_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${RICOCHET_CCACHE}")
endif()

# What every target of ours is compiled with.
#   -ffp-contract=off: where a placed vertex is, is defined without fused multiply-add (geometry/types.h).
add_library(ricochet_options INTERFACE)
target_compile_features(ricochet_options INTERFACE cxx_std_20)
target_compile_options(ricochet_options INTERFACE
    -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<BOOL:${RICOCHET_WARNINGS_AS_ERRORS}>:-Werror>)
if(RICOCHET_SANITIZERS)
    # g++ warns of uninitialised values in the standard library where it instruments them. The address sanitizer
    # reports what is read through a null pointer or outside an object, so that the undefined-behaviour sanitizer
    # need not; pointers can be misaligned only where bytes become objects (ricochet_check_alignment). Functions of
    # many memory accesses call the address sanitizer's checks instead of inlining them. Contacts compile in 50 s
    # of processor time so, in 110 s with all checks but that of null pointers inlined.
    add_compile_options(-fsanitize=${RICOCHET_SANITIZERS} -fno-sanitize=null,object-size,alignment
        -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-maybe-uninitialized)
    if(RICOCHET_SANITIZERS MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(--param=asan-instrumentation-with-call-threshold=150)
    endif()
    add_link_options(-fsanitize=${RICOCHET_SANITIZERS})
    # What Highway compiles once per instruction set is one source: of the vector ones, two stand for all four.
    add_compile_definitions("HWY_DISABLED_TARGETS=(HWY_AVX3|HWY_SSSE3)")
endif()

# ricochet_library(NAME [COMPONENT] [PRECISION float|double] SOURCES file... DEPENDS target...)
# Target ricochet_NAME, alias ricochet::NAME. PRECISION where it knows Bullet. A COMPONENT is no part of what is
# installed: only targets that link it by name get it and what it depends on.
function(ricochet_library name)
    cmake_parse_arguments(arg "COMPONENT" "PRECISION" "SOURCES;DEPENDS" ${ARGN})
    add_library(ricochet_${name} STATIC ${arg_SOURCES})
    add_library(ricochet::${name} ALIAS ricochet_${name})
    set_target_properties(ricochet_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(ricochet_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(ricochet_${name} PUBLIC ${arg_DEPENDS} PRIVATE ricochet_options)
    target_compile_options(ricochet_${name} PRIVATE ${RICOCHET_CONVERSION_WARNINGS})
    if(arg_COMPONENT)
        return()
    endif()
    if(arg_PRECISION)
        set_property(GLOBAL APPEND PROPERTY RICOCHET_LIBRARIES_${arg_PRECISION} ricochet_${name})
    else()
        set_property(GLOBAL APPEND PROPERTY RICOCHET_LIBRARIES ricochet_${name})
    endif()
endfunction()

# ricochet_check_alignment(NAME)
# The undefined-behaviour sanitizer also looks at whether that library's pointers are aligned.
function(ricochet_check_alignment name)
    if(RICOCHET_SANITIZERS MATCHES "undefined")
        target_compile_options(ricochet_${name} PRIVATE -fsanitize=alignment)
    endif()
endfunction()

# ricochet_compile_alone(file...)
# Keeps files out of a unity build: others of their folder have the same names for what is their own, or are compiled
# once per instruction set, too, which Highway does for one file of a translation unit.
function(ricochet_compile_alone)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# ricochet_bullet_library(NAME SOURCES file... DEPENDS target... PRECISE_DEPENDS target...)
# The same source compiled once per Bullet precision that is built: ricochet::NAME (float), ricochet::NAME-double.
# PRECISE_DEPENDS names libraries of this kind; each variant links their variant of its own precision.
function(ricochet_bullet_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRECISE_DEPENDS" ${ARGN})
    foreach(precision IN LISTS RICOCHET_PRECISIONS)
        set(suffix "${RICOCHET_SUFFIX_${precision}}")
        set(precise ${arg_PRECISE_DEPENDS})
        list(TRANSFORM precise APPEND "${suffix}")
        ricochet_library(${name}${suffix} PRECISION ${precision} SOURCES ${arg_SOURCES}
            DEPENDS ${arg_DEPENDS} ${precise} bullet::bullet${suffix})
    endforeach()
endfunction()

# ricochet_public_headers(NAME)
# The variants of a library of that kind see plugin/include.
function(ricochet_public_headers name)
    foreach(precision IN LISTS RICOCHET_PRECISIONS)
        target_include_directories(ricochet_${name}${RICOCHET_SUFFIX_${precision}}
            PUBLIC "${PROJECT_SOURCE_DIR}/plugin/include")
    endforeach()
endfunction()
