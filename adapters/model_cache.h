#pragma once

#include "adapters/regions.h"
#include "adapters/shape_builds.h"
#include "adapters/shape_kinds.h"
#include "adapters/solid_scan.h"
#include "algorithms/contact/contact.h"
#include "algorithms/geometry/executor.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The data of a shape that a pair uses in one step. They belong together; holding them keeps them alive.
struct ShapeModel {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const std::vector<FaceName>> faceNames;  ///< of front faces
    std::shared_ptr<const ContactSurface> surface;
    std::shared_ptr<const Model> model;  ///< null if no narrow phase was requested

    /// If faces have names; a back face has the name of its front face.
    const FaceName& nameOf(Index face) const { return (*faceNames)[mesh->frontOf(face)]; }
};

/// The data of a whole shape for one narrow phase.
struct Prepared {
    std::shared_ptr<Mesh> mesh;
    std::shared_ptr<const std::vector<FaceName>> faceNames;
    std::shared_ptr<const ContactSurface> surface;
    std::string narrowPhase;  ///< its name
    std::shared_ptr<const Model> model;
};

/// Called with the progress, from 0 to 1.
using PrepareProgress = std::function<void(double done)>;

/// Problems of a shape that are reported.
enum class ShapeProblem { none, cannotCollide, hasNoInside };

/// Called with a message about a shape; may be called from any thread.
using ShapeReporter =
    std::function<void(const btCollisionShape& shape, ShapeProblem problem, const std::string& sentence)>;

/// The box, in the shape's frame, in which a pair will need the shape after a time in seconds. Called only
/// for shapes that are read in regions. Null: everywhere.
using RegionOfInterest = std::function<Aabb(Real seconds)>;

/// Statistics of large shapes, which are read in regions.
struct RegionStatistics {
    long long prepared = 0, dropped = 0;
    std::size_t cached = 0, bytes = 0;  ///< now
    double microseconds = 0;            ///< wall time of preparing

    void addTimeSince(std::chrono::steady_clock::time_point begin) {
        microseconds +=
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    }
};

inline constexpr std::size_t kWholeMesh = 150'000;   ///< triangles: prepared in half a second on one thread
inline constexpr std::size_t kWholeTerrain = 4'000;  ///< triangles: prepared in some 10 ms
inline constexpr std::size_t kRegionBytes = std::size_t{256} << 20;

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
    /// The narrow phase for which a model is requested, and the name under which it is cached.
    struct Request {
        std::string_view name;
        const NarrowPhase* narrowPhase = nullptr;
    };

    /// The result of a query, with everything that must be unchanged for it to remain valid.
    struct Cached {
        std::optional<ShapeModel> found;
        const btCollisionShape* shape = nullptr;
        const NarrowPhase* narrowPhase = nullptr;
        std::uint64_t signature = 0;
        std::uint64_t changes = 0;
        std::uint64_t deformations = 0;  ///< of the shape up to then
        RegionName name;
        std::optional<Aabb> region;  ///< in the shape's frame: only faces there were read; none: all faces
        RegionName expected;         ///< the region prefetched last from a file
        /// The shape has no faces in the region.
        bool isNothing() const { return region && name.isNothing(); }
        /// The previous `found`, if the last update found the same surface deformed, or another region of it.
        std::optional<ShapeModel> before;
    };

    /// None if the shape cannot collide; then `report` is called with the reason. It is also called for a
    /// mesh without an inside, which is read as a two-sided one. Each problem is reported once, however often
    /// the shape deforms.
    std::optional<ShapeModel> find(const btCollisionShape& shape, const Request& request,
                                   const ShapeReporter& report);

    /// The same if only faces that overlap the boxes (in the shape's frame) are needed: of a large shape only
    /// these are read.
    std::optional<ShapeModel> find(const btCollisionShape& shape, const Request& request,
                                   const ShapeReporter& report, std::span<const Aabb> boxes);

    /// Finds the model again only if the cached one is out of date; for callers in every step. `where`: only
    /// the region about that box is read of a large shape. `timeStep`: seconds; if positive, regions that
    /// will be needed in the next steps are noted for `beginStep`. `step`: its number; 0 outside of steps.
    void update(const btCollisionShape& shape, const Request& request, const ShapeReporter& report,
                Cached& cached, const RegionOfInterest& where = {}, Real timeStep = 0,
                std::uint32_t step = 0);

    /// Each pair calls it before its update; only the first call in a step has an effect. Prepares regions
    /// ahead, continues to determine whether the shape has an inside, and drops regions that have long been
    /// unused.
    void beginStep(const btCollisionShape& shape, const Request& request, std::uint32_t step);

    /// Prepares a whole shape unless it is cached: from then on it is used whole, however large it is, until
    /// it changes or is released. Other threads may use the cache meanwhile; the shape must not change.
    Result<ShapeModel> prepare(const btCollisionShape& shape, const Request& request,
                               const PrepareProgress& progress, const Executor& executor = serialExecutor());
    /// The same with data prepared elsewhere for a shape with the same vertices and faces.
    void keep(const btCollisionShape& shape, Prepared prepared);
    /// Whether `prepare` has anything to do for it: not for a large terrain, which is always read in regions.
    bool isPreparedWhole(const btCollisionShape& shape) const;

    /// The vertices moved: the next `find` reads them into the same mesh. `box`: contains the moved vertices
    /// before and after, in the shape's frame.
    void notifyDeformed(const btCollisionShape& shape);
    void notifyDeformed(const btCollisionShape& shape, const Aabb& box);
    void release(const btCollisionShape& shape);
    std::size_t size() const;

    /// Triangles up to which meshes and terrains are read whole, the memory budget of unused regions, and the
    /// executor that prepares several regions at once.
    void setLimits(std::size_t wholeMesh, std::size_t wholeTerrain, std::size_t regionBytes,
                   std::shared_ptr<const Executor> executor = makeSerialExecutor());
    RegionStatistics regionStatistics() const;

private:
    struct Entry {
        std::uint64_t signature = 0;
        bool isDeformed = false;
        ShapeProblem reported = ShapeProblem::none;  ///< last, of the shape
        std::shared_ptr<Mesh> mesh;                  ///< null if the shape cannot collide
        std::shared_ptr<const std::vector<FaceName>> faceNames;
        std::shared_ptr<const ContactSurface> surface;
        std::map<std::string, std::shared_ptr<const Model>, std::less<>> models;

        std::size_t bytes = 0;        ///< of a region
        std::uint64_t lastFound = 0;  ///< of a region: when, in calls
        std::uint64_t lastStep = 0;   ///< of a region: when it was last known to be in use, in steps
        bool isOfSolid = false;       ///< of a region: known to be of a solid, so only fronts collide
        bool isUnreported = false;    ///< not reported yet that it has no inside
        bool stays = false;           ///< stored by `prepare` or `keep`

        bool isFor(std::uint64_t ofShape) const { return signature == ofShape && !isDeformed; }
        /// The mesh and the surface are up to date.
        void noteRead(std::uint64_t ofShape) {
            signature = ofShape;
            isDeformed = false;
        }

        std::size_t bytesOfModels() const;
        bool isInUse() const { return stays || faceNames.use_count() > 1; }
        bool hasModelFor(const Request& request) const;
        const std::shared_ptr<const Model>& modelFor(const Request& request);
    };
    using Lock = std::unique_lock<std::mutex>;

    /// A region that a body will enter.
    struct Ahead {
        RegionName region;
        int steps;  ///< until then
        const NarrowPhase* narrowPhase;
        auto operator<=>(const Ahead&) const = default;
    };

    /// The cached data of one shape.
    struct Parts {
        std::map<RegionName, Entry> entries;         ///< of the whole shape, or of regions
        std::uint64_t deformations = 0;              ///< number of notifications
        ShapeProblem reported = ShapeProblem::none;  ///< last, of its regions
        SolidScan scan;
        std::uint32_t scanBegan = 0;         ///< number of the step in which it began; 0: outside of steps
        std::uint32_t lastStep = 0;          ///< number of the last step begun
        std::uint64_t steps = 0;             ///< counted in one of the worlds that share the shape
        const NarrowPhase* clock = nullptr;  ///< that world's
        std::uint32_t clockStep = 0;         ///< number of its last step
        std::vector<Ahead> ahead;
    };

    bool isWhole(const btCollisionShape& shape, const Parts& parts, std::uint64_t signature) const;
    RegionName regionFor(const btCollisionShape& shape, const Aabb& box, const Cached& cached) const;
    void lookAhead(const btCollisionShape& shape, const Request& request, Cached& cached,
                   const RegionOfInterest& where, Real timeStep);
    void prepareAhead(Lock& lock, const btCollisionShape& shape, Parts& parts, const Request& request);
    std::vector<RegionName> dueOf(Parts& parts, std::uint64_t signature, const Request& request) const;
    void dropUnused(Parts& parts);
    std::optional<ShapeModel> keepFound(const btCollisionShape& shape, std::uint64_t signature,
                                        std::string_view narrowPhase);
    ShapeModel keepWhole(const btCollisionShape& shape, std::uint64_t signature, Entry entry,
                         const std::string& narrowPhase);
    static bool isUpToDate(const Parts& parts, const RegionName& region, const Entry& entry,
                           std::uint64_t signature);
    void reportPending(const btCollisionShape& shape, Entry& entry, const ShapeReporter& report);
    void readRegionAnew(Lock& lock, const btCollisionShape& shape, Parts& parts, const RegionName& region,
                        std::uint64_t signature, const ShapeReporter& report, std::uint32_t step,
                        Entry& entry);
    void readWholeAnew(Lock& lock, const btCollisionShape& shape, std::uint64_t signature,
                       const ShapeReporter& report, Entry& entry);
    std::shared_ptr<const Model> modelOf(Lock& lock, const btCollisionShape& shape, const Request& request,
                                         Entry& entry);
    void beginScan(const btCollisionShape& shape, Parts& parts, std::uint64_t signature, std::uint32_t step);
    Result<void> prepareRegion(Lock& lock, const btCollisionShape& shape, Parts& parts,
                               const RegionName& region, std::uint64_t signature, std::uint32_t step,
                               Entry& entry);
    static bool moveVertices(Entry& entry, const Result<ShapeMesh>& read,
                             const std::optional<WholeSurface>& whole);
    static Result<void> makeRegion(Result<ShapeMesh> read, const ShapeKind& kind, const WholeSurface& whole,
                                   std::uint64_t signature, Entry& entry);
    static Result<void> makeMesh(ShapeMesh read, const ShapeKind& kind, const Executor& executor,
                                 Entry& entry);
    void trim();
    void dropRegions();

    std::atomic<bool> hasRegions_{false};    ///< of any shape, now or before
    std::atomic<std::uint64_t> changes_{0};  ///< of any entry; all results are valid until it changes
    mutable std::mutex mutex_;  ///< protects the members below, except parts of shapes with a running build
    ShapeBuilds builds_;
    std::unordered_map<const btCollisionShape*, Parts> shapes_;
    std::size_t trimAbove_ = 64;  ///< number of shapes; at least twice those in use
    std::size_t wholeMesh_ = kWholeMesh, wholeTerrain_ = kWholeTerrain, regionBytes_ = kRegionBytes;
    std::shared_ptr<const Executor> executor_ = makeSerialExecutor();
    std::uint64_t finds_ = 0;
    RegionStatistics regions_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
