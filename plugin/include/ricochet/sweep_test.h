#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <ricochet/precision.h>

#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// What btCollisionWorld::convexSweepTest is for convex shapes, for bodies of meshes: moves `body` from one
/// transform to another, turning as it goes (by less than half a turn), and hands every object that it would
/// touch to `callback` (btCollisionWorld::ClosestConvexResultCallback, or one's own), with the fraction of
/// the path, the point and the normal, both in the world. A fraction may be early by a millionth, never late;
/// what crosses at the start has fraction 0 and no normal.
///
/// The other objects stand where they are. Of the two there must be a mesh (BVH, scaled BVH, GImpact,
/// heightfield, multimaterial; in a compound, too); boxes and convex hulls are the other side's other choice,
/// anything else is not touched: convexSweepTest is for that. Margins are not counted. `body` need not be in
/// the world. Returns an empty string, or one sentence where the world's dispatcher has no algorithms of ours
/// (`registerAlgorithms`).
std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body, const btTransform& from,
                      const btTransform& to, btCollisionWorld::ConvexResultCallback& callback);

/// The same for a mesh that deforms: every vertex goes straight, evenly and each for itself from where `from`
/// has it to where `to` has it, both in the world, in the order of the shape's own vertices (of several parts
/// one after the other). `body` says which faces they make, by a shape that is one mesh, and which bodies it
/// may meet; where it stands, and where its vertices are at present, is not looked at. All pairs of a vertex
/// and a face and of two edges are solved, so nothing is missed, and fractions are never late.
///
/// The other objects, any with faces, stand where they are. Also returns one sentence where the body's shape
/// is not one mesh, the numbers of vertices are not the mesh's, or a vertex is not finite.
std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body,
                      const std::vector<btVector3>& from, const std::vector<btVector3>& to,
                      btCollisionWorld::ConvexResultCallback& callback);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
