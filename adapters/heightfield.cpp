#include "adapters/heightfield.h"

#include "adapters/convert.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include <map>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Names the protected members of a terrain that a signature needs.
struct Terrain : btHeightfieldTerrainShape {
    static int width(const btHeightfieldTerrainShape& t) { return t.*(&Terrain::m_heightStickWidth); }
    static int length(const btHeightfieldTerrainShape& t) { return t.*(&Terrain::m_heightStickLength); }
    static const void* heights(const btHeightfieldTerrainShape& t) {
        return t.*(&Terrain::m_heightfieldDataUnknown);
    }
    static int flags(const btHeightfieldTerrainShape& t) {
        return t.*(&Terrain::m_flipQuadEdges) + 2 * t.*(&Terrain::m_useDiamondSubdivision) +
               4 * t.*(&Terrain::m_useZigzagSubdivision) + 8 * t.*(&Terrain::m_flipTriangleWinding);
    }
};

/// Collects triangles; corners over the same grid point become one vertex.
class GridCollector : public btTriangleCallback {
public:
    GridCollector(int upAxis, ShapeMesh& out)
        : across_((upAxis + 1) % 3), along_((upAxis + 2) % 3), out_(out) {}

    void processTriangle(btVector3* corners, int part, int triangle) override {
        out_.faces.push_back({vertexAt(corners[0]), vertexAt(corners[1]), vertexAt(corners[2])});
        out_.faceNames.push_back({part, triangle});
    }

private:
    Index vertexAt(const btVector3& corner) {
        const auto next = static_cast<Index>(out_.vertices.size());
        const auto [entry, isNew] = vertices_.try_emplace({corner[across_], corner[along_]}, next);
        if (isNew) out_.vertices.push_back(toVec3(corner));
        return entry->second;
    }

    int across_, along_;
    ShapeMesh& out_;
    std::map<std::pair<btScalar, btScalar>, Index> vertices_;
};

/// Stock collides a terrain from both sides; a solid needs an outside, and that is above.
void faceUp(int upAxis, ShapeMesh& mesh) {
    Real up = 0;
    for (const Face& f : mesh.faces) {
        const Vec3& corner = mesh.vertices[f[0]];
        up += (mesh.vertices[f[1]] - corner).cross(mesh.vertices[f[2]] - corner)[upAxis];
    }
    if (up >= 0) return;
    for (Face& f : mesh.faces) std::swap(f[1], f[2]);
}

}  // namespace

Result<ShapeMesh> readHeightfield(const btCollisionShape& shape) {
    const auto& terrain = static_cast<const btHeightfieldTerrainShape&>(shape);
    ShapeMesh out;
    GridCollector collector(terrain.getUpAxis(), out);
    const btVector3 everywhere(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    terrain.processAllTriangles(&collector, -everywhere, everywhere);
    faceUp(terrain.getUpAxis(), out);
    out.up = Vec3::Unit(terrain.getUpAxis());
    return out;
}

void signHeightfield(const btCollisionShape& shape, Signature& signature) {
    const auto& terrain = static_cast<const btHeightfieldTerrainShape&>(shape);
    const int width = Terrain::width(terrain);
    const int length = Terrain::length(terrain);
    signature.add(Terrain::heights(terrain));
    signature.add(terrain.getLocalScaling());
    for (int number : {width, length, terrain.getUpAxis(), Terrain::flags(terrain)}) signature.add(number);
    forEachSample(width * length, [&](int i) {
        btVector3 vertex;
        terrain.getVertex(i % width, i / width, vertex);
        signature.add(vertex);
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
