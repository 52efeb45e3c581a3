#pragma once

#include <ricochet/precision.h>

#include <functional>
#include <string>
#include <vector>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// The gap at which bodies come to rest.
enum class Margins {
    asShape,  ///< the sum of the shapes' margins, as stock Bullet has it
    zero      ///< the meshes themselves touch
};

/// What a report is about. The numbers stay what they are.
enum class ReportReason {
    cannotCollide = 1,  ///< an empty mesh, an index out of range, a size that is no number …: no contacts
    hasNoInside = 2     ///< a mesh that is open or inside out: bodies meet it from both sides
};

/// One sentence about one shape.
struct Report {
    const btCollisionShape* shape;  ///< lives as long as the call
    void* userPointer;              ///< the shape's own (btCollisionShape::getUserPointer)
    ReportReason reason;
    std::string sentence;

    /// A report may also go to a function that takes the sentence alone.
    operator const std::string&() const { return sentence; }
};

/// What `registerAlgorithms` takes. The defaults are good.
struct Settings {
    std::string meshMesh = "wide-tree";  ///< narrow phase of mesh pairs; names as in `narrowPhases()`
    /// Method for spheres, capsules, cylinders, cones and multi-spheres against meshes; names as in
    /// `contactMethods()`, or "stock" to leave these pairs to Bullet.
    std::string roundMesh = "round-features";
    /// Method for boxes, convex hulls and other polyhedra with one another; names as in `convexMethods()`, or
    /// "stock" to leave these pairs to Bullet.
    std::string convexConvex = "stock";
    Margins margins = Margins::asShape;
    int threads = 1;  ///< up to 1024, for one pair's query and for regions; results do not depend on it
    btScalar clearance = 0;  ///< metres: of a hole in which a body must not jam; 0: none
    int maxPatches = 16;     ///< manifolds for one pair of bodies, without those of `sweptContacts`
    /// Face pairs of two bodies in a step. Of fast or deep bodies with more, contacts are coarser: looked for
    /// less far aside, and not beyond what is met first. `Statistics::coarsePairs` counts them.
    int pairBudget = 16384;
    /// Contacts with what bodies meet within the step and are still far from, so that they arrive there and
    /// are not first seen inside. Off: contacts look a quarter of the smaller body's radius ahead at most,
    /// and what is thinner and faster can get through. SweptWorld does not need it.
    bool sweptContacts = true;
    /// Triangles: btBvhTriangleMeshShape and its kin with more of them are not prepared whole but about the
    /// bodies that come near; until steps have found out that one is closed it is met from both sides. Below
    /// it a first touch takes up to half a second. Like the next two, of the process: the last call counts.
    int wholeMesh = 150000;
    int wholeTerrain =
        4000;  ///< the same for btHeightfieldTerrainShape; its contacts are the same in both cases
    int regionMegabytes = 256;  ///< of such parts: above it the least recently used are dropped, 0 keeps none
    /// Whether statistics tell times. Reading clocks costs some 0.1 µs a pair and step.
    bool measureTime = false;
    /// Hears once for a shape that it cannot collide (an empty mesh, a vertex that is not a number), and once
    /// that a mesh has no inside (open, or inside out), so that bodies meet it from both sides and what is
    /// deep in it is pushed out slowly. May be called from any thread that steps the world. Empty: sentences
    /// about shapes that cannot collide go to standard error; an open mesh is no news.
    std::function<void(const Report& report)> report = {};
};

/// The names that `Settings::meshMesh` and `setAlgorithm` take.
std::vector<std::string> narrowPhases();

/// The names that `Settings::roundMesh` takes beside "stock".
std::vector<std::string> contactMethods();

/// The names that `Settings::convexConvex` takes beside "stock".
std::vector<std::string> convexMethods();

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
