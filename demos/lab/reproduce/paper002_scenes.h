#pragma once

#include "algorithms/stencil/detector.h"

namespace ricochet::lab::paper002 {

using SharedMesh = std::shared_ptr<const Mesh>;

/// Two solids and the view of them.
struct Scene {
    std::string name;
    SharedMesh a, b;
    Pose poseA = {}, poseB = {};
    stencil::View view = {};
    stencil::Method method = stencil::Method::extended;

    Index faces() const { return a->faceCount() + b->faceCount(); }
};

/// Figure 3: one solid convex along the view and a concave one, two convex ones, two concave ones; about
/// `faces` triangles in all.
Scene figure3a(Index faces, int pixels);
Scene figure3b(Index faces, int pixels);
Scene figure3c(Index faces, int pixels);

/// Figure 5: four teeth of a lower jaw and one of an upper one, more than 110,000 triangles. Metres: one is
/// 5 mm of a real jaw.
inline constexpr Real kMillimetresPerMetre = 5;
enum class Stage { a, b, c, d };  ///< apart, just touching, biting, biting deep
enum class Along { closing, row };
Scene figure5(Stage stage, Along along, int pixels, int facesPerTooth = 22'000);

/// A plate whose hills extend into another one in `loops` places or a few more; triangles, area of the
/// contact and layers of a pixel do not depend on how many they are.
Scene waves(int loops, Index faces, int pixels);

/// The number of connected components of the collision map.
int components(const stencil::CollisionMap& map);

/// A square view of all of both solids, along axes.
stencil::View viewOfAll(const Scene& scene, const Matrix3& axes, int pixels);

}  // namespace ricochet::lab::paper002
