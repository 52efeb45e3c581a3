#pragma once

#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <ricochet/precision.h>

#include <memory>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

class MkTreeReader;

/// Counters of a file and of its part in memory.
struct MkTreeStatistics {
    long long triangles = 0;         ///< of the file
    long long leaves = 0;            ///< of the file
    long long blocks = 0;            ///< of the file, each of 512 bytes
    long long hits = 0;              ///< leaves that were in memory when they were asked for
    long long leavesRead = 0;        ///< since it was opened
    long long blocksRead = 0;        ///< since it was opened
    long long leavesPrefetched = 0;  ///< of those that were read, ahead of their use
    long long bytes = 0;             ///< of leaves in memory now
    long long maximumBytes = 0;      ///< of leaves in memory at most
};

/// A static world in a file written by `ricochet mktree build`, open for reading. Any number of shapes,
/// worlds and threads may share it; it closes with its last owner. The file must not be modified meanwhile: a
/// modified leaf has no triangles (`error`). Replacing the file under its name does not affect open ones.
class RICOCHET_API MkTreeFile {
public:
    /// An open file, or the reason why there is none.
    struct Opened {
        std::shared_ptr<const MkTreeFile> file;  ///< null if there is an error
        std::string error;                       ///< empty, or one sentence
    };
    static constexpr long long kCacheBytes = 64LL << 20;  ///< the default of `open`

    /// Reads the directory, some 1.8 bytes per triangle. `cacheBytes` limits the memory of leaves, except for
    /// leaves in use. Thread-safe.
    [[nodiscard]] static Opened open(const std::string& path, long long cacheBytes = kCacheBytes);
    ~MkTreeFile();
    MkTreeFile(const MkTreeFile&) = delete;
    MkTreeFile& operator=(const MkTreeFile&) = delete;

    /// As given to `open`.
    const std::string& path() const;
    /// How many parts its meshes have, each with a name.
    int parts() const;
    /// `part` is 0 … parts() - 1.
    const std::string& partName(int part) const;
    /// Thread-safe.
    MkTreeStatistics statistics() const;
    /// Empty, or one sentence that names the first leaf that could not be read. Thread-safe.
    std::string error() const;
    /// A thread of the file reads what a box (in the file's frame) overlaps, as far as it fits into half of
    /// the cache. Returns immediately and changes no result. Thread-safe. Our algorithms call it for the
    /// places that bodies will visit in the next 48 steps as they move now.
    void prefetch(const btVector3& aabbMin, const btVector3& aabbMax) const;

    /// For the library itself.
    RICOCHET_HIDDEN const MkTreeReader& reader() const { return *reader_; }

private:
    RICOCHET_HIDDEN explicit MkTreeFile(std::unique_ptr<const MkTreeReader> reader);

    std::unique_ptr<const MkTreeReader> reader_;
};

/// A static mesh of any size whose triangles stay in a file and are read where something comes near. For
/// static and kinematic bodies. It collides with Bullet's own algorithms and with ours, like any mesh: above
/// `ProcessLimits::wholeMesh` triangles it is prepared in regions. Triangles retain the part and the number
/// that they had when the file was built. Local scaling is honoured, including mirroring; a scaling that is
/// zero or not finite leaves no triangles.
///
/// Read-only queries may run in parallel. A damaged leaf has no triangles: our algorithms call
/// `Settings::report` once; otherwise ask the file's `error`.
class RICOCHET_API MkTreeShape final : public btConcaveShape {
public:
    BT_DECLARE_ALIGNED_ALLOCATOR();

    /// A shape of an open file, or the reason why there is none.
    struct Opened {
        std::unique_ptr<MkTreeShape> shape;  ///< null if there is an error
        std::string error;                   ///< empty, or one sentence
    };
    /// Opens a file for one shape, as `MkTreeFile::open` does. Thread-safe.
    [[nodiscard]] static Opened open(const std::string& path, long long cacheBytes = MkTreeFile::kCacheBytes);
    /// `file` must not be null.
    explicit MkTreeShape(std::shared_ptr<const MkTreeFile> file);
    ~MkTreeShape() override;

    /// Never null; shared with all shapes of the file.
    const std::shared_ptr<const MkTreeFile>& file() const { return file_; }

    /// In ascending order of parts and triangles; above a million of them, in the order of the file. A ray
    /// (btTriangleRaycastCallback, which is what btCollisionWorld::rayTest hands in) gets the triangles on
    /// its path, the nearest first, up to its hit, whatever the box.
    void processAllTriangles(btTriangleCallback* callback, const btVector3& aabbMin,
                             const btVector3& aabbMax) const override;
    /// @{
    /// As in btConcaveShape.
    void getAabb(const btTransform& transform, btVector3& aabbMin, btVector3& aabbMax) const override;
    void setLocalScaling(const btVector3& scaling) override { scaling_ = scaling; }
    const btVector3& getLocalScaling() const override { return scaling_; }
    /// Zero: it does not move.
    void calculateLocalInertia(btScalar mass, btVector3& inertia) const override;
    const char* getName() const override { return "MKTREE"; }
    /// @}

private:
    std::shared_ptr<const MkTreeFile> file_;
    btVector3 scaling_{1, 1, 1};
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
