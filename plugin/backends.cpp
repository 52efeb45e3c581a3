#include "plugin/backends.h"

#include "algorithms/closest_features/convex_contact.h"
#include "algorithms/round_shapes/round_contact.h"
#include "plugin/narrow_phases/rows.h"

#include <array>

namespace ricochet {
namespace {

constexpr std::size_t kMostRows = 32;  // reserved, so that references to rows stay valid

std::vector<Backend> ownRows() {
    std::vector<Backend> table = {narrow_phases::wideTree(),      narrow_phases::obbTree(),
                                  narrow_phases::faceOctree(),    narrow_phases::sphericalField(),
                                  narrow_phases::hullThenFaces(), narrow_phases::octreeDetector(),
                                  narrow_phases::bruteForce()};
    table.reserve(kMostRows);
    return table;
}

/// Exists as long as the process: a row may own threads, which must not outlive the data that they use.
std::vector<Backend>& allRows() {
    static std::vector<Backend>& table = *new std::vector<Backend>(ownRows());
    return table;
}

}  // namespace

const std::vector<Backend>& backends() { return allRows(); }

void addBackend(Backend backend) {
    if (findBackend(backend.name) || allRows().size() == kMostRows) return;
    allRows().push_back(std::move(backend));
}

const Backend* findBackend(const std::string& name) { return findByName(backends(), name); }

Result<SelectedBackend> selectBackend(const std::string& text) {
    Result<SelectedBackend> selected = selectFrom(backends(), "narrow phase", text);
    if (selected && selected->unavailableReason) {
        if (std::string why = selected->unavailableReason(); !why.empty()) return tl::unexpected(why);
    }
    return selected;
}

std::string validateBackend(const std::string& text) {
    const Result<SelectedBackend> selected = selectBackend(text);
    return selected ? "" : selected.error();
}

std::string backendNames() { return joined(rowNames(backends())); }

namespace {

ContactMethodRow roundFeatures() {
    return namedRow<SelectedMethod>(
        "round-features", "spheres, capsules, cylinders, cones and multi-spheres against meshes, exactly",
        ParameterTable<NoParameters>{},
        [made = std::make_shared<RoundContact>()](const NoParameters&, const std::string& text) {
            return SelectedMethod{text, made};
        });
}

ContactMethodRow convexFeatures() {
    std::array<std::shared_ptr<const ContactMethod>, 4> made;
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = std::make_shared<ConvexContact>(static_cast<FeatureMethod>(i));
    }
    return namedRow<SelectedMethod>(
        "convex-features", "boxes, convex hulls and other polyhedra with one another, by closest features",
        ParameterTable<FeatureMethod>{
            choice("method",
                   "by the walk over neighbouring features; by the last step's normal, then the walk; or by "
                   "the last "
                   "step's simplex (GJK with climbing); automatic: the fastest, the walk",
                   [](FeatureMethod& method) -> FeatureMethod& { return method; },
                   {{"automatic", FeatureMethod::automatic},
                    {"walk", FeatureMethod::walk},
                    {"axis", FeatureMethod::axis},
                    {"simplex", FeatureMethod::simplex}})},
        [made](FeatureMethod method, const std::string& text) {
            return SelectedMethod{text, made[static_cast<std::size_t>(method)]};
        });
}

}  // namespace

// Never destroyed: worlds may be made while the program ends.
const std::vector<ContactMethodRow>& roundMethodTable() {
    static const auto& table = *new std::vector<ContactMethodRow>{roundFeatures()};
    return table;
}

const std::vector<ContactMethodRow>& convexMethodTable() {
    static const auto& table = *new std::vector<ContactMethodRow>{convexFeatures()};
    return table;
}

Result<SelectedMethod> selectRoundMethod(const std::string& text) {
    if (text == kStock) return SelectedMethod{kStock, nullptr};
    return selectFrom(roundMethodTable(), "contact method", text, {kStock});
}

Result<SelectedMethod> selectConvexMethod(const std::string& text) {
    if (text == kStock) return SelectedMethod{kStock, nullptr};
    return selectFrom(convexMethodTable(), "contact method of convex bodies", text, {kStock});
}

std::string contactMethodNames(const std::vector<ContactMethodRow>& table) {
    return joined(rowNames(table)) + ", " + kStock;
}

}  // namespace ricochet
