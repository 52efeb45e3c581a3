#pragma once

#include <LinearMath/btScalar.h>
#include <ricochet/precision.h>

#include <string>

class btCollisionWorld;
class btIDebugDraw;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What `debugDraw` draws beside Bullet's own debugDrawWorld, which has wireframes, boxes and joints.
struct DebugDrawing {
    bool contacts = true;   ///< of the last step, by btIDebugDraw::drawContactPoint; a colour a patch
    bool facePairs = true;  ///< outlines of the faces that intersect now
    /// Boxes of the narrow phase's trees, or shells of spherical fields, at this depth; 0: the root's;
    /// negative: none.
    int treeDepth = -1;
    /// Boxes of the regions of large static meshes that are prepared now, and of the leaves of each
    /// MkTreeShape that are in memory.
    bool regions = false;
    /// Boxes as a SweepAndPruneBroadphase compares them, and around those in each of its cells; of an
    /// MkTreeBroadphase also the leaves of its tree.
    bool broadPhase = false;
    btScalar metresPerImpulse = 0;  ///< in N s: impulses of contacts as lines of that scale; 0: none
};

/// Draws a world's contacts and Ricochet's structures through a program's own drawer. Call it between steps;
/// not thread-safe, and it changes nothing in the world. Face pairs are searched for anew. Of a static mesh,
/// boxes are drawn only where a moving body's box overlaps the mesh's. Returns an empty string, or one
/// sentence if the world's dispatcher has no algorithms of ours (`registerAlgorithms`): contacts and the
/// broad phase alone are then drawn.
RICOCHET_API std::string debugDraw(btCollisionWorld& world, btIDebugDraw& drawer,
                                   const DebugDrawing& what = {});

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
