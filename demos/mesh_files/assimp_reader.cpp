#include "demos/mesh_files/assimp_reader.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ricochet {
namespace {

// Assimp's own joining of vertices has a tolerance; collision needs the exact positions, so ours has none.
struct JoinedFaces {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    std::map<std::tuple<float, float, float>, Index> indexOf;

    Index indexFor(const aiVector3D& v) {
        const auto [entry, isNew] = indexOf.try_emplace({v.x, v.y, v.z}, static_cast<Index>(vertices.size()));
        if (isNew) vertices.emplace_back(v.x, v.y, v.z);
        return entry->second;
    }

    void add(const aiMesh& mesh) {
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            if (face.mNumIndices != 3) continue;  // points and lines
            const auto corner = [&](int k) { return indexFor(mesh.mVertices[face.mIndices[k]]); };
            const Index corner0 = corner(0), corner1 = corner(1);
            faces.push_back({corner0, corner1, corner(2)});
        }
    }
};

std::optional<Index> firstNotFinite(const aiMesh& mesh) {
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
        const aiVector3D& p = mesh.mVertices[v];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) return v;
    }
    return std::nullopt;
}

}  // namespace

Result<std::shared_ptr<Mesh>> readByAssimp(const std::string& path) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate | aiProcess_PreTransformVertices);
    if (scene == nullptr) return tl::unexpected(path + ": " + importer.GetErrorString());

    JoinedFaces joined;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
        const aiMesh& mesh = *scene->mMeshes[m];
        // NaN has no place in an ordered map: refuse it before joining.
        if (const auto vertex = firstNotFinite(mesh)) {
            return tl::unexpected(path + ": vertex " + std::to_string(*vertex) + " is not finite");
        }
        joined.add(mesh);
    }
    return Mesh::create(std::move(joined.vertices), std::move(joined.faces))
        .map_error([&](const std::string& why) { return path + ": " + why; });
}

}  // namespace ricochet
