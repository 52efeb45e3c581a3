# Compiles the name patterns of CMakePresets.json's tests. CTest runs every test where one of them does not compile: CMake
# takes at most nine groups in a pattern.
file(READ "${CMAKE_CURRENT_LIST_DIR}/../CMakePresets.json" presets)
string(JSON count LENGTH "${presets}" testPresets)
math(EXPR last "${count} - 1")
foreach(preset RANGE ${last})
    foreach(kind include exclude)
        string(JSON pattern ERROR_VARIABLE absent GET "${presets}" testPresets ${preset} filter ${kind} name)
        if(NOT absent)
            string(REGEX MATCH "${pattern}" match "")  # ends this script where the pattern does not compile
        endif()
    endforeach()
endforeach()
