#pragma once

#include "adapters/shape_cache/cached_part.h"

#include <functional>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Writes a shape as prepared by a narrow phase to a file, which is replaced atomically.
Result<void> writePrepared(const ShapeModel& prepared, const ModelRequest& by, const std::string& path);

/// Null if there is no such narrow phase.
using FindNarrowPhase = std::function<const NarrowPhase*(const std::string& name)>;

/// Reads a file of `writePrepared`, for a shape with the same vertices and faces: all of it, with one model.
/// Fails, with an error message, for another shape, another version, and a damaged file.
Result<CachedPart> readPrepared(const btCollisionShape& shape, const std::string& path,
                                const FindNarrowPhase& findNarrowPhase);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
