#include "tests/ground_truth/labelled_set.h"

#include <fstream>

/// Writes the labelled sets of this folder anew; run from the project's root.
int main() {
    std::ofstream("tests/ground_truth/triangle_triangle.txt") << ricochet::makeTriangleTriangleSet();
    std::ofstream("tests/ground_truth/triangle_box.txt") << ricochet::makeTriangleBoxSet();
}
