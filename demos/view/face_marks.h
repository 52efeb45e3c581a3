#pragma once

#include "demos/view/offscreen_renderer.h"

#include <vector>

namespace ricochet::view {

// Between the normals of two faces. Up to the first they look like one face; it is far above the error of a
// sliver's normal in single precision. From the second on their edge is drawn in full.
constexpr float kFlatDegrees = 1, kSharpDegrees = 8;
/// Between the normals of a region's faces: a floor may be so uneven.
constexpr float kLevelDegrees = 15;

/// What a picture with guides draws on a face.
struct FaceMarks {
    /// How strongly the edge opposite each corner is drawn, 0 to 1: 0 where the surface bends by no more than
    /// `kFlatDegrees`; 1 where it bends by `kSharpDegrees`, ends, or belongs to more than two faces.
    std::array<float, 3> creases{1, 1, 1};
    /// Metres: the area of the level region to which the face belongs over its longest extent. No edge in it
    /// is drawn.
    float levelWidth = 0;
    Point levelNormal{};  ///< unit: of that region, in the mesh
};

/// One a face. Vertices at the same position count as one.
std::vector<FaceMarks> markFaces(const DrawnMesh& mesh);

}  // namespace ricochet::view
