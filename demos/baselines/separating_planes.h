#pragma once

#include "algorithms/geometry/mesh.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ricochet::baselines {

/// The competitor in Smith, Kitamura et al. 1995, section 3.4.3: every two convex bodies have a separating
/// plane, cached from one step to the next. When it no longer separates them, the closest points are searched
/// (Gilbert, Johnson, Keerthi. A Fast Procedure for Computing the Distance between Complex Objects in
/// Three-Dimensional Space. 1988), and the plane is placed midway between them; the paper's goes through one
/// of the two, so a body crosses it sooner. All vertices of both bodies are tested against the plane one by
/// one, without testing boxes first.
class SeparatingPlanes {
public:
    using Pair = std::pair<Index, Index>;  ///< numbers of bodies, the smaller one first

    struct Counters {
        std::uint64_t planes = 0;    ///< plane against two bodies
        std::uint64_t vertices = 0;  ///< tested against a plane
        std::uint64_t searches = 0;  ///< for the closest points
    };

    /// Refers to the meshes, which must be convex, one for each body.
    explicit SeparatingPlanes(std::vector<const Mesh*> bodies);

    /// Every two bodies that overlap at these poses.
    void findCollidingBodies(std::span<const Pose> poses, std::vector<Pair>& out);

    const Counters& counters() const { return counters_; }

private:
    /// A is above: normal * x > offset.
    struct Plane {
        Vec3 normal;  ///< world, unit
        Real offset;
    };

    bool separates(const Plane& plane, Index a, Index b, std::span<const Pose> poses);
    /// None where the bodies overlap.
    std::optional<Plane> search(Index a, Index b, std::span<const Pose> poses);

    std::vector<const Mesh*> bodies_;
    std::vector<std::optional<Plane>> planes_;  ///< of all pairs, in order
    Counters counters_;
};

}  // namespace ricochet::baselines
