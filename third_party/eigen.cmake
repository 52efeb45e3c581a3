# Linear algebra.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
