#include "demos/app/narrow_phases.h"

#include "demos/app/hull_compound.h"
#include "demos/app/names.h"
#include "plugin/backends.h"
#include "plugin/nearest_name.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <ricochet/registration.h>

namespace ricochet::app {
namespace {

std::unique_ptr<btCollisionShape> bvhShape(const scenes::SceneMesh&, btStridingMeshInterface& array, bool) {
    return std::make_unique<btBvhTriangleMeshShape>(&array, /*useQuantizedAabbCompression*/ true);
}

std::unique_ptr<btCollisionShape> gimpactShape(const scenes::SceneMesh&, btStridingMeshInterface& array,
                                               bool) {
    auto shape = std::make_unique<btGImpactMeshShape>(&array);
    shape->updateBound();
    return shape;
}

std::unique_ptr<btCollisionShape> compoundShape(const scenes::SceneMesh& mesh, btStridingMeshInterface& array,
                                                bool moves) {
    if (!moves) return bvhShape(mesh, array, moves);
    return std::make_unique<HullCompound>(mesh);
}

/// A box about the body's centre, as large as its mesh.
std::unique_ptr<btCollisionShape> boxShape(const scenes::SceneMesh& mesh, btStridingMeshInterface& array,
                                           bool moves) {
    if (!moves) return bvhShape(mesh, array, moves);
    btVector3 half(0, 0, 0);
    for (const btVector3& vertex : mesh.vertices) half.setMax(vertex.absolute());
    return std::make_unique<btBoxShape>(half);
}

std::string nothing(btCollisionDispatcher&, const Settings&) { return {}; }

std::string registerGImpact(btCollisionDispatcher& dispatcher, const Settings&) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    return {};
}

/// `text`: the backend's name, with parameters or without.
SimulationNarrowPhase oursOf(const Backend& backend, const std::string& text) {
    const auto prepare = [text](btCollisionDispatcher& dispatcher, Settings settings) {
        settings.narrowPhase = text;
        return registerAlgorithms(&dispatcher, settings);
    };
    const auto selected = parseSelection(text).and_then(
        [&](const ricochet::Selection& selection) { return backend.select(backend, selection); });
    const bool isSampled = selected ? selected->isSampled : backend.isSampled;
    return {text, backend.about, true, bvhShape, prepare, StockDepth::epa, isSampled};
}

/// The default for meshes, and a method of ours for convex bodies.
SimulationNarrowPhase convexOf(const std::string& method, const std::string& about) {
    const auto prepare = [method](btCollisionDispatcher& dispatcher, Settings settings) {
        settings.convexConvex = method;
        return registerAlgorithms(&dispatcher, settings);
    };
    return {method, "wide-tree for meshes; " + about, true, bvhShape, prepare};
}

std::vector<SimulationNarrowPhase> makeTable() {
    std::vector<SimulationNarrowPhase> table;
    for (const Backend& backend : backends()) table.push_back(oursOf(backend, backend.name));
    table.push_back(
        {"stock", "unmodified Bullet: moving meshes fall through meshes", false, bvhShape, nothing});
    table.push_back({"gimpact", "Bullet's GImpact for all meshes", false, gimpactShape, registerGImpact});
    table.push_back(
        {"compound",
         "moving meshes as compounds of convex pieces (HACD; chunks of 32 for more than 2,500 faces); static "
         "meshes as in stock Bullet",
         false, compoundShape, nothing});
    table.push_back({"boxes",
                     "moving meshes as their bounding boxes, a fair comparison only if they are boxes; "
                     "static meshes as in stock Bullet",
                     false, boxShape, nothing});
    const auto addStock = [&](const char* name, const char* about, StockDepth depth) {
        table.push_back({name, about, false, bvhShape, nothing, depth});
    };
    addStock("stock-minkowski", "stock, with sampled directions instead of the expanding polytope",
             StockDepth::minkowski);
    addStock("stock-sat", "stock, with separating axes for polyhedra", StockDepth::sat);
    for (const MethodRow& row : contactMethodTable()) {
        if (row.use == MethodUse::convexConvex) table.push_back(convexOf(row.name, row.about));
    }
    return table;
}

}  // namespace

const std::vector<SimulationNarrowPhase>& simulationNarrowPhases() {
    static const std::vector<SimulationNarrowPhase> table = makeTable();
    return table;
}

Result<SimulationNarrowPhase> selectNarrowPhase(const std::string& text) {
    const std::string name = text.substr(0, text.find('?'));
    if (const Backend* backend = findBackend(name)) {
        if (const std::string fault = validateBackend(text); !fault.empty()) return tl::unexpected(fault);
        return oursOf(*backend, text);
    }
    const SimulationNarrowPhase* row = findByName(simulationNarrowPhases(), name);
    if (row && text == name) return *row;
    if (row) return tl::unexpected("the narrow phase '" + name + "' has no parameters");
    std::vector<std::string> known;
    for (const SimulationNarrowPhase& other : simulationNarrowPhases()) known.push_back(other.name);
    return tl::unexpected("there is no narrow phase '" + name + "'; " + knownNames(name, known));
}

}  // namespace ricochet::app
