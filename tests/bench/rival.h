#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>

namespace ricochet::bench {

/// Another library's way to find the colliding faces of two meshes.
class Rival {
public:
    virtual ~Rival() = default;
    /// Takes over the present vertices of the meshes, brings its structures up to date and does what a user
    /// of the library has to do for a collision at these poses; A stays at the origin.
    virtual void collide(const Pose& poseOfB) = 0;
    /// Different face pairs that it reports at the same poses; not for the stopwatch.
    virtual std::size_t pairCount() = 0;
};

/// Bullet's btGImpactMeshShape, postUpdate and btGImpactCollisionAlgorithm, in float, without margins.
std::unique_ptr<Rival> makeGImpact(std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b);

/// Two fcl::BVHModel<AABB> in double, refitted bottom-up to vertices in the world, and fcl::collide for all
/// contacts.
std::unique_ptr<Rival> makeFcl(std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b);

}  // namespace ricochet::bench
