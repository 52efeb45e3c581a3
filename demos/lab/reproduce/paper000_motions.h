#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"

#include <memory>
#include <vector>

namespace ricochet::lab::paper000 {

using SharedMesh = std::shared_ptr<const Mesh>;

/// Half the edge of the paper's world, metres; spheres have a radius of 1.
inline constexpr Real kWorldHalf = 4;
inline constexpr int kLevel = 6;  ///< resolution of all of its octrees

/// Bodies with constant velocities over a number of cycles. The first two collide in the last cycle; no
/// others do and none before.
struct Run {
    std::vector<SharedMesh> meshes;    ///< per body
    std::vector<RigidMotion> motions;  ///< from cycle 0 to the last
    int cycles;

    std::vector<Pose> posesAt(int cycle) const;
    /// From the cycle before to this one.
    std::vector<RigidMotion> stepsTo(int cycle) const;
};

/// The paper's sphere with this number of triangles.
SharedMesh sphere(int triangles);
/// The number of faces up to which the paper expects real time.
SharedMesh sphereOf5936();

Run twoSpheres(int triangles, int cycles);
Run twoSpheres(const SharedMesh& mesh, int cycles);
/// Section 3.4.2: space shuttles, many of whose boxes overlap.
Run shuttles(int count, int cycles);
/// Figure 3.9: spheres of 528 triangles, far apart but for two.
Run manySpheres(int count, int cycles);
/// Figure 3.11: head, space shuttle, sphere and chair; the first two collide.
Run fourObjects(int cycles);

/// Bodies at their poses; `models` has one for each.
std::vector<MeshInstance> placed(const std::vector<std::shared_ptr<const CollisionModel>>& models,
                                 const std::vector<Pose>& poses);

/// The models of a run's meshes; bodies that share a mesh share its model.
std::vector<std::shared_ptr<const CollisionModel>> modelsOf(const Run& run, const NarrowPhase& narrowPhase);

}  // namespace ricochet::lab::paper000
