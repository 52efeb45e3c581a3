# One folder = one library = one alias. A folder's files are found: a new one needs no line in a CMakeLists.txt.

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
    # need not; pointers can be misaligned only where bytes become objects (ricochet_check_alignment).
    add_compile_options(-fsanitize=${RICOCHET_SANITIZERS} -fno-sanitize=null,object-size,alignment
        -fno-sanitize-recover=all -fno-omit-frame-pointer $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    add_link_options(-fsanitize=${RICOCHET_SANITIZERS})
    # What Highway compiles once per instruction set is one source: of the vector ones, two stand for all four.
    add_compile_definitions("HWY_DISABLED_TARGETS=(HWY_AVX3|HWY_SSSE3)")
endif()

# ricochet_files(OUT FOLDER path...)
# The paths in FOLDER; a path that is a folder stands for every .cpp file in it and below.
function(ricochet_files out folder)
    set(files "")
    foreach(path IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${folder}" NORMALIZE)
        if(IS_DIRECTORY "${path}")
            cmake_path(APPEND path "*.cpp")
            file(GLOB_RECURSE path CONFIGURE_DEPENDS "${path}")
        endif()
        list(APPEND files ${path})
    endforeach()
    set(${out} ${files} PARENT_SCOPE)
endfunction()

# What the functions below take alike, as arg_FOLDER, arg_SOURCES and so on:
#   FOLDER folder       where its files are; without it the folder NAME
#   SOURCES path...     of the folder's files these; without it all
#   WITHOUT path...     but these
#   DEPENDS target...   geometry is ricochet::geometry
#   PRECISE_DEPENDS target...   those that are compiled once per Bullet precision
macro(ricochet_parse name)
    cmake_parse_arguments(arg "COMPONENT;APART" "FOLDER;PRECISION;PREFIX" "SOURCES;WITHOUT;LONG;TOGETHER;DEPENDS;PRECISE_DEPENDS" ${ARGN})
    if(NOT arg_FOLDER)
        set(arg_FOLDER ${name})
    endif()
    if(NOT arg_SOURCES)
        set(arg_SOURCES .)
    endif()
    ricochet_files(arg_SOURCES ${arg_FOLDER} ${arg_SOURCES})
    if(arg_WITHOUT)
        ricochet_files(arg_WITHOUT ${arg_FOLDER} ${arg_WITHOUT})
        list(REMOVE_ITEM arg_SOURCES ${arg_WITHOUT})
    endif()
    list(TRANSFORM arg_DEPENDS REPLACE "^[a-z_0-9-]+$" "ricochet::\\0")
    list(TRANSFORM arg_PRECISE_DEPENDS PREPEND "ricochet::")
endmacro()

# ricochet_library(NAME [COMPONENT] [PRECISION float|double] [FOLDER ...] [SOURCES ...] [WITHOUT ...] DEPENDS ...)
# Target ricochet_NAME, alias ricochet::NAME. PRECISION where it knows Bullet. A COMPONENT is no part of what is
# installed: only targets that link it by name get it and what it depends on.
function(ricochet_library name)
    ricochet_parse(${name} ${ARGN})
    add_library(ricochet_${name} STATIC ${arg_SOURCES})
    add_library(ricochet::${name} ALIAS ricochet_${name})
    set_target_properties(ricochet_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(ricochet_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(ricochet_${name} PUBLIC ${arg_DEPENDS} PRIVATE ricochet_options)
    target_compile_options(ricochet_${name} PRIVATE ${RICOCHET_CONVERSION_WARNINGS})
    if(arg_PRECISION)
        set_property(GLOBAL APPEND PROPERTY RICOCHET_LIBRARIES_${arg_PRECISION} ricochet_${name})
    elseif(NOT arg_COMPONENT)
        set_property(GLOBAL APPEND PROPERTY RICOCHET_LIBRARIES ricochet_${name})
    endif()
endfunction()

# ricochet_bullet_library(NAME [FOLDER ...] [SOURCES ...] [WITHOUT ...] DEPENDS ... PRECISE_DEPENDS ...)
# The same source compiled once per Bullet precision that is built: ricochet::NAME (float), ricochet::NAME-double.
# Each variant links the PRECISE_DEPENDS of its own precision.
function(ricochet_bullet_library name)
    ricochet_parse(${name} ${ARGN})
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

# ricochet_compile_quickly(TARGET...)
# A Release build compiles these targets in two thirds of the time of -O3: what takes little time when it runs.
function(ricochet_compile_quickly)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endforeach()
endfunction()

# ricochet_check_alignment(NAME...)
# The undefined-behaviour sanitizer also looks at whether these libraries' pointers are aligned.
function(ricochet_check_alignment)
    if(RICOCHET_SANITIZERS MATCHES "undefined")
        foreach(name IN LISTS ARGN)
            target_compile_options(ricochet_${name} PRIVATE -fsanitize=alignment)
        endforeach()
    endif()
endfunction()

# ricochet_compile_alone(file...)
# Keeps files out of a unity build: others of their folder have the same names for what is their own, or are compiled
# once per instruction set, too, which Highway does for one file of a translation unit.
function(ricochet_compile_alone)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
