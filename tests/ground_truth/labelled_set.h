#pragma once

#include "tests/support/triangle_cases.h"

#include <string>
#include <vector>

namespace ricochet {

/// One line of a file of this folder.
struct LabelledPoints {
    std::string kind;
    bool meet;
    std::vector<Vec3> points;
};

/// The files' text: cases made from a fixed seed, labels by rational arithmetic.
std::string makeTriangleTriangleSet();
std::string makeTriangleBoxSet();

/// Skips comments; throws std::runtime_error with the line's number where one is malformed.
std::vector<LabelledPoints> parseLabelledSet(const std::string& text, std::size_t pointsPerLine);

}  // namespace ricochet
