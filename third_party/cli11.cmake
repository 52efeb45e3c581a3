# Command line: CLI11::CLI11.
find_package(CLI11 2.1 REQUIRED)
