#pragma once

#include "adapters/model_cache.h"

#include <functional>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Writes what was prepared of a shape by a narrow phase to a file, which it replaces in one step.
Result<void> writePrepared(const ShapeModel& prepared, const ModelCache::Request& by,
                           const std::string& path);

/// Null where there is no such narrow phase.
using FindNarrowPhase = std::function<const NarrowPhase*(const std::string& name)>;

/// What `writePrepared` wrote, for a shape that has the same vertices and faces as the one it was written
/// for. Fails, with one sentence, for another shape, another version, and a file that is damaged.
Result<Prepared> readPrepared(const btCollisionShape& shape, const std::string& path,
                              const FindNarrowPhase& findNarrowPhase);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
