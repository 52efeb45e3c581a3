#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "plugin/parameters.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// What serves pairs of meshes.
struct MadeBackend {
    std::shared_ptr<const NarrowPhase> narrowPhase;
    /// Finds the contacts of two meshes in a step; the narrow phase handles all other queries. Null: contacts
    /// come from face pairs.
    std::shared_ptr<const ContactMethod> method = nullptr;
};

struct Backend;

/// A back end with the parameters that a user selected.
struct SelectedBackend {
    const Backend* backend;
    std::string name;  ///< as `canonicalText`: the same for the same settings
    std::function<MadeBackend(std::shared_ptr<const Executor>)> make;
    bool isSampled = false;  ///< its contacts may differ from the exact ones, always or with these parameters
};

/// A narrow phase, the name by which a user selects it, and its parameters.
struct Backend {
    std::string name;
    std::string about;  ///< one line
    std::vector<ParameterInfo> parameters;
    /// The selection's name is this one; an error message if a parameter is invalid.
    std::function<Result<SelectedBackend>(const Backend&, const Selection&)> select;
    /// Empty, or why it is unavailable on this machine; null if it is always available. Called when the name
    /// is selected, before the first step.
    std::function<std::string()> unavailableReason = nullptr;
    bool isSampled = false;  ///< its contacts may differ from the exact ones, whatever its parameters are
};

/// For a back end that is exact with all settings.
struct AlwaysExact {
    template <class Settings>
    bool operator()(const Settings&) const {
        return false;
    }
};

/// A back end whose settings have these parameters. `make(settings, executor)` returns a `MadeBackend`, or a
/// pointer to a narrow phase. `isSampled(settings)`: whether contacts may differ from the exact ones.
template <class Settings, class Make, class IsSampled = AlwaysExact>
Backend backend(std::string name, std::string about, ParameterTable<Settings> table, Make make,
                IsSampled isSampled = {}) {
    Backend row{std::move(name), std::move(about), describe(table), {}};
    row.select = [table = std::move(table), make, isSampled](
                     const Backend& self, const Selection& selection) -> Result<SelectedBackend> {
        const Result<Settings> settings = readSettings(selection, table);
        if (!settings) return tl::unexpected(settings.error());
        return SelectedBackend{&self, canonicalText(self.name, table, *settings),
                               [make, settings = *settings](std::shared_ptr<const Executor> executor) {
                                   return MadeBackend{make(settings, std::move(executor))};
                               },
                               self.isSampled || isSampled(*settings)};
    };
    return row;
}

/// A back end without parameters: `make(executor)`.
template <class Make>
Backend backend(std::string name, std::string about, Make make) {
    struct None {};
    return backend(
        std::move(name), std::move(about), ParameterTable<None>{},
        [make](const None&, std::shared_ptr<const Executor> executor) { return make(std::move(executor)); });
}

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
