#pragma once

#include <ricochet/precision.h>
#include <ricochet/settings.h>

#include <functional>
#include <string>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// Prepares a shape before its first collision, for a loading screen, and a compound's children: all of it,
/// however large it is, so that a mesh of more than `Settings::wholeMesh` triangles is not read in parts, and
/// is met from its outer side alone where it is closed. Shapes without faces and large terrains, which are
/// always read in parts, take nothing. May run on another thread while worlds run; the shape must not change
/// or die before it returns, and worlds use what was prepared from the next step on. It is stored until
/// `release`, or until the shape is another one: release what you prepared before the shape dies.
///
/// `progress`: hears, on the calling thread, how much of a shape is done, from 0 to 1, in a few steps.
/// `narrowPhase`: by which its pairs will be found, as in `Settings::meshMesh`. `threads`: the calling one
/// included; what is prepared is the same for any number. Returns an empty string, or one sentence: the shape
/// cannot collide, or there is no such narrow phase.
std::string prepare(const btCollisionShape& shape, const std::function<void(double done)>& progress = {},
                    const std::string& narrowPhase = Settings{}.meshMesh, int threads = 1);

/// Writes what `prepare` makes of a shape with faces, which it prepares where that was not done, to a file
/// for `loadPrepared`. A compound's children go one by one. Returns an empty string, or one sentence.
std::string savePrepared(const btCollisionShape& shape, const std::string& path,
                         const std::string& narrowPhase = Settings{}.meshMesh);

/// Takes for `prepare` what was written for a shape of the same vertices and faces, the local scaling
/// included, by the same version of the library on the same kind of machine. Returns an empty string, or one
/// sentence; then nothing is changed. A file that is cut off or damaged is noticed; take none from people
/// a source that you do not trust.
std::string loadPrepared(const btCollisionShape& shape, const std::string& path);

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
