#pragma once

#include "algorithms/geometry/narrow_phase.h"

namespace ricochet {

/// Whether the point (world) is on or inside the closed mesh at its pose, by winding number. Exact. Faces may
/// point inwards or outwards and shells may overlap; a cavity is outside if its faces point into it. Tests
/// every face.
bool contains(const Mesh& mesh, const Pose& pose, const Vec3& point);

/// The same for a mesh in its own frame; `faces` contains at least those that the ray from the point along +x
/// hits, each once.
bool contains(const Mesh& mesh, std::span<const Index> faces, const Vec3& point);

/// The same for a model of `narrowPhase`; tests only faces on a ray from the point.
bool contains(const NarrowPhase& narrowPhase, const MeshInstance& placed, const Vec3& point);

}  // namespace ricochet
