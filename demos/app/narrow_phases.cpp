#include "demos/app/narrow_phases.h"

#include "demos/app/hull_compound.h"
#include "plugin/backends.h"

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

using NarrowPhaseRow = NamedRow<SimulationNarrowPhase>;

/// `member`: of the settings, gets the name.
SimulationNarrowPhase ours(std::string Settings::*member, const std::string& name) {
    const auto prepare = [member, name](btCollisionDispatcher& dispatcher, Settings settings) {
        settings.*member = name;
        return registerAlgorithms(&dispatcher, settings);
    };
    return {.name = name, .isOurs = true, .makeShape = bvhShape, .prepare = prepare};
}

SimulationNarrowPhase oursForMeshes(const SelectedBackend& selected) {
    return ours(&Settings::narrowPhase, selected.name);
}

/// The default for meshes, and a method of ours for convex bodies.
SimulationNarrowPhase oursForConvex(const SelectedMethod& selected) {
    return ours(&Settings::convexConvex, selected.name);
}

NarrowPhaseRow stock() {
    struct Stock {
        StockDepth depth = StockDepth::epa;
    };
    return namedRow<SimulationNarrowPhase>(
        "stock", "unmodified Bullet: moving meshes fall through meshes",
        ParameterTable<Stock>{choice(
            "depth",
            "of convex bodies that overlap: by the expanding polytope, by sampled directions, or by "
            "separating "
            "axes of polyhedra",
            &Stock::depth,
            {{"epa", StockDepth::epa}, {"minkowski", StockDepth::minkowski}, {"sat", StockDepth::sat}})},
        [](const Stock& settings, const std::string& text) {
            return SimulationNarrowPhase{.name = text,
                                         .isOurs = false,
                                         .makeShape = bvhShape,
                                         .prepare = nothing,
                                         .stockDepth = settings.depth};
        });
}

/// A common method in Bullet, without parameters.
NarrowPhaseRow common(const char* name, const char* about,
                      decltype(SimulationNarrowPhase::makeShape) makeShape,
                      decltype(SimulationNarrowPhase::prepare) prepare = nothing) {
    return namedRow<SimulationNarrowPhase>(
        name, about, ParameterTable<NoParameters>{},
        [makeShape, prepare](const NoParameters&, const std::string& text) {
            return SimulationNarrowPhase{
                .name = text, .isOurs = false, .makeShape = makeShape, .prepare = prepare};
        });
}

std::vector<NarrowPhaseRow> makeTable() {
    std::vector<NarrowPhaseRow> table;
    for (const Backend& row : backends()) {
        table.push_back({.name = row.name,
                         .about = row.about,
                         .parameters = row.parameters,
                         .select = [&row](const Selection& s) { return row.select(s).map(oursForMeshes); }});
    }
    table.push_back(stock());
    table.push_back(common("gimpact", "Bullet's GImpact for all meshes", gimpactShape, registerGImpact));
    table.push_back(common("compound",
                           "moving meshes as compounds of convex pieces (HACD; chunks of 32 for more than "
                           "2,500 faces); static meshes as in stock Bullet",
                           compoundShape));
    table.push_back(common("boxes",
                           "moving meshes as their bounding boxes, a fair comparison only if they are boxes; "
                           "static meshes as in stock Bullet",
                           boxShape));
    for (const ContactMethodRow& row : convexMethodTable()) {
        table.push_back({.name = row.name,
                         .about = "wide-tree for meshes; " + row.about,
                         .parameters = row.parameters,
                         .select = [&row](const Selection& s) { return row.select(s).map(oursForConvex); }});
    }
    return table;
}

}  // namespace

const std::vector<NamedRow<SimulationNarrowPhase>>& simulationNarrowPhases() {
    static const std::vector<NarrowPhaseRow> table = makeTable();
    return table;
}

Result<SimulationNarrowPhase> selectNarrowPhase(const std::string& text) {
    const auto selection = parseSelection(text);
    if (selection && findBackend(selection->name)) return selectBackend(text).map(oursForMeshes);
    return selectFrom(simulationNarrowPhases(), "narrow phase", text);
}

}  // namespace ricochet::app
