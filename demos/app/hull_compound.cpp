#include "demos/app/hull_compound.h"

#include "demos/app/convex_pieces.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace ricochet::app {
namespace {

using scenes::SceneMesh;

btVector3 centreOf(const SceneMesh& mesh, int face) {
    const std::array<int, 3>& f = mesh.faces[face];
    return (mesh.vertices[f[0]] + mesh.vertices[f[1]] + mesh.vertices[f[2]]) / 3;
}

int longestSide(const SceneMesh& mesh, std::span<const int> faces) {
    btVector3 min = centreOf(mesh, faces.front()), max = min;
    for (int face : faces) {
        min.setMin(centreOf(mesh, face));
        max.setMax(centreOf(mesh, face));
    }
    return (max - min).maxAxis();
}

/// Calls visit(faces) for each chunk.
template <class Visit>
void forEachChunk(const SceneMesh& mesh, std::span<int> faces, int chunks, const Visit& visit) {
    if (chunks < 2 || faces.size() < 2 * HullCompound::kFacesPerChunk) {
        visit(faces);
        return;
    }
    const int axis = longestSide(mesh, faces);
    const std::size_t middle = faces.size() / 2;
    std::nth_element(faces.begin(), faces.begin() + middle, faces.end(),
                     [&](int f, int g) { return centreOf(mesh, f)[axis] < centreOf(mesh, g)[axis]; });
    forEachChunk(mesh, faces.first(middle), chunks / 2, visit);
    forEachChunk(mesh, faces.subspan(middle), chunks - chunks / 2, visit);
}

/// The corners of each hull.
using Pieces = std::vector<std::vector<btVector3>>;

Pieces chunksOf(const SceneMesh& mesh) {
    std::vector<int> faces(mesh.faces.size());
    std::iota(faces.begin(), faces.end(), 0);
    Pieces chunks;
    forEachChunk(mesh, faces, HullCompound::kChunks, [&](std::span<const int> chunk) {
        std::vector<btVector3>& corners = chunks.emplace_back();
        for (int face : chunk) {
            for (int v : mesh.faces[face]) corners.push_back(mesh.vertices[v]);
        }
    });
    return chunks;
}

std::unique_ptr<btConvexHullShape> hullOf(const std::vector<btVector3>& corners) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const btVector3& corner : corners) hull->addPoint(corner, /*recalculateLocalAabb*/ false);
    hull->recalcLocalAabb();
    hull->optimizeConvexHull();
    return hull;
}

}  // namespace

HullCompound::HullCompound(const SceneMesh& mesh) {
    const bool isSmall = mesh.faces.size() <= kMostFacesToDecompose;
    for (const std::vector<btVector3>& piece : isSmall ? convexPieces(mesh) : chunksOf(mesh)) {
        hulls_.push_back(hullOf(piece));
        addChildShape(btTransform::getIdentity(), hulls_.back().get());
    }
}

void HullCompound::setMargin(btScalar margin) {
    btCompoundShape::setMargin(margin);
    for (const auto& hull : hulls_) hull->setMargin(margin);
    recalculateLocalAabb();
}

}  // namespace ricochet::app
