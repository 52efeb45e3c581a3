#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// A unit of length that a mesh file may be written in.
struct LengthUnit {
    const char* name;
    double metres;
};
const std::vector<LengthUnit>& lengthUnits();

/// What the coordinates of a mesh file mean.
struct MeshFrame {
    LengthUnit unit = {"m", 1};
    char up = 'y';                ///< the axis against gravity: x, y or z
    std::string unitReason = "";  ///< empty if the user said it or the format defines it
    std::string upReason = "";    ///< the same
    bool isGuessed() const { return !unitReason.empty() || !upReason.empty(); }
};

/// A mesh file, as it is.
struct MeshFile {
    std::string path;
    std::shared_ptr<const Mesh> mesh;
    MeshFrame frame;
};

/// Reads bodies and, unless its path is empty, the ground, which comes last. `unit` and `up` are what the
/// user said, or empty: glTF and DAE files are in metres with y up, and for others the unit is guessed from
/// the largest body, and the axis from the ground or from the format.
Result<std::vector<MeshFile>> readMeshFiles(const std::vector<std::string>& bodies, const std::string& ground,
                                            const std::string& unit, const std::string& up);

/// The point in metres, with y up.
Vec3 toWorldAxes(const MeshFrame& frame, const Vec3& point);

}  // namespace ricochet::app
