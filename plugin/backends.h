#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// A narrow phase and the name by which a user selects it.
struct Backend {
    const char* name;
    const char* about;  ///< one line
    std::function<std::shared_ptr<const NarrowPhase>(std::shared_ptr<const Executor>)> make;
    /// Empty, or why it is unavailable on this machine; null if it is always available. Called when the name
    /// is selected, before the first step.
    std::function<std::string()> whyNot = nullptr;
    /// Finds the contacts of two meshes in a step; the narrow phase handles all other queries. Null: contacts
    /// come from face pairs.
    std::function<std::shared_ptr<const ContactMethod>()> makeMethod = nullptr;
};

/// The pairs that a contact method serves.
enum class MethodUse {
    roundMesh,    ///< a round shape against a mesh
    convexConvex  ///< two convex bodies that consist of vertices
};

/// A method for pairs whose contacts need no face pairs, and the name by which a user selects it.
struct MethodRow {
    const char* name;
    const char* about;  ///< one line
    MethodUse use;
    std::shared_ptr<const ContactMethod> (*make)();
};

/// The name that leaves pairs to Bullet.
inline constexpr const char* kStock = "stock";

/// The one table of names. The first is the default.
const std::vector<Backend>& backends();

/// Adds a row for a component that the library does not link, unless the name exists already. Call it before
/// any thread registers algorithms.
void addBackend(Backend backend);

/// The row of that name, or nothing.
const Backend* findBackend(const std::string& name);

/// Empty, or an error message: there is no such name, or why it is unavailable on this machine.
std::string faultOfBackend(const std::string& name);

/// "face-octree, brute-force": for the message about an unknown name.
std::string backendNames();

/// The one table of names of contact methods.
const std::vector<MethodRow>& contactMethodTable();
/// The row of that name, or nothing if there is none for that use.
const MethodRow* findContactMethod(const std::string& name, MethodUse use);
/// Null for "stock".
std::shared_ptr<const ContactMethod> makeContactMethod(const std::string& name, MethodUse use);
/// Of one use, in the order of the table.
std::vector<std::string> contactMethodsFor(MethodUse use);
/// "round-features, stock": for the message about an unknown name.
std::string contactMethodNames(MethodUse use);

}  // namespace ricochet
