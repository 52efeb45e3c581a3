#pragma once

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/face_pair.h"
#include "algorithms/geometry/kind.h"
#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/obb.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ricochet {

class Archive;
class FacePairBatch;

/// The data that a narrow phase prepares for one mesh. Read-only, shared by all bodies of a shape and all
/// threads.
class CollisionModel {
public:
    /// `kind`: of a derived class that is to be recognized.
    explicit CollisionModel(std::shared_ptr<const Mesh> mesh, Kind kind = Kind::of<CollisionModel>())
        : mesh_(std::move(mesh)), revision_(mesh_->revision()), kind_(kind) {}
    virtual ~CollisionModel() = default;
    CollisionModel(const CollisionModel&) = delete;
    CollisionModel& operator=(const CollisionModel&) = delete;

    const Mesh& mesh() const { return *mesh_; }
    const std::shared_ptr<const Mesh>& sharedMesh() const { return mesh_; }

    /// The mesh's revision for which this model was built.
    std::uint64_t revision() const { return revision_; }

    Kind kind() const { return kind_; }

    /// Whether queries, or `NarrowPhase::buildNear`, may still build parts of it.
    virtual bool hasPendingParts() const { return false; }

    /// Memory in addition to the mesh, in bytes.
    virtual std::size_t bytes() const { return 0; }

    /// For pictures: its tree's boxes at a depth, and its leaves above that, in the mesh's frame. The root
    /// has depth 0. Empty without a tree of boxes.
    virtual std::vector<Obb> boxesAt(int /*depth*/) const { return {}; }

private:
    std::shared_ptr<const Mesh> mesh_;
    std::uint64_t revision_;
    Kind kind_;
};

/// A model at a pose. Refers to the model, does not own it.
struct MeshInstance {
    const CollisionModel* model;
    Pose pose;

    const Mesh& mesh() const { return model->mesh(); }
    /// Corners of a face in the world, as `transformPoint` defines them.
    Triangle triangle(Index face) const { return transformTriangle(pose, mesh().triangle(face)); }
};

/// Work done, counted since the pair was created.
struct Counters {
    std::uint64_t calls = 0;
    std::uint64_t boxTests = 0;       ///< tests of bounding volumes against one another
    std::uint64_t triangleTests = 0;  ///< tests of two triangles, or of their distance
    std::uint64_t facePairs = 0;      ///< pairs returned
    std::uint64_t coarseSweeps = 0;   ///< first contacts whose search ended with its budget
};

/// The data that a narrow phase or a contact method caches from one step to the next for one pair of bodies.
/// Each derives its own class from `CacheOf`.
class NarrowPhaseCache {
public:
    virtual ~NarrowPhaseCache() = default;
    /// Null if it holds nothing that the next query needs.
    virtual std::unique_ptr<NarrowPhaseCache> copy() const { return nullptr; }
    Kind kind() const { return kind_; }

protected:
    explicit NarrowPhaseCache(Kind kind) : kind_(kind) {}
    NarrowPhaseCache(const NarrowPhaseCache&) = default;
    NarrowPhaseCache& operator=(const NarrowPhaseCache&) = default;

private:
    Kind kind_;
};

/// `struct Workspace final : CacheOf<Workspace>` is recognized as a `Workspace`.
template <class Derived>
class CacheOf : public NarrowPhaseCache {
protected:
    CacheOf() : NarrowPhaseCache(Kind::of<Derived>()) {}
};

/// The only state of a pair of bodies that a narrow phase keeps. Owned by the owner of the pair; used by one
/// thread at a time.
struct PairMemory {
    std::unique_ptr<NarrowPhaseCache> cache;
    Counters counters;

    PairMemory() = default;
    PairMemory(const PairMemory& other)
        : cache(other.cache ? other.cache->copy() : nullptr), counters(other.counters) {}
    PairMemory(PairMemory&&) = default;
    PairMemory& operator=(PairMemory&&) = default;
};

/// The cache in a pair's memory; a new one if there is none, or one of another class.
template <class Cache>
Cache& cacheIn(PairMemory& memory) {
    if (auto* const known = asKind<Cache>(memory.cache.get())) return *known;
    auto fresh = std::make_unique<Cache>();
    Cache& cache = *fresh;
    memory.cache = std::move(fresh);
    return cache;
}

/// A closest pair of faces, and its closest points in the world.
struct ClosestFaces {
    FacePair faces;
    ClosestPoints points;
};

inline constexpr Real kAnyDistance = std::numeric_limits<Real>::infinity();

/// A line segment in the world, ends included.
struct Ray {
    Vec3 from, to;
};

/// A query for the faces around a point of the world.
struct PointQuery {
    Vec3 point;
    Real upTo = kAnyDistance;                      ///< metres: farther faces are ignored
    std::function<bool(Index face)> accepts = {};  ///< filters faces; empty: all
};

/// A face, and its closest point, in the world, to the query's.
struct ClosestFace {
    Index face;
    Vec3 point;
    Real distance;  ///< metres
};

/// Finds the face pairs of two placed meshes that intersect, or lie within a distance of each other, the
/// faces that a ray hits, and the closest face to a point.
/// Thread-safe: one narrow phase serves many pairs concurrently.
class NarrowPhase {
public:
    virtual ~NarrowPhase() = default;

    /// Once per shape.
    virtual std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const = 0;

    /// A model for the present vertices of a mesh that was deformed after `model` was built.
    virtual std::shared_ptr<const CollisionModel> rebuild(const CollisionModel& model) const {
        return build(model.sharedMesh());
    }

    /// `save` writes the result of `build`, and `load` reads it for the same mesh. If a narrow phase saves
    /// nothing, `load` builds.
    virtual void save(const CollisionModel&, Archive&) const {}
    virtual std::shared_ptr<const CollisionModel> load(std::shared_ptr<const Mesh> mesh, Archive&) const {
        return build(std::move(mesh));
    }

    /// queryDistance == 0: exactly the pairs that intersect, touching included, each once.
    /// queryDistance > 0 (metres): each once, at least every pair whose distance is at most `queryDistance`;
    /// a superset is fine. `out` is cleared first. The order is unspecified, but the same for the same input.
    /// Both models must come from this narrow phase's `build`.
    virtual void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                               PairMemory& memory, FacePairs& out) const = 0;

    /// The same as `findFacePairs` if that finds at most `most` pairs; otherwise false, and `out` holds no
    /// pairs. The default finds all pairs; a narrow phase that stops earlier need not hold them.
    virtual bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                                   Real queryDistance, PairMemory& memory, FacePairs& out) const;
    /// Whether that ends as soon as it is to return false; otherwise it takes as long as finding all pairs.
    virtual bool endsEarly() const { return false; }

    /// This narrow phase, if it can process many calls of `findFacePairs` together; else null.
    virtual const FacePairBatch* batch() const { return nullptr; }

    /// Any pair that intersects, or none: whether two meshes intersect at all.
    virtual std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                  PairMemory& memory) const;

    /// A closest pair of faces, at distance zero if the meshes intersect; none if all are farther apart than
    /// `upTo` (metres). Exact up to the rounding of `closestPoints`.
    virtual std::optional<ClosestFaces> findClosestPair(const MeshInstance& a, const MeshInstance& b,
                                                        Real upTo, PairMemory& memory) const;

    /// At least every face that has a point in `box` (in the mesh's frame), each once; a superset is fine.
    /// `out` is cleared first. The order is unspecified, but the same for the same input. The model must come
    /// from this narrow phase's `build`.
    virtual void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const;

    /// Exactly the faces that the ray hits, touching included, each once; none if an end is not finite.
    /// `out` is cleared first. The order is unspecified, but the same for the same input. The model must come
    /// from this narrow phase's `build`.
    virtual void castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const;

    /// The accepted face closest to the point, the first one among equals; none if all are farther than
    /// `upTo`, or a coordinate is not finite. Exact up to the rounding of `closestPoint`. The model must come
    /// from this narrow phase's `build`.
    virtual std::optional<ClosestFace> closestFace(const MeshInstance& placed, const PointQuery& query) const;

    /// As `build`, for a mesh that is needed at once: queries may build the parts to which they come. Their
    /// results are the same. The mesh's vertices must not move while there are queries.
    virtual std::shared_ptr<const CollisionModel> buildOnDemand(std::shared_ptr<const Mesh> mesh) const {
        return build(std::move(mesh));
    }
    /// Builds all parts that queries would build. Thread-safe.
    virtual void complete(const CollisionModel&) const {}
    /// Builds some of those to which queries come first near a box in the mesh's frame: as many as have
    /// `triangles` together, or one more. Returns how many triangles these are; 0 if all near it are.
    /// Thread-safe.
    virtual Index buildNear(const CollisionModel&, const Aabb& /*box*/, Index /*triangles*/) const {
        return 0;
    }
};

/// Drops pairs of faces that are farther apart than `queryDistance` (metres): which of these are returned
/// depends on the narrow phase.
void dropDistant(const MeshInstance& a, const MeshInstance& b, Real queryDistance, FacePairs& pairs);

/// For implementations of the above: a box in the mesh's frame that contains everything within `distance`
/// metres of a point of the world; the whole mesh's box if the pose deviates too much from a rotation.
Aabb boxAround(const MeshInstance& placed, const Vec3& point, Real distance);

/// Whether a ray hits a face: exact.
bool meets(const MeshInstance& placed, Index face, const Ray& ray);

/// Replaces `best` by a face that is accepted and closer, or equally close with a lower index.
void keepNearer(const MeshInstance& placed, const PointQuery& query, Index face,
                std::optional<ClosestFace>& best);

}  // namespace ricochet
