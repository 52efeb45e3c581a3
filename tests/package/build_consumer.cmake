# Builds the consumer project in FOLDER, against what is installed there from the build tree INSTALL_FROM or
# against the sources in RICOCHET_FOLDER, and runs its PROGRAMS.
file(REMOVE_RECURSE "${FOLDER}")

function(must)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(INSTALL_FROM)
    must(${CMAKE_COMMAND} --install "${INSTALL_FROM}" --prefix "${FOLDER}/prefix")
    set(ricochet "-DCMAKE_PREFIX_PATH=${FOLDER}/prefix")
else()
    # the same flags as in the build that tests, so that ccache has what is compiled file by file
    set(ricochet "-DRICOCHET_FOLDER=${RICOCHET_FOLDER}")
    foreach(setting RICOCHET_WARNINGS_AS_ERRORS CMAKE_UNITY_BUILD CMAKE_UNITY_BUILD_BATCH_SIZE)
        list(APPEND ricochet "-D${setting}=${${setting}}")
    endforeach()
endif()
must(${CMAKE_COMMAND} -S "${CONSUMER}" -B "${FOLDER}/build" -G "${GENERATOR}" -DCMAKE_BUILD_TYPE=Release ${ricochet})
must(${CMAKE_COMMAND} --build "${FOLDER}/build" --target ${PROGRAMS})
foreach(program ${PROGRAMS})
    must("${FOLDER}/build/${program}")
endforeach()
