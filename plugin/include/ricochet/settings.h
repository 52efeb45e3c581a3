#pragma once

#include <ricochet/precision.h>

#include <functional>
#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// The gap at which bodies come to rest.
enum class Margins {
    asShape,  ///< the sum of the shapes' margins, as stock Bullet has it
    zero      ///< the meshes themselves touch
};

/// What `registerAlgorithms` takes. The defaults are good.
struct Settings {
    std::string meshMesh = "wide-tree";  ///< narrow phase of mesh pairs; names as in `narrowPhases()`
    Margins margins = Margins::asShape;
    int threads = 1;         ///< up to 1024, for one pair's query; the result is the same for any number
    btScalar clearance = 0;  ///< metres: of a hole in which a body must not jam; 0: none
    int maxPatches = 16;     ///< manifolds for one pair of bodies, without those of `sweptContacts`
    /// Contacts with what bodies meet within the step and are still far from, so that they arrive there and
    /// are not first seen inside. Off: contacts look a quarter of the smaller body's radius ahead at most,
    /// and what is thinner and faster can get through. SweptWorld does not need it.
    bool sweptContacts = true;
    /// Hears one sentence for a shape that cannot collide (an empty mesh, a vertex that is not a number), and
    /// one for a mesh without an inside (open, or inside out), which bodies meet from both sides and which
    /// pushes out nothing that is deep in it; may be called from any thread that steps the world. Empty: the
    /// sentence goes to standard error.
    std::function<void(const std::string& sentence)> report = {};
};

/// The names that `Settings::meshMesh` and `setAlgorithm` take.
std::vector<std::string> narrowPhases();

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
