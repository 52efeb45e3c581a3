# cmake -P web.cmake: fetches what pages of replays are made of into web/, with their licences, by npm. Does
# nothing where they are there. Fails with one line where they cannot be fetched, or there is no npm.
set(folder "${CMAKE_CURRENT_LIST_DIR}/web")

# fetch(PACKAGE VERSION SHA256 FILE...): files of a package, and its licence as PACKAGE-LICENSE.
function(fetch package version hash)
    if(EXISTS "${folder}/${package}-LICENSE")
        return()
    endif()
    set(work "${folder}/.${package}")
    set(archive "${package}-${version}.tgz")
    file(MAKE_DIRECTORY "${work}")
    find_program(NPM npm)
    if(NPM)
        execute_process(COMMAND "${NPM}" pack --silent --fetch-retries=0 "${package}@${version}" WORKING_DIRECTORY "${work}"
            OUTPUT_QUIET ERROR_QUIET TIMEOUT 120)
    endif()
    set(found "")
    if(EXISTS "${work}/${archive}")
        file(SHA256 "${work}/${archive}" found)
    endif()
    if(NOT found STREQUAL hash)
        file(REMOVE_RECURSE "${work}")
        message(FATAL_ERROR "${package} ${version} cannot be fetched by npm")
    endif()
    file(ARCHIVE_EXTRACT INPUT "${work}/${archive}" DESTINATION "${work}")
    foreach(file IN LISTS ARGN)
        file(COPY "${work}/package/${file}" DESTINATION "${folder}")
    endforeach()
    file(RENAME "${work}/package/LICENSE" "${folder}/${package}-LICENSE")
    file(REMOVE_RECURSE "${work}")
endfunction()

fetch(three 0.147.0 03b50c0c820f7ae92010ce464200904c92214938ea7f751bd0e96e0499330988
    build/three.min.js examples/js/controls/OrbitControls.js)
fetch(uplot 1.6.32 4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d
    dist/uPlot.iife.min.js dist/uPlot.min.css)
