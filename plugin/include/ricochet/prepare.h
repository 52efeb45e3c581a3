#pragma once

#include <ricochet/precision.h>
#include <ricochet/settings.h>

#include <functional>
#include <string>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What is prepared when bodies come near, in all worlds of the process.
struct ProcessLimits {
    /// Triangles: btBvhTriangleMeshShape and similar shapes above this limit are prepared in regions around
    /// the bodies that come near; until such a mesh is known to be closed it collides from both sides. Below
    /// the limit a first contact takes a tenth of a second for two meshes of 100,000, or what `prepare` takes
    /// where they come near everywhere.
    int wholeMesh = 150000;
    int wholeTerrain =
        4000;  ///< the same for btHeightfieldTerrainShape; its contacts are the same in both cases
    int regionMegabytes = 256;  ///< memory of regions: above it the least recently used are dropped; 0: none
};

/// Process-wide, from the next step on; shapes that were prepared by other limits are prepared anew. Returns
/// an empty string, or one sentence if a limit is negative; then nothing is changed. Thread-safe, but between
/// steps: what a step does depends on them.
[[nodiscard]] RICOCHET_API std::string setProcessLimits(const ProcessLimits& limits);

/// Prepares a shape, and a compound's children, before the first collision, for example on a loading screen:
/// all of it, whatever its size. A mesh of more than `ProcessLimits::wholeMesh` triangles is then not read in
/// regions, and collides from its outer side alone if it is closed. Does nothing for shapes without faces and
/// for large terrains, which are always read in regions. May run on another thread while worlds run; the
/// shape must not change or die before it returns, and worlds use the result from the next step on. The
/// result is stored until `release`, or until the shape changes: release it before the shape dies.
///
/// `progress` is called on the calling thread with the finished part of a shape, from 0 to 1, in a few steps.
/// `narrowPhase` is the one that will find its pairs, as in `Settings::narrowPhase`. `threads` includes the
/// calling one; the result is the same for any number. Returns an empty string, or one sentence: the shape
/// cannot collide, or there is no such narrow phase.
[[nodiscard]] RICOCHET_API std::string prepare(const btCollisionShape& shape,
                                               const std::function<void(double done)>& progress = {},
                                               const std::string& narrowPhase = Settings{}.narrowPhase,
                                               int threads = 1);

/// Writes the result of `prepare` for a shape with faces to a file for `loadPrepared`; prepares the shape if
/// necessary. Save a compound's children one by one. Returns an empty string, or one sentence. Threads and
/// shapes as for `prepare`.
[[nodiscard]] RICOCHET_API std::string savePrepared(const btCollisionShape& shape, const std::string& path,
                                                    const std::string& narrowPhase = Settings{}.narrowPhase);

/// Loads a file of `savePrepared` instead of preparing the shape. Its vertices, faces and local scaling must
/// be those of the saved shape, the library's version and the kind of machine the same. Returns an empty
/// string, or one sentence; then nothing is changed. Detects truncated and damaged files, but do not load
/// files from sources that you do not trust. Once it is loaded, the file may be replaced, removed and changed
/// in place; on Windows it stays mapped into memory while the shape is prepared, and cannot be shortened.
/// Threads as for `prepare`.
[[nodiscard]] RICOCHET_API std::string loadPrepared(const btCollisionShape& shape, const std::string& path);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
