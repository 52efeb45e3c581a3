#include "adapters/shapes/mktree_shape.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/solid_scan.h"
#include "algorithms/mktree/queries.h"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <LinearMath/btAabbUtil2.h>
#include <ricochet/mktree_shape.h>

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using mktree::WorldFace;

constexpr std::size_t kMostSorted = 1'000'000;  // triangles of 88 bytes each
constexpr std::size_t kMostWhole = 2'000'000;   // triangles: above it, preparing takes gigabytes

// Of the size of a box: Bullet lets a ray hit a triangle up to a ten-thousandth of its height outside.
constexpr Real kRaySlack = 3e-4;

const MkTreeShape& mktreeOf(const btCollisionShape& shape) { return static_cast<const MkTreeShape&>(shape); }

bool isScaling(const Vec3& scaling) { return scaling.allFinite() && (scaling.array() != 0).all(); }

/// In the file's frame.
Aabb unscaled(const Aabb& box, const Vec3& scaling) {
    const Vec3 a = box.min.cwiseQuotient(scaling), b = box.max.cwiseQuotient(scaling);
    return {a.cwiseMin(b), a.cwiseMax(b)};
}

/// A mirroring scale reverses the face, so that it still points outwards.
WorldFace scaled(WorldFace face, const Vec3& scaling) {
    for (Vec3& corner : face.corners) corner = corner.cwiseProduct(scaling);
    if (scaling.prod() < 0) std::swap(face.corners[1], face.corners[2]);
    return face;
}

auto nameOf(const WorldFace& face) { return std::pair(face.part, face.number); }

FaceName bulletNameOf(const WorldFace& face) {
    return {static_cast<int>(face.part), static_cast<int>(face.number)};
}

/// Passes triangles to Bullet.
class ToBullet {
public:
    ToBullet(btTriangleCallback& callback, const btVector3& scaling)
        : callback_(callback), scaling_(toVec3(scaling)) {}

    void operator()(const WorldFace& face) const {
        const WorldFace placed = scaled(face, scaling_);
        btVector3 corners[3] = {toBullet(placed.corners[0]), toBullet(placed.corners[1]),
                                toBullet(placed.corners[2])};
        const FaceName name = bulletNameOf(face);
        callback_.processTriangle(corners, name.part, name.triangle);
    }

private:
    btTriangleCallback& callback_;
    Vec3 scaling_;
};

Result<void> handOver(const mktree::MkTree& tree, btTriangleRaycastCallback& ray, const btVector3& scaling,
                      const ToBullet& toBullet) {
    const Vec3 from = toVec3(ray.m_from).cwiseQuotient(toVec3(scaling)),
               to = toVec3(ray.m_to).cwiseQuotient(toVec3(scaling));
    return forEachFaceAlong(tree, from, to, Real(ray.m_hitFraction), kRaySlack, [&](const WorldFace& face) {
        toBullet(face);
        return Real(ray.m_hitFraction);
    });
}

/// Upper bound of the number of triangles.
std::size_t trianglesOf(const mktree::MkTree& tree, std::span<const Index> leaves) {
    return leaves.size() * tree.directory().leafTriangles;
}

/// The triangles that a box overlaps, in the order of parts and numbers.
Result<std::vector<WorldFace>> facesIn(const mktree::MkTree& tree, const Aabb& box) {
    std::vector<WorldFace> faces;
    const auto read = forEachFaceIn(tree, box, [&](const WorldFace& face) {
        faces.push_back(face);
        return true;
    });
    if (!read) return tl::unexpected(read.error());
    std::ranges::sort(faces, {}, nameOf);
    return faces;
}

Result<void> handOver(const mktree::MkTree& tree, const Aabb& box, const ToBullet& toBullet) {
    if (trianglesOf(tree, leavesIn(tree, box)) > kMostSorted) {
        return forEachFaceIn(tree, box, [&](const WorldFace& face) {
            toBullet(face);
            return true;
        });
    }
    const auto faces = facesIn(tree, box);
    if (!faces) return tl::unexpected(faces.error());
    for (const WorldFace& face : *faces) toBullet(face);
    return {};
}

/// Merges coincident corners.
ShapeMesh meshOf(const std::vector<WorldFace>& faces, const Vec3& scaling) {
    const auto isBefore = [](const Vec3& a, const Vec3& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    ShapeMesh mesh;
    for (const WorldFace& face : faces) {
        const WorldFace placed = scaled(face, scaling);
        mesh.vertices.insert(mesh.vertices.end(), placed.corners.begin(), placed.corners.end());
        mesh.faceNames.push_back(bulletNameOf(face));
    }
    const std::vector<Vec3> corners = mesh.vertices;
    std::ranges::sort(mesh.vertices, isBefore);
    mesh.vertices.erase(std::unique(mesh.vertices.begin(), mesh.vertices.end()), mesh.vertices.end());
    const auto vertexAt = [&](std::size_t corner) {
        const auto place = std::ranges::lower_bound(mesh.vertices, corners[corner], isBefore);
        return static_cast<Index>(place - mesh.vertices.begin());
    };
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        mesh.faces.push_back({vertexAt(i), vertexAt(i + 1), vertexAt(i + 2)});
    }
    return mesh;
}

}  // namespace

MkTreeShape::Opened MkTreeShape::open(const std::string& path, long long cacheBytes) {
    MkTreeFile::Opened opened = MkTreeFile::open(path, cacheBytes);
    if (!opened.file) return {nullptr, opened.error};
    return {std::make_unique<MkTreeShape>(std::move(opened.file)), {}};
}

MkTreeShape::MkTreeShape(std::shared_ptr<const MkTreeFile> file) : file_(std::move(file)) {
    assert(file_);
    m_shapeType = FAST_CONCAVE_MESH_PROXYTYPE;  // no class of Bullet has this type
}
MkTreeShape::~MkTreeShape() = default;

void MkTreeShape::processAllTriangles(btTriangleCallback* callback, const btVector3& aabbMin,
                                      const btVector3& aabbMax) const {
    const Vec3 scaling = toVec3(scaling_);
    if (!isScaling(scaling)) return;
    const ToBullet toBullet(*callback, scaling_);
    auto* const ray = dynamic_cast<btTriangleRaycastCallback*>(callback);
    const Aabb box = unscaled({toVec3(aabbMin), toVec3(aabbMax)}, scaling);
    const Result<void> read =
        ray ? handOver(file_->tree(), *ray, scaling_, toBullet) : handOver(file_->tree(), box, toBullet);
    if (!read) file_->noteFault(read.error());
}

void MkTreeShape::getAabb(const btTransform& transform, btVector3& aabbMin, btVector3& aabbMax) const {
    const Aabb box = file_->tree().box();
    btVector3 low(0, 0, 0), high(0, 0, 0);  // without triangles
    if (!box.isEmpty()) {
        const btVector3 a = toBullet(box.min) * scaling_, b = toBullet(box.max) * scaling_;
        low = high = a;
        low.setMin(b);
        high.setMax(b);
    }
    btTransformAabb(low, high, getMargin(), transform, aabbMin, aabbMax);
}

void MkTreeShape::calculateLocalInertia(btScalar, btVector3& inertia) const { inertia.setZero(); }

bool isMkTreeShape(const btCollisionShape& shape) {
    return dynamic_cast<const MkTreeShape*>(&shape) != nullptr;
}

Result<ShapeMesh> readMkTreePart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const Vec3 scaling = toVec3(mktreeOf(shape).getLocalScaling());
    if (!isScaling(scaling)) return tl::unexpected(std::string("its local scaling is zero or not finite"));
    std::vector<WorldFace> all;
    for (const Aabb& box : boxes) {
        const auto faces = facesIn(mktreeOf(shape).file()->tree(), unscaled(box, scaling));
        if (!faces) {
            mktreeOf(shape).file()->noteFault(faces.error());
            return tl::unexpected(faces.error());
        }
        all.insert(all.end(), faces->begin(), faces->end());
    }
    if (boxes.size() > 1) {
        std::ranges::sort(all, {}, nameOf);
        const auto isSame = [](const WorldFace& f, const WorldFace& g) { return nameOf(f) == nameOf(g); };
        all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
    }
    return meshOf(all, scaling);
}

Result<ShapeMesh> readMkTree(const btCollisionShape& shape) {
    if (mktreeTriangles(shape) > kMostWhole) {
        return tl::unexpected("it has " + std::to_string(mktreeTriangles(shape)) + " triangles; at most " +
                              std::to_string(kMostWhole) +
                              " can be prepared as a whole, as for a moving body");
    }
    constexpr Real kFar = std::numeric_limits<Real>::infinity();
    const Aabb everything{Vec3::Constant(-kFar), Vec3::Constant(kFar)};
    return readMkTreePart(shape, {&everything, 1});
}

bool isMkTreeClear(const btCollisionShape& shape, const Aabb& box) {
    const Vec3 scaling = toVec3(mktreeOf(shape).getLocalScaling());
    bool isClear = true;
    const auto read = forEachFaceIn(mktreeOf(shape).file()->tree(), unscaled(box, scaling),
                                    [&](const WorldFace&) { return isClear = false; });
    return read && isClear;
}

KnownInside insideOfMkTree(const btCollisionShape& shape) {
    const mktree::Directory& directory = mktreeOf(shape).file()->tree().directory();
    if (directory.inside == mktree::WorldInside::none) return {false, 0};
    if (directory.triangles > kMostWhole) return {true, 0};
    const std::size_t passes = directory.inside == mktree::WorldInside::closed ? 1 : 2;
    return {true, passes * (directory.triangles / SolidScan::kTriangles + 1)};
}

void expectOfMkTree(const btCollisionShape& shape, const Aabb& box) {
    const Vec3 scaling = toVec3(mktreeOf(shape).getLocalScaling());
    if (!isScaling(scaling)) return;
    const Aabb inFile = unscaled(box, scaling);
    mktreeOf(shape).file()->prefetch(toBullet(inFile.min), toBullet(inFile.max));
}

std::size_t mktreeTriangles(const btCollisionShape& shape) {
    return static_cast<std::size_t>(mktreeOf(shape).file()->tree().directory().triangles);
}

void signMkTree(const btCollisionShape& shape, Signature& signature) {
    const mktree::Directory& directory = mktreeOf(shape).file()->tree().directory();
    signature.add(static_cast<const void*>(&directory));
    signature.add(static_cast<int>(directory.triangles));
    if (!directory.leaves.empty()) signature.add(static_cast<int>(directory.leaves.front().crc));
    signature.add(mktreeOf(shape).getLocalScaling());
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
