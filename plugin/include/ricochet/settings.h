#pragma once

#include <ricochet/precision.h>

#include <functional>
#include <string>
#include <vector>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The gap at which bodies come to rest.
enum class Margins {
    asShape,  ///< the sum of the shapes' margins, as in stock Bullet
    zero      ///< the meshes themselves touch
};

/// The subject of a report. The numbers are stable.
enum class ReportReason {
    cannotCollide = 1,  ///< an empty mesh, an index out of range, a size that is not a number …
    hasNoInside = 2,    ///< a mesh that is open or inside out: it collides from both sides
    tookBack = 3,       ///< others registered algorithms over ours: see `Settings::keepRegistration`
    outOfMemory = 4     ///< a pair has no contacts in one step, or Bullet's solver solved in place of ours
};

/// A message about one shape, about a registration, or about its memory.
struct Report {
    const btCollisionShape* shape;  ///< valid during the call; null if it is about no shape
    void* userPointer;              ///< the shape's own (btCollisionShape::getUserPointer)
    ReportReason reason;            ///< the subject
    std::string message;            ///< one sentence

    /// Lets a function that takes a string receive the message.
    operator const std::string&() const { return message; }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // g++ warns of the constructor that it writes

/// Settings for `registerAlgorithms`. The defaults suit most programs.
struct Settings {
    /// Narrow phase of mesh pairs; names as in `narrowPhases()`, with parameters as in
    /// "obb-tree?hull-from=64&rebuild-growth=3" (docs/parameters.md lists them).
    std::string narrowPhase = "wide-tree";
    /// Method for spheres, capsules, cylinders, cones and multi-spheres against meshes; names as in
    /// `contactMethods()`, or "stock" to leave these pairs to Bullet.
    std::string roundMesh = "round-features";
    /// "ricochet": boxes, convex hulls and other polyhedra collide with meshes by `narrowPhase`; "stock"
    /// leaves these pairs to Bullet.
    std::string hullMesh = "ricochet";
    /// "ricochet": the nodes, edges and faces of soft bodies collide with meshes of all kinds, if the nodes
    /// collide with rigid bodies (`btSoftBody::fCollision::SDF_RS`, or `SDF_RD` of deformable ones), and with
    /// those of other soft bodies, if both collide by faces (`VF_SS`); "stock" leaves these pairs to Bullet.
    std::string softMesh = "ricochet";
    /// Method for boxes, convex hulls and other polyhedra with one another; names as in `convexMethods()`,
    /// with parameters as in "convex-features?method=walk", or "stock" to leave these pairs to Bullet.
    std::string convexConvex = "stock";
    /// How `sweepTest`, `SweptWorld` and times of impact find the faces of two meshes that may touch in a
    /// step; names as in `continuousMethods()`. Contacts are the same; only the duration differs.
    std::string continuous = "narrow-phase";
    Margins margins = Margins::asShape;  ///< the gap at rest
    /// Up to 1024, for the pairs of a step and for regions; results do not depend on it, unless a contact
    /// callback moves a body: contacts are those of the poses when the step's first pair is processed.
    int threads = 1;
    /// Whether each thread beside the calling one stays on one processor. Linux only.
    bool bindThreads = false;
    btScalar clearance = 0;  ///< metres: of holes; contacts look ahead by at most half of it; 0: no limit
    int maxPatches = 16;     ///< manifolds for one pair of bodies, without those of `sweptContacts`
    /// Face pairs of two bodies in a step. A pair counts if its first corners or, of needles, its longest
    /// edges are within the query distance. Fast or deep bodies above this limit get coarser contacts: those
    /// of the first impacts, from a narrower search. `Statistics::coarsePairs` counts such pairs of bodies.
    int pairBudget = 4096;
    /// Adds contacts for distant impacts within the step, so that bodies stop at the surface instead of
    /// inside. Off: contacts look ahead by at most a quarter of the smaller body's radius, and thin fast
    /// bodies can tunnel. SweptWorld does not need it.
    bool sweptContacts = true;
    /// Whether contacts at internal edges are dropped: where static or kinematic bodies, or the parts of a
    /// compound, form one surface with seams, like a floor of tiles. Off: each pair is treated by itself, and
    /// bodies are stopped by the hidden side of the next tile.
    bool internalEdgeRemoval = true;
    /// Whether algorithms that others register over ours, as btGImpactCollisionAlgorithm::registerAlgorithm
    /// does, are put under ours again when the next pair of bodies begins, as by `restoreRegistration`; this
    /// is reported once. Needs Bullet's default near callback (btCollisionDispatcher::setNearCallback), which
    /// ours replaces. Off, with another near callback, or with `CollisionConfiguration`, whose
    /// entries stay as they are: call `restoreRegistration` or `registerAlgorithms`.
    bool keepRegistration = true;
    /// Whether a dynamic body, or link of a multi-body, whose shape is a mesh and whose inertia is zero gets
    /// that of the mesh (`massProperties`) when it first comes near another: btTriangleMeshShape computes
    /// none, so that such bodies never turn. `ricochet preload` and the hook do that by default.
    bool meshInertia = false;
    /// Whether statistics include times. Reading clocks costs some 0.1 µs per pair and step.
    bool measureTime = false;
    /// Called once for a shape that cannot collide (an empty mesh, a vertex that is not a number), and once
    /// for a mesh without an inside (open, or inside out), which collides from both sides and pushes deep
    /// bodies out slowly. Once, too, if there is no memory for what a step needs: the step ends, and the
    /// world goes on. May be called from any thread that steps the world. Empty: messages about shapes that
    /// cannot collide, that entries were taken back, and about memory go to standard error, and open meshes
    /// are not reported.
    std::function<void(const Report& report)> report = {};
    /// The former name of `narrowPhase`; counts unless it is empty.
    [[deprecated("use narrowPhase")]] std::string meshMesh = {};
};

#pragma GCC diagnostic pop

/// The valid names for `Settings::narrowPhase` and `setAlgorithm`. Thread-safe, as the three below.
RICOCHET_API std::vector<std::string> narrowPhases();

/// The valid names for `Settings::roundMesh` beside "stock".
RICOCHET_API std::vector<std::string> contactMethods();

/// The valid names for `Settings::convexConvex` beside "stock".
RICOCHET_API std::vector<std::string> convexMethods();

/// The valid names for `Settings::continuous`; the first is the default.
RICOCHET_API std::vector<std::string> continuousMethods();

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
