# Mesh files: STL, PLY, glTF, DAE.
find_package(PkgConfig REQUIRED)
pkg_check_modules(assimp REQUIRED IMPORTED_TARGET GLOBAL assimp>=5.2)
