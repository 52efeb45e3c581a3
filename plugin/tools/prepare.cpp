#include "adapters/shape_cache/prepared_file.h"
#include "plugin/backends.h"
#include "plugin/process_state.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <ricochet/prepare.h>

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr int kMostPreparingThreads = 1024;

Result<MeshBackend> makeBackend(const std::string& text,
                                std::shared_ptr<const Executor> executor = makeSerialExecutor()) {
    return selectBackend(text).map(
        [&](const SelectedBackend& selected) { return selected.make(std::move(executor)); });
}

/// Empty, or the reason why nothing can be stored in a file.
std::string validateSaving(const btCollisionShape& shape) {
    if (shape.isCompound()) return "The children of a compound must be saved one by one.";
    if (processState().models.isPreparedWhole(shape)) return {};
    return "A " + std::string(shape.getName()) + " is not prepared as a whole.";
}

std::string errorOf(const Result<void>& result) { return result ? std::string() : result.error(); }

}  // namespace

std::string setProcessLimits(const ProcessLimits& limits) {
    if (limits.wholeMesh < 0 || limits.wholeTerrain < 0) {
        return "ProcessLimits::wholeMesh and wholeTerrain must be zero or more triangles.";
    }
    if (limits.regionMegabytes < 0) return "ProcessLimits::regionMegabytes must be zero or more.";
    processState().models.setLimits(static_cast<std::size_t>(limits.wholeMesh),
                                    static_cast<std::size_t>(limits.wholeTerrain),
                                    static_cast<std::size_t>(limits.regionMegabytes) << 20);
    return {};
}

std::string prepare(const btCollisionShape& shape, const std::function<void(double done)>& progress,
                    const std::string& narrowPhase, int threads) {
    if (std::string fault = validateBackend(narrowPhase); !fault.empty()) return fault;
    if (shape.isCompound()) {
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            if (auto fault = prepare(*compound.getChildShape(i), progress, narrowPhase, threads);
                !fault.empty()) {
                return fault;
            }
        }
        return {};
    }
    ModelCache& models = processState().models;
    if (!models.isPreparedWhole(shape)) return {};
    const auto executor =
        makeThreadExecutor(static_cast<Index>(std::clamp(threads, 1, kMostPreparingThreads)));
    const auto by = makeBackend(narrowPhase, executor);
    if (!by) return by.error();
    const auto prepared = models.prepare(shape, modelRequest(*by), progress, *executor);
    return prepared ? std::string() : prepared.error();
}

std::string savePrepared(const btCollisionShape& shape, const std::string& path,
                         const std::string& narrowPhase) {
    const auto by = makeBackend(narrowPhase);
    if (!by) return by.error();
    if (std::string fault = validateSaving(shape); !fault.empty()) return fault;
    const auto prepared = processState().models.prepare(shape, modelRequest(*by), {});
    return prepared ? errorOf(writePrepared(*prepared, modelRequest(*by), path)) : prepared.error();
}

std::string loadPrepared(const btCollisionShape& shape, const std::string& path) {
    if (std::string fault = validateSaving(shape); !fault.empty()) return fault;
    Result<MeshBackend> by;
    auto prepared = readPrepared(shape, path, [&by](const std::string& name) {
        by = makeBackend(name);
        return by ? by->narrowPhase.get() : nullptr;
    });
    if (!prepared) return prepared.error();
    processState().models.keep(shape, std::move(*prepared));
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
