#include "demos/app/scene_files.h"

#include "demos/mesh_files/labelled_path.h"
#include "demos/mesh_files/read_mesh.h"

#include <filesystem>

namespace ricochet::app {
namespace {

scenes::SceneMesh sceneMeshOf(const Mesh& mesh) {
    scenes::SceneMesh scene;
    for (const Vec3& v : mesh.vertices()) {
        scene.vertices.emplace_back(static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()),
                                    static_cast<btScalar>(v.z()));
    }
    for (const Face& f : mesh.faces()) {
        scene.faces.push_back({static_cast<int>(f[0]), static_cast<int>(f[1]), static_cast<int>(f[2])});
    }
    return scene;
}

}  // namespace

Result<SceneFiles> readSceneFiles(const scenes::SceneEntry& entry, const std::string& variant) {
    SceneFiles files;
    for (const scenes::NeededMeshFile& needed : entry.meshFiles) {
        if (variant != needed.variant) continue;
        const std::filesystem::path path = labelledPath(needed.file);
        if (!std::filesystem::exists(path)) {
            return tl::unexpected("the variant '" + variant + "' of the scene '" + entry.name + "' needs " +
                                  path.string() + "; RICOCHET_DATA_DIR names the folder of such files");
        }
        const auto mesh = readMesh(path.string());
        if (!mesh) return tl::unexpected(mesh.error());
        files[needed.file] = sceneMeshOf(**mesh);
    }
    return files;
}

}  // namespace ricochet::app
