#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <ricochet/precision.h>

#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Like btCollisionWorld::convexSweepTest, but for mesh bodies: moves `body` from one transform to another,
/// including rotation (by less than half a turn), and passes every object that it would touch to `callback`
/// (btCollisionWorld::ClosestConvexResultCallback, or your own), with the fraction of the path, and the point
/// and the normal in world coordinates. A fraction may be early by a millionth, never late; objects that
/// overlap at the start have fraction 0 and no normal. A search among very many faces that are near all the
/// time, which would take seconds, ends with the fraction up to which nothing touches, without point and
/// normal.
///
/// The other objects stand still. At least one of the two must be a mesh (BVH, scaled BVH, GImpact,
/// heightfield, multimaterial; also in a compound); the other may also be a box or a convex hull. All other
/// shapes are ignored: use convexSweepTest for them. Margins do not count. `body` need not be in the world.
/// Returns an empty string, or one sentence if the world's dispatcher has no algorithms of ours
/// (`registerAlgorithms`). Call it between steps; not thread-safe.
[[nodiscard]] RICOCHET_API std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body,
                                                 const btTransform& from, const btTransform& to,
                                                 btCollisionWorld::ConvexResultCallback& callback);

/// The same for a deforming mesh: every vertex moves straight and uniformly from its position in `from` to
/// that in `to`, in world coordinates and in the order of the shape's own vertices (several parts one after
/// the other). `body` provides the faces, through a shape that is one mesh, and the collision filter; its
/// transform and its present vertices are ignored. All pairs of a vertex and a face and of two edges are
/// solved, so nothing is missed, and fractions are never late.
///
/// The other objects, any with faces, stand still. Also returns one sentence if the body's shape is not one
/// mesh, if the numbers of vertices differ from the mesh's, or if a vertex is not finite.
[[nodiscard]] RICOCHET_API std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body,
                                                 const std::vector<btVector3>& from,
                                                 const std::vector<btVector3>& to,
                                                 btCollisionWorld::ConvexResultCallback& callback);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
