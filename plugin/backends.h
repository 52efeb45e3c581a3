#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "plugin/name_table.h"

#include <memory>

namespace ricochet {

/// What serves pairs with a mesh.
struct MeshBackend {
    std::shared_ptr<const NarrowPhase> narrowPhase;
    /// Finds the contacts of two meshes in a step; the narrow phase handles all other queries. Null: contacts
    /// come from face pairs.
    std::shared_ptr<const ContactMethod> method = nullptr;
    std::string name = {};  ///< with its parameters, as `canonicalText`
};

/// A back end with the parameters that a user selected.
struct SelectedBackend {
    std::string name;  ///< as `canonicalText`: the same for the same settings
    std::function<MeshBackend(std::shared_ptr<const Executor>)> make;
    bool isSampled = false;  ///< its contacts may differ from the exact ones
    /// Empty, or why it is unavailable on this machine; null if it is always available.
    std::function<std::string()> unavailableReason = nullptr;
};

/// A narrow phase, the name by which a user selects it, and its parameters.
using Backend = NamedRow<SelectedBackend>;

/// A back end whose settings have these parameters. `make(settings, executor)` returns a `MeshBackend`
/// without its name, or a pointer to a narrow phase. `complete(settings, selected)` sets what is not as by
/// default.
template <class Settings, class Make, class Complete>
Backend backend(std::string name, std::string about, ParameterTable<Settings> table, Make make,
                Complete complete) {
    return namedRow<SelectedBackend>(
        std::move(name), std::move(about), std::move(table),
        [make, complete](const Settings& settings, const std::string& text) {
            SelectedBackend selected{text, [make, settings, text](std::shared_ptr<const Executor> executor) {
                                         MeshBackend made{make(settings, std::move(executor))};
                                         made.name = text;
                                         return made;
                                     }};
            complete(settings, selected);
            return selected;
        });
}

/// The same, always exact and available.
template <class Settings, class Make>
Backend backend(std::string name, std::string about, ParameterTable<Settings> table, Make make) {
    return backend(std::move(name), std::move(about), std::move(table), std::move(make),
                   [](const Settings&, SelectedBackend&) {});
}

/// The same without parameters: `make(executor)`.
template <class Make>
Backend backend(std::string name, std::string about, Make make) {
    return backend(std::move(name), std::move(about), ParameterTable<NoParameters>{},
                   [make](const NoParameters&, std::shared_ptr<const Executor> executor) {
                       return make(std::move(executor));
                   });
}

/// The name that leaves pairs to Bullet.
inline constexpr const char* kStock = "stock";
/// The name that gives pairs of a polyhedron and a mesh to the narrow phase.
inline constexpr const char* kRicochet = "ricochet";

/// The one table of names. The first is the default.
const std::vector<Backend>& backends();

/// Adds a row for a component that the library does not link, unless the name exists already. Call it before
/// any thread registers algorithms.
void addBackend(Backend backend);

/// The row of that name, or nothing.
const Backend* findBackend(const std::string& name);

/// The back end that a text such as "obb-tree" or "spherical?samples=8" selects. An error message if there is
/// no such name or parameter, with the nearest one, or if it is unavailable on this machine.
Result<SelectedBackend> selectBackend(const std::string& text);

/// Empty, or the error message of `selectBackend`.
std::string validateBackend(const std::string& text);

/// "face-octree, brute-force": for the help of an option.
std::string backendNames();

/// A contact method with the parameters that a user selected.
struct SelectedMethod {
    std::string name;                             ///< as `canonicalText`
    std::shared_ptr<const ContactMethod> method;  ///< the same object for the same name; null: left to Bullet
};

/// A method for pairs whose contacts need no face pairs, the name by which a user selects it, and its
/// parameters.
using ContactMethodRow = NamedRow<SelectedMethod>;

/// The one table of names for a round shape against a mesh.
const std::vector<ContactMethodRow>& roundMethodTable();
/// The one table of names for two convex bodies that consist of vertices.
const std::vector<ContactMethodRow>& convexMethodTable();

/// What a text such as "round-features" or "stock" selects. An error message if there is no such name or
/// parameter, with the nearest one.
Result<SelectedMethod> selectRoundMethod(const std::string& text);
/// The same for convex bodies: "convex-features?method=walk".
Result<SelectedMethod> selectConvexMethod(const std::string& text);

/// "round-features, stock": for the help of an option.
std::string contactMethodNames(const std::vector<ContactMethodRow>& table);

}  // namespace ricochet
