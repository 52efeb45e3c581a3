#include "adapters/shapes/mktree_shape.h"

#include "adapters/function_table.h"
#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_cast.h"
#include "algorithms/mktree/queries.h"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using mktree::WorldFace;

constexpr std::size_t kMostSorted = 1'000'000;  // triangles of 88 bytes each
constexpr std::size_t kMostWhole = 2'000'000;   // triangles: above it, preparing takes gigabytes

// A fraction of a box's size: Bullet lets a ray hit a triangle up to a ten-thousandth of its height outside.
constexpr Real kRaySlack = 3e-4;

/// Asks a shape for its file, as a callback for the triangles in a box that contains nothing: only
/// `processMkTree` answers.
class FileRequest final : public btTriangleCallback {
public:
    explicit FileRequest(const btCollisionShape& shape) : shape_(shape) { TableOf<FileRequest>::note(*this); }
    /// A shape that passes the request on to another one has no file itself.
    void answer(const btConcaveShape& shape, const MkTreeReader& reader) {
        if (&shape == &shape_) reader_ = &reader;
    }
    void processTriangle(btVector3*, int, int) override {}
    const MkTreeReader* reader() const { return reader_; }

private:
    const btCollisionShape& shape_;
    const MkTreeReader* reader_ = nullptr;
};

/// Null for a shape without a file.
const MkTreeReader* findReader(const btCollisionShape& shape) {
    if (shape.getShapeType() != FAST_CONCAVE_MESH_PROXYTYPE) return nullptr;
    FileRequest request(shape);
    const btVector3 far(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    as<btConcaveShape>(shape).processAllTriangles(&request, far, -far);
    return request.reader();
}

const MkTreeReader& mktreeReader(const btCollisionShape& shape) { return *findReader(shape); }

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

auto nameInFile(const WorldFace& face) { return std::pair(face.part, face.number); }

FaceName bulletName(const WorldFace& face) {
    return {static_cast<int>(face.part), static_cast<int>(face.number)};
}

void passOn(const WorldFace& face, const Vec3& scaling, btTriangleCallback& callback) {
    const WorldFace placed = scaled(face, scaling);
    btVector3 corners[3] = {toBullet(placed.corners[0]), toBullet(placed.corners[1]),
                            toBullet(placed.corners[2])};
    const FaceName name = bulletName(face);
    callback.processTriangle(corners, name.part, name.triangle);
}

/// Null if it is another callback.
btTriangleRaycastCallback* asRay(btTriangleCallback& callback) {
    struct Ray final : btTriangleRaycastCallback {
        Ray() : btTriangleRaycastCallback(btVector3(0, 0, 0), btVector3(0, 0, 0)) {}
        btScalar reportHit(const btVector3&, btScalar fraction, int, int) override { return fraction; }
    };
    static const FunctionTable rays = functionTable(Ray());
    constexpr int kProcessTriangle = 0;
    const bool isRay = inheritsFrom(rays, {kProcessTriangle}, callback);
    return isRay ? static_cast<btTriangleRaycastCallback*>(&callback) : nullptr;
}

/// The triangles on the path of a ray.
Result<void> process(const mktree::MkTree& tree, const Vec3& scaling, btTriangleRaycastCallback& ray) {
    const Vec3 from = toVec3(ray.m_from).cwiseQuotient(scaling), to = toVec3(ray.m_to).cwiseQuotient(scaling);
    return forEachFaceAlong(tree, from, to, Real(ray.m_hitFraction), kRaySlack, [&](const WorldFace& face) {
        passOn(face, scaling, ray);
        return Real(ray.m_hitFraction);
    });
}

/// Upper bound of the number of triangles.
std::size_t mostTriangles(const mktree::MkTree& tree, std::span<const Index> leaves) {
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
    std::ranges::sort(faces, {}, nameInFile);
    return faces;
}

/// The triangles in a box, which is in the file's frame.
Result<void> process(const mktree::MkTree& tree, const Vec3& scaling, const Aabb& box,
                     btTriangleCallback& callback) {
    if (mostTriangles(tree, leavesIn(tree, box)) > kMostSorted) {
        return forEachFaceIn(tree, box, [&](const WorldFace& face) {
            passOn(face, scaling, callback);
            return true;
        });
    }
    const auto faces = facesIn(tree, box);
    if (!faces) return tl::unexpected(faces.error());
    for (const WorldFace& face : *faces) passOn(face, scaling, callback);
    return {};
}

/// Merges coincident corners.
ShapeMesh mergedMesh(const std::vector<WorldFace>& faces, const Vec3& scaling) {
    const auto isBefore = [](const Vec3& a, const Vec3& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    ShapeMesh mesh;
    for (const WorldFace& face : faces) {
        const WorldFace placed = scaled(face, scaling);
        mesh.vertices.insert(mesh.vertices.end(), placed.corners.begin(), placed.corners.end());
        mesh.faceNames.push_back(bulletName(face));
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

MkTreeReader::MkTreeReader(std::shared_ptr<const mktree::MkTree> tree, std::size_t prefetchBytes)
    : tree_(std::move(tree)), prefetcher_(tree_, prefetchBytes) {}

void MkTreeReader::noteError(const std::string& message) const {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = message;
}

std::string MkTreeReader::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

void processMkTree(const btConcaveShape& shape, const MkTreeReader& reader, btTriangleCallback& callback,
                   const Aabb& box) {
    if (auto* const request = asOurs<FileRequest>(&callback)) return request->answer(shape, reader);
    const Vec3 scaling = toVec3(shape.getLocalScaling());
    if (!isScaling(scaling)) return;
    btTriangleRaycastCallback* const ray = asRay(callback);
    const Result<void> read = ray ? process(reader.tree(), scaling, *ray)
                                  : process(reader.tree(), scaling, unscaled(box, scaling), callback);
    if (!read) reader.noteError(read.error());
}

bool isMkTreeShape(const btCollisionShape& shape) { return findReader(shape) != nullptr; }

Result<ShapeMesh> readMkTreePart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const MkTreeReader& reader = mktreeReader(shape);
    const Vec3 scaling = toVec3(shape.getLocalScaling());
    if (!isScaling(scaling)) return tl::unexpected(std::string("its local scaling is zero or not finite"));
    std::vector<WorldFace> all;
    for (const Aabb& box : boxes) {
        const auto faces = facesIn(reader.tree(), unscaled(box, scaling));
        if (!faces) {
            reader.noteError(faces.error());
            return tl::unexpected(faces.error());
        }
        all.insert(all.end(), faces->begin(), faces->end());
    }
    if (boxes.size() > 1) {
        std::ranges::sort(all, {}, nameInFile);
        const auto isSame = [](const WorldFace& f, const WorldFace& g) {
            return nameInFile(f) == nameInFile(g);
        };
        all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
    }
    return mergedMesh(all, scaling);
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
    const Vec3 scaling = toVec3(shape.getLocalScaling());
    bool isClear = true;
    const auto read = forEachFaceIn(mktreeReader(shape).tree(), unscaled(box, scaling),
                                    [&](const WorldFace&) { return isClear = false; });
    return read && isClear;
}

std::optional<std::size_t> mktreePassesToInside(const btCollisionShape& shape) {
    const mktree::Directory& directory = mktreeReader(shape).tree().directory();
    if (directory.inside == mktree::WorldInside::none) return std::nullopt;
    if (directory.triangles > kMostWhole) return 0;
    return directory.inside == mktree::WorldInside::closed ? 1 : 2;
}

void prefetchMkTree(const btCollisionShape& shape, const Aabb& box) {
    const Vec3 scaling = toVec3(shape.getLocalScaling());
    if (!isScaling(scaling)) return;
    const Aabb inFile = unscaled(box, scaling);
    mktreeReader(shape).prefetcher().request(inFile);
}

std::size_t mktreeTriangles(const btCollisionShape& shape) {
    return static_cast<std::size_t>(mktreeReader(shape).tree().directory().triangles);
}

void signMkTree(const btCollisionShape& shape, Signature& signature) {
    const mktree::Directory& directory = mktreeReader(shape).tree().directory();
    signature.add(static_cast<const void*>(&directory));
    signature.add(static_cast<int>(directory.triangles));
    if (!directory.leaves.empty()) signature.add(static_cast<int>(directory.leaves.front().crc));
    signature.add(shape.getLocalScaling());
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
