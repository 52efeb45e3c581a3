#include "demos/lab/reproduce/paper004_models.h"

#include "demos/app/mesh_solid.h"
#include "demos/lab/reproduce/mesh_shapes.h"
#include "demos/mesh_files/labelled_path.h"
#include "demos/mesh_files/read_mesh.h"
#include "demos/scenes/figure12_models.h"

#include <cctype>
#include <filesystem>

namespace ricochet::lab::paper004 {
namespace {

struct ModelRow {
    const char* name;
    Index paperTriangles;
    double paperLayers;
    const char* madeAs;
    scenes::SceneMesh (*makeByCode)();
    const char* file = nullptr;  ///< of the labelled data; null if none fits
    Index parts = 1;             ///< of each edge of the file's faces
};

scenes::SceneMesh looseTree() { return scenes::treeModel(scenes::Leaves::loose); }

constexpr ModelRow kModels[] = {
    {"ant", 6667, 1.7, "ellipsoids and limbs", scenes::antModel},
    {"spider", 5162, 1.8, "ellipsoids and limbs", scenes::spiderModel, "spider.obj", 2},
    {"tree", 4316, 1.9, "limbs and loose leaves", looseTree},
    {"Beetle", 57243, 1.6, "ellipsoids", scenes::carModel, "spot.obj", 3},
    {"Liberty", 42225, 7.8, "statue of nested shells", scenes::shellStatueModel},
    {"Pisa", 153495, 8.4, "tower of walls with two sides, floors and columns", scenes::walledTowerModel},
};

std::string sourceOf(const ModelRow& row) {
    if (row.parts == 1) return row.file;
    return std::string(row.file) + ", faces cut in " + std::to_string(row.parts * row.parts);
}

CollisionModel finished(const ModelRow& row, const std::string& source, const Mesh& mesh) {
    return {row.name, row.paperTriangles, row.paperLayers, source, inUnitBox(mesh)};
}

Result<CollisionModel> modelOf(const ModelRow& row) {
    const auto path = labelledPath(std::string("meshes/") + (row.file ? row.file : ""));
    if (!row.file || !std::filesystem::exists(path)) {
        return finished(row, std::string("made by code: ") + row.madeAs, *meshOf(row.makeByCode()));
    }
    return readMesh(path.string()).map([&](const std::shared_ptr<Mesh>& mesh) {
        return finished(row, sourceOf(row), *withFacesCut(*mesh, row.parts));
    });
}

}  // namespace

Result<std::vector<CollisionModel>> models() {
    std::vector<CollisionModel> all;
    for (const ModelRow& row : kModels) {
        auto model = modelOf(row);
        if (!model) return tl::unexpected(model.error());
        all.push_back(std::move(*model));
    }
    return all;
}

const std::vector<Couple>& couples() {
    static const std::vector<Couple> table = {
        {"ant-spider", 0, 1},
        {"tree-beetle", 2, 3},
        {"liberty-pisa", 4, 5},
    };
    return table;
}

std::string titleOf(const Couple& couple, const std::vector<CollisionModel>& models) {
    const auto named = [&](std::size_t i) {
        return models[i].name + " (" + std::to_string(models[i].mesh->faceCount()) + " triangles)";
    };
    std::string title = named(couple.a) + " and " + named(couple.b);
    title[0] = static_cast<char>(std::toupper(title[0]));
    return title;
}

TextTable tableOf(const std::vector<CollisionModel>& models) {
    TextTable table = {{"model", "triangles, paper", "triangles, ours", "our mesh"}};
    for (const CollisionModel& model : models) {
        table.push_back({model.name, std::to_string(model.paperTriangles),
                         std::to_string(model.mesh->faceCount()), model.source});
    }
    return table;
}

}  // namespace ricochet::lab::paper004
