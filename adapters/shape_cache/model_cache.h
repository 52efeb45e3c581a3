#pragma once

#include "adapters/shape_cache/cached_shape.h"
#include "adapters/shape_cache/prepare_near.h"
#include "algorithms/geometry/executor.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Called with the progress, from 0 to 1.
using PrepareProgress = std::function<void(double done)>;

/// Prepared data of collision shapes, cached by the shape's address: Bullet creates and destroys algorithms
/// often, while the data are expensive. Large static meshes and terrains are read in regions around the
/// bodies that come near; the least recently used regions are dropped when they exceed the memory budget.
/// Every use compares the shape with a signature of what was read, so a new shape at the address of a
/// destroyed one, a changed scaling or a changed mesh is detected and read again. Thread-safe: while one
/// thread reads a shape and builds its model, others that need the same shape wait, and those that need
/// another one do not. An exception of a narrow phase during a build is thrown to the caller; the cache then
/// has no model.
class ModelCache {
public:
    /// The result of a query, with everything that must be unchanged for it to remain valid.
    struct Cached {
        std::optional<ShapeModel> found;
        const btCollisionShape* shape = nullptr;
        const NarrowPhase* narrowPhase = nullptr;
        std::uint64_t signature = 0;
        std::uint64_t changes = 0;
        std::uint64_t deformations = 0;      ///< up to then
        std::optional<RegionAtHand> region;  ///< none: all was read
        std::shared_ptr<SolidScan> scan;     ///< null, unless the shape is read in regions
        /// What was found is a part in which the shape has no faces.
        bool isNothing() const { return region && region->name.isNothing(); }
        /// What was found up to now, if the last update found the same surface as it deformed since, or
        /// another part of it.
        std::optional<ShapeModel> before;
    };

    /// Nothing where the shape cannot collide; `report` then gets the reason. A mesh without an
    /// inside, which is read as a two-sided one, is reported, too: once, however often the shape deforms.
    std::optional<ShapeModel> find(const btCollisionShape& shape, const ModelRequest& request,
                                   const ShapeReporter& report);

    /// The same where only what overlaps the boxes, which are in the shape's frame, is looked at: of a large
    /// shape no more is read.
    std::optional<ShapeModel> find(const btCollisionShape& shape, const ModelRequest& request,
                                   const ShapeReporter& report, std::span<const Aabb> boxes);

    /// Finds anew only where the cached answer is out of date: for callers that ask in every step. `where`:
    /// of a large shape only the region about that box is read. `timeStep`: in seconds; above 0, regions that
    /// will be needed in the next steps are noted for `beginStep`. `step`: its number; 0 outside of steps.
    /// What changes within a step without notice is found in the next one.
    void update(const btCollisionShape& shape, const ModelRequest& request, const ShapeReporter& report,
                Cached& cached, const RegionOfInterest& where = {}, Real timeStep = 0,
                std::uint32_t step = 0);

    /// Each pair of a step calls it before it updates; of each number above the last the first call acts. It
    /// prepares regions ahead, goes on finding out whether the shape has an inside, and drops regions that
    /// have long been unused.
    void beginStep(const btCollisionShape& shape, const ModelRequest& request, std::uint32_t step);

    /// Finds out now whether a shape that was read in regions has an inside, for a query outside of steps;
    /// returns whether what was found is out of date by that.
    bool learnInside(const btCollisionShape& shape, const Cached& cached);

    /// For what pairs prepare beforehand; nothing is left of it in a step in which shapes are read.
    StepBudget& budgetAhead() { return budgetAhead_; }

    /// Prepares all of a shape, or answers what is there: from then on it is used whole, however large it is,
    /// until it changes or is released. Others may use the cache meanwhile; the shape must not change.
    Result<ShapeModel> prepare(const btCollisionShape& shape, const ModelRequest& request,
                               const PrepareProgress& progress, const Executor& executor = serialExecutor());
    /// The same with what was prepared elsewhere, by one narrow phase, for a shape of these vertices and
    /// faces.
    void keep(const btCollisionShape& shape, CachedPart prepared);
    /// Whether `prepare` has anything to do for it: not for a large terrain, which is always read in regions.
    bool isPreparedWhole(const btCollisionShape& shape) const;

    /// The vertices moved: the next `find` reads them into the same mesh. `box`: what moved was and is in it,
    /// in the shape's frame.
    void notifyDeformed(const btCollisionShape& shape);
    void notifyDeformed(const btCollisionShape& shape, const Aabb& box);
    /// How often the shape was notified as deformed.
    std::uint64_t deformations(const btCollisionShape& shape) const;
    void release(const btCollisionShape& shape);
    std::size_t size() const { return shapes_.size(); }

    /// Triangles up to which meshes and terrains are read whole, and bytes that regions may take which no
    /// caller uses.
    void setLimits(std::size_t wholeMesh, std::size_t wholeTerrain, std::size_t regionBytes);
    /// Prepares several regions at once.
    void setExecutor(std::shared_ptr<const Executor> executor);
    RegionMemory regionMemory() const;
    /// Of those that are prepared of a shape now, in its frame.
    std::vector<Aabb> regionBoxes(const btCollisionShape& shape) const;

private:
    std::optional<ShapeModel> findAlong(const btCollisionShape& shape, const ModelRequest& request,
                                        std::span<const Aabb> boxes, std::uint64_t signature, bool isSolid);
    std::optional<ShapeModel> keepFound(const btCollisionShape& shape, std::uint64_t signature,
                                        std::string_view narrowPhase);
    ShapeModel keepWhole(const btCollisionShape& shape, std::uint64_t signature, CachedPart part);
    void lookAhead(const btCollisionShape& shape, const ModelRequest& request, Cached& cached,
                   const RegionOfInterest& where, Real timeStep);

    std::size_t wholeLimit(const ShapeKind& kind) const { return kind.isOpen ? wholeTerrain_ : wholeMesh_; }
    void dropRegions();

    StepBudget budgetAhead_;
    std::atomic<bool> hasRegions_{false};  ///< now or before
    ShapeCache<CachedShape> shapes_;
    // The lock of `shapes_` protects the following members.
    RegionMemory regions_;
    std::size_t wholeMesh_ = 150'000;   ///< triangles prepared in half a second on one thread
    std::size_t wholeTerrain_ = 4'000;  ///< triangles prepared in some 10 ms
    std::shared_ptr<const Executor> executor_ = makeSerialExecutor();
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
