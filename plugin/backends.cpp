#include "plugin/backends.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/closest_features/convex_contact.h"
#include "algorithms/closest_features/hull_then_faces.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/round_shapes/round_contact.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/wide_tree/wide_tree.h"

namespace ricochet {
namespace {

template <class Row>
const Row* rowOf(const std::vector<Row>& table, const std::string& name) {
    for (const Row& row : table) {
        if (name == row.name) return &row;
    }
    return nullptr;
}

template <class Row>
std::string listOf(const std::vector<Row>& table) {
    std::string names;
    for (const Row& row : table) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

}  // namespace

namespace {

constexpr std::size_t kMostRows = 32;  // reserved, so that references to rows stay valid

/// Contacts compute every distance themselves, so a superset of the close pairs suffices.
std::shared_ptr<const NarrowPhase> makeFaceOctree(std::shared_ptr<const Executor> executor) {
    return std::make_shared<FaceOctree>(FaceOctreeSettings{.exactDistance = false}, std::move(executor));
}

std::vector<Backend> ownRows() {
    // clang-format off
    std::vector<Backend> table = {
        // name         what it is                                              how it is made
        {"wide-tree",   "eight-wide tree of oriented boxes, built once for a shape: the fastest for rigid meshes",
         [](std::shared_ptr<const Executor> executor) {
             return std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor)); }},
        {"obb-tree",    "binary tree of oriented boxes, as the OBBTree paper has it; built once for a shape",
         [](std::shared_ptr<const Executor> executor) {
             return std::make_shared<ObbTree>(ObbTreeSettings{}, std::move(executor)); }},
        {"face-octree", "subdivides space where bodies overlap; nothing precomputed, so meshes may deform",
         makeFaceOctree},
        {"spherical",   "hierarchical spherical distance fields about each mesh's centre; built once for a shape",
         [](std::shared_ptr<const Executor>) { return std::make_shared<SphericalField>(); }},
        {"hull-then-faces", "convex hulls by closest features, and the wide tree where they are near",
         [](std::shared_ptr<const Executor> executor) {
             return std::make_shared<HullThenFaces>(
                 std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor))); }},
        {"brute-force", "every face against every face: the oracle",
         [](std::shared_ptr<const Executor> executor) {
             return std::make_shared<BruteForce>(BruteForceSettings{}, std::move(executor)); }},
    };
    // clang-format on
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

const Backend* findBackend(const std::string& name) { return rowOf(backends(), name); }

std::string faultOfBackend(const std::string& name) {
    const Backend* const backend = findBackend(name);
    if (!backend) return "There is no narrow phase '" + name + "'; there are " + backendNames() + ".";
    return backend->whyNot ? backend->whyNot() : "";
}

std::string backendNames() { return listOf(backends()); }

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
