# PNG files: PNG::PNG.
find_package(PNG REQUIRED GLOBAL)
