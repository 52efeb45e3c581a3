#include "adapters/shapes/heightfield.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_cast.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Gives access to the protected members of a terrain that a signature needs.
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

/// Collects triangles; corners over the same grid point become one vertex. Triangles with a NaN corner are
/// holes.
class GridCollector : public btTriangleCallback {
public:
    explicit GridCollector(int upAxis) : across_((upAxis + 1) % 3), along_((upAxis + 2) % 3) {}

    void processTriangle(btVector3* corners, int part, int triangle) override {
        const auto isNumber = [](const btVector3& v) { return toVec3(v).allFinite(); };
        if (!std::all_of(corners, corners + 3, isNumber)) return;
        for (int k = 0; k < 3; ++k) corners_.push_back({corners[k][along_], corners[k][across_], corners[k]});
        faceNames_.push_back({part, triangle});
    }

    /// Removes duplicates found in several boxes; Bullet's order is by rows, the second part of the name.
    void dropRepeated() {
        const auto rowFirst = [this](std::size_t i) {
            return std::pair(faceNames_[i].triangle, faceNames_[i].part);
        };
        std::vector<std::size_t> order(faceNames_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, rowFirst);
        const auto isSame = [&](std::size_t i, std::size_t j) { return rowFirst(i) == rowFirst(j); };
        order.erase(std::unique(order.begin(), order.end(), isSame), order.end());
        std::vector<Corner> corners;
        std::vector<FaceName> names;
        for (const std::size_t i : order) {
            names.push_back(faceNames_[i]);
            for (std::size_t k = 0; k < 3; ++k) corners.push_back(corners_[3 * i + k]);
        }
        corners_ = std::move(corners);
        faceNames_ = std::move(names);
    }

    /// Vertices in the order of the grid's rows, so that those of a region have the same order.
    ShapeMesh mesh() && {
        std::vector<Corner> points = corners_;
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        ShapeMesh out;
        for (const Corner& point : points) out.vertices.push_back(toVec3(point.place));
        const auto vertexAt = [&](std::size_t corner) {
            return static_cast<Index>(std::lower_bound(points.begin(), points.end(), corners_[corner]) -
                                      points.begin());
        };
        for (std::size_t i = 0; i < corners_.size(); i += 3) {
            out.faces.push_back({vertexAt(i), vertexAt(i + 1), vertexAt(i + 2)});
        }
        out.faceNames = std::move(faceNames_);
        return out;
    }

private:
    struct Corner {
        btScalar along, across;
        btVector3 place;
        bool operator==(const Corner& other) const { return along == other.along && across == other.across; }
        bool operator<(const Corner& other) const {
            return std::pair(along, across) < std::pair(other.along, other.across);
        }
    };

    int across_, along_;
    std::vector<Corner> corners_;  ///< three per face
    std::vector<FaceName> faceNames_;
};

/// Stock collides a terrain from both sides; a solid needs an outside, which is above.
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
    constexpr Real kFar = std::numeric_limits<Real>::infinity();
    const Aabb everywhere{Vec3::Constant(-kFar), Vec3::Constant(kFar)};
    return readHeightfieldPart(shape, {&everywhere, 1});
}

Result<ShapeMesh> readHeightfieldPart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const auto& terrain = as<btHeightfieldTerrainShape>(shape);
    const Vec3 farthest = Vec3::Constant(BT_LARGE_FLOAT);
    GridCollector collector(terrain.getUpAxis());
    for (const Aabb& box : boxes) {
        terrain.processAllTriangles(&collector, toBullet(Vec3(box.min.cwiseMax(-farthest))),
                                    toBullet(Vec3(box.max.cwiseMin(farthest))));
    }
    if (boxes.size() > 1) collector.dropRepeated();
    ShapeMesh out = std::move(collector).mesh();
    faceUp(terrain.getUpAxis(), out);
    out.up = Vec3::Unit(terrain.getUpAxis());
    return out;
}

std::size_t heightfieldTriangles(const btCollisionShape& shape) {
    const auto& terrain = as<btHeightfieldTerrainShape>(shape);
    const auto cells = [](int samples) { return static_cast<std::size_t>(std::max(samples - 1, 0)); };
    return 2 * cells(Terrain::width(terrain)) * cells(Terrain::length(terrain));
}

int heightfieldUpAxis(const btCollisionShape& shape) {
    return as<btHeightfieldTerrainShape>(shape).getUpAxis();
}

void signHeightfield(const btCollisionShape& shape, Signature& signature) {
    const auto& terrain = as<btHeightfieldTerrainShape>(shape);
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
