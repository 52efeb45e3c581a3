# Open MPI, where it is installed: predictions by many processes. MPI::MPI_CXX; only its C functions are used.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI QUIET COMPONENTS CXX)
