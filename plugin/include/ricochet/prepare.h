#pragma once

#include <ricochet/precision.h>
#include <ricochet/settings.h>

#include <functional>
#include <string>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Prepares a shape, and a compound's children, before the first collision, for example on a loading screen:
/// all of it, whatever its size. A mesh of more than `Settings::wholeMesh` triangles is then not read in
/// regions, and collides from its outer side alone if it is closed. Does nothing for shapes without faces and
/// for large terrains, which are always read in regions. May run on another thread while worlds run; the
/// shape must not change or die before it returns, and worlds use the result from the next step on. The
/// result is stored until `release`, or until the shape changes: release it before the shape dies.
///
/// `progress` is called on the calling thread with the finished part of a shape, from 0 to 1, in a few steps.
/// `narrowPhase` is the one that will find its pairs, as in `Settings::narrowPhase`. `threads` includes the
/// calling one; the result is the same for any number. Returns an empty string, or one sentence: the shape
/// cannot collide, or there is no such narrow phase.
RICOCHET_API std::string prepare(const btCollisionShape& shape,
                                 const std::function<void(double done)>& progress = {},
                                 const std::string& narrowPhase = Settings{}.narrowPhase, int threads = 1);

/// Writes the result of `prepare` for a shape with faces to a file for `loadPrepared`; prepares the shape if
/// necessary. Save a compound's children one by one. Returns an empty string, or one sentence.
RICOCHET_API std::string savePrepared(const btCollisionShape& shape, const std::string& path,
                                      const std::string& narrowPhase = Settings{}.narrowPhase);

/// Loads a file of `savePrepared` instead of preparing the shape. Its vertices, faces and local scaling must
/// be those of the saved shape, the library's version and the kind of machine the same. Returns an empty
/// string, or one sentence; then nothing is changed. Detects truncated and damaged files, but do not load
/// files from sources that you do not trust. The file stays mapped into memory while the shape is prepared:
/// replace or remove it, as `savePrepared` does, but do not overwrite or shorten it in place.
RICOCHET_API std::string loadPrepared(const btCollisionShape& shape, const std::string& path);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
