#include "plugin/backends.h"

#include "algorithms/closest_features/convex_contact.h"
#include "algorithms/round_shapes/round_contact.h"
#include "plugin/narrow_phases/rows.h"
#include "plugin/nearest_name.h"

#include <algorithm>

namespace ricochet {
namespace {

template <class Row>
const Row* rowOf(const std::vector<Row>& table, const std::string& name) {
    for (const Row& row : table) {
        if (name == row.name) return &row;
    }
    return nullptr;
}

constexpr std::size_t kMostRows = 32;  // reserved, so that references to rows stay valid

std::vector<Backend> ownRows() {
    std::vector<Backend> table = {narrow_phases::wideTree(),       narrow_phases::obbTree(),
                                  narrow_phases::faceOctree(),     narrow_phases::sphericalField(),
                                  narrow_phases::hullThenFaces(),  narrow_phases::octreeUpdate(),
                                  narrow_phases::octreeDetector(), narrow_phases::bruteForce()};
    table.reserve(kMostRows);
    return table;
}

/// Exists as long as the process: a row may own threads, which must not outlive the data that they use.
std::vector<Backend>& allRows() {
    static std::vector<Backend>& table = *new std::vector<Backend>(ownRows());
    return table;
}

std::vector<std::string> namesOfBackends() {
    std::vector<std::string> names;
    for (const Backend& backend : backends()) names.push_back(backend.name);
    return names;
}

bool hasParameter(const Backend& backend, const std::string& name) {
    return std::ranges::any_of(backend.parameters,
                               [&](const ParameterInfo& info) { return info.name == name; });
}

/// Empty, or an error message for the first parameter that is another back end's only.
std::string validateOwner(const Backend& backend, const Selection& selection) {
    for (const auto& [parameter, value] : selection.parameters) {
        if (hasParameter(backend, parameter)) continue;
        const auto owner = std::ranges::find_if(
            backends(), [&name = parameter](const Backend& other) { return hasParameter(other, name); });
        if (owner == backends().end()) continue;
        std::vector<std::string> known;
        for (const ParameterInfo& info : backend.parameters) known.push_back(info.name);
        return unknownParameter(selection, parameter, known, owner->name);
    }
    return {};
}

}  // namespace

const std::vector<Backend>& backends() { return allRows(); }

void addBackend(Backend backend) {
    if (findBackend(backend.name) || allRows().size() == kMostRows) return;
    allRows().push_back(std::move(backend));
}

const Backend* findBackend(const std::string& name) { return rowOf(backends(), name); }

Result<SelectedBackend> selectBackend(const std::string& text) {
    const Result<Selection> selection = parseSelection(text);
    if (!selection) return tl::unexpected(selection.error());
    const Backend* const backend = findBackend(selection->name);
    if (!backend) {
        return tl::unexpected("There is no narrow phase '" + selection->name + "'; " +
                              knownNames(selection->name, namesOfBackends()) + ".");
    }
    if (std::string fault = validateOwner(*backend, *selection); !fault.empty()) return tl::unexpected(fault);
    Result<SelectedBackend> selected = backend->select(*backend, *selection);
    if (selected && backend->unavailableReason) {
        if (std::string why = backend->unavailableReason(); !why.empty()) return tl::unexpected(why);
    }
    return selected;
}

std::string validateBackend(const std::string& text) {
    const Result<SelectedBackend> selected = selectBackend(text);
    return selected ? "" : selected.error();
}

std::string backendNames() { return joined(namesOfBackends()); }

namespace {

template <FeatureMethod method>
std::shared_ptr<const ContactMethod> makeConvex() {
    return std::make_shared<ConvexContact>(method);
}

}  // namespace

const std::vector<MethodRow>& contactMethodTable() {
    // clang-format off
    static const std::vector<MethodRow> table = {
        // name             what it is, which pairs it serves, how it is made
        {"round-features",  "spheres, capsules, cylinders, cones and multi-spheres against meshes, exactly",
         MethodUse::roundMesh,
         []() -> std::shared_ptr<const ContactMethod> { return std::make_shared<RoundContact>(); }},
        {"convex-features", "boxes, convex hulls and other polyhedra with one another, by closest features",
         MethodUse::convexConvex, makeConvex<FeatureMethod::automatic>},
        {"convex-walk",     "the same, always by the walk over neighbouring features",
         MethodUse::convexConvex, makeConvex<FeatureMethod::walk>},
        {"convex-axis",     "the same, by the last step's normal first, then by the walk",
         MethodUse::convexConvex, makeConvex<FeatureMethod::axis>},
        {"convex-simplex",  "the same, by the last step's simplex (GJK with climbing)",
         MethodUse::convexConvex, makeConvex<FeatureMethod::simplex>},
    };
    // clang-format on
    return table;
}

const MethodRow* findContactMethod(const std::string& name, MethodUse use) {
    const MethodRow* const row = rowOf(contactMethodTable(), name);
    return row && row->use == use ? row : nullptr;
}

std::shared_ptr<const ContactMethod> makeContactMethod(const std::string& name, MethodUse use) {
    const MethodRow* const row = findContactMethod(name, use);
    return row ? row->make() : nullptr;
}

std::vector<std::string> contactMethodsFor(MethodUse use) {
    std::vector<std::string> names;
    for (const MethodRow& row : contactMethodTable()) {
        if (row.use == use) names.emplace_back(row.name);
    }
    return names;
}

std::string contactMethodNames(MethodUse use) {
    std::string names;
    for (const std::string& name : contactMethodsFor(use)) names += name + ", ";
    return names + kStock;
}

}  // namespace ricochet
