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
    int treeDepth = -1;  ///< boxes of the narrow phase's trees at this depth; 0: the root's; negative: none
    btScalar metresPerImpulse = 0;  ///< in N s: impulses of contacts as lines of that scale; 0: none
};

/// Draws a world's contacts and Ricochet's structures through a program's own drawer. Call it between steps;
/// not thread-safe, and it changes nothing in the world. Face pairs are searched for anew. Of a static mesh,
/// boxes are drawn only where a moving body's box overlaps the mesh's. Returns an empty string, or one
/// sentence if the world's dispatcher has no algorithms of ours (`registerAlgorithms`): contacts alone are
/// then drawn.
RICOCHET_API std::string debugDraw(btCollisionWorld& world, btIDebugDraw& drawer,
                                   const DebugDrawing& what = {});

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
