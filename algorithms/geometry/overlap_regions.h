#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/placed_vertices.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_hull.h"

#include <span>
#include <vector>

namespace ricochet {

/// A body that moves in a step.
struct MovingBody {
    MeshInstance at0, at1;  ///< of one mesh, or of two with the same faces if it deforms
    Real deviation = 0;     ///< metres: upper bound of any point's distance from its straight path
};

/// A body that moves rigidly: `deviation` bounds the distance of its rotating points from straight paths.
MovingBody movingBody(const CollisionModel& model, const RigidMotion& motion);

/// A body at the present instant, or during a step.
struct PlacedBody {
    const MeshInstance* placed;            ///< at the end of a step
    const MeshInstance* before = nullptr;  ///< at its beginning; null for a static body
    Real growth = 0;                       ///< metres by which boxes are grown
    PointList vertices = {};               ///< in the world; empty if the body has no overlap region
    PointList verticesBefore = {};         ///< at the beginning of the step
    Aabb box = {};                         ///< of all these, grown
    std::vector<Aabb> regions = {};        ///< intersections of `box` with other bodies' boxes

    Triangle triangle(Index face) const { return triangleOf(vertices, face); }
    /// Contains the face during the whole step, grown.
    Aabb boxOfFace(Index face) const {
        const Aabb now = boxOf(triangle(face));
        if (!before) return grownOutward(now, growth);
        const Aabb then = boxOf(triangleOf(verticesBefore, face));
        return grownOutward({now.min.cwiseMin(then.min), now.max.cwiseMax(then.max)}, growth);
    }
    /// The body must move.
    SweptHull hullOfFace(Index face) const {
        return sweptHull(triangleOf(verticesBefore, face), triangle(face), growth);
    }

private:
    Triangle triangleOf(const PointList& points, Index face) const {
        const auto [u, v, w] = placed->mesh().face(face);
        return {points[u], points[v], points[w]};
    }
};

/// Static bodies, with boxes grown by `by` metres; regions are not yet computed. `bodies` refers to its
/// input; its arrays are reused.
void placeBodies(std::span<const MeshInstance> placed, Real by, std::vector<PlacedBody>& bodies);

/// The same, each body's boxes grown by its own number of metres.
void placeBodies(std::span<const MeshInstance> placed, std::span<const Real> by,
                 std::vector<PlacedBody>& bodies);

/// The same for moving bodies.
void placeBodies(std::span<const MovingBody> moving, std::vector<PlacedBody>& bodies);

/// Two bodies of a list.
struct PairOfBodies {
    Index a, b;
};

/// Smith, Kitamura et al. 1995, section 3.3.3: boxes of all bodies and their overlap regions.
void findOverlapRegions(const Executor& executor, std::vector<PlacedBody>& bodies);

/// The same, but only of the given pairs of bodies, those of a broad phase.
void findOverlapRegions(const Executor& executor, std::span<const PairOfBodies> pairs,
                        std::vector<PlacedBody>& bodies);

/// Without the stage (3.2.2): the only region of each body is its own box.
void skipOverlapRegions(const Executor& executor, std::vector<PlacedBody>& bodies);

}  // namespace ricochet
