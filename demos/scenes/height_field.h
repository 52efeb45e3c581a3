#pragma once

#include <vector>

namespace ricochet::scenes {

/// Heights over a square about the origin, by rows along x from its corner of the smallest x and z.
struct HeightField {
    std::vector<float> heights;  ///< metres; a square number of them, at least 4
    double spacing = 1;          ///< metres between samples
    double most = 1;             ///< metres: no sample is ever higher, or deeper below 0
};

}  // namespace ricochet::scenes
