# Bullet's libraries as targets: imported ones, as a project has them that knows itself where its Bullet is; or, where
# GIVEN_BULLET ends with -source, built ones with headers and definitions where Bullet's own CMake files have them,
# in the folders and not at the targets. Their code is that of the installed Bullet.
find_path(BULLET_FOLDER LinearMath/btScalar.h PATH_SUFFIXES bullet REQUIRED)
set(ending "")
set(definition "")
if(GIVEN_BULLET MATCHES "^double")
    set(ending "-float64")
    set(definition "BT_USE_DOUBLE_PRECISION")
endif()

function(import_bullet name file)
    add_library(${name} UNKNOWN IMPORTED)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${file}")
    target_include_directories(${name} INTERFACE "${BULLET_FOLDER}")
    target_compile_definitions(${name} INTERFACE ${definition})
endfunction()

function(build_bullet name file)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/bullet/src")
    file(COPY "${BULLET_FOLDER}/" DESTINATION "${folder}")
    file(WRITE "${folder}/${name}/empty.cpp" "")
    set(define "")
    if(definition)
        set(define "add_definitions(-D${definition})")
    endif()
    file(WRITE "${folder}/${name}/CMakeLists.txt" "
include_directories(${folder})
${define}
add_library(${name} STATIC empty.cpp)
target_link_libraries(${name} ${file})
")
    add_subdirectory("${folder}/${name}" "bullet/${name}")
endfunction()

foreach(name BulletSoftBody BulletDynamics BulletCollision LinearMath)
    find_library(${name}_FILE ${name}${ending} REQUIRED)
    if(GIVEN_BULLET MATCHES "-source$")
        build_bullet(${name} "${${name}_FILE}")
    else()
        import_bullet(${name} "${${name}_FILE}")
    endif()
endforeach()
