#include "adapters/prepared_file.h"
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

/// Null if there is none with that name.
std::shared_ptr<const NarrowPhase> makeNarrowPhase(
    const std::string& name, std::shared_ptr<const Executor> executor = makeSerialExecutor()) {
    return faultOfBackend(name).empty() ? findBackend(name)->make(std::move(executor)) : nullptr;
}

/// Empty, or the reason why nothing can be stored in a file.
std::string faultOfSaving(const btCollisionShape& shape) {
    if (shape.isCompound()) return "The children of a compound must be saved one by one.";
    if (processState().models.isPreparedWhole(shape)) return {};
    return "A " + std::string(shape.getName()) + " is not prepared as a whole.";
}

std::string errorOf(const Result<void>& result) { return result ? std::string() : result.error(); }

}  // namespace

std::string prepare(const btCollisionShape& shape, const std::function<void(double done)>& progress,
                    const std::string& narrowPhase, int threads) {
    if (std::string fault = faultOfBackend(narrowPhase); !fault.empty()) return fault;
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
    const auto by = makeNarrowPhase(narrowPhase, executor);
    const auto prepared = models.prepare(shape, {narrowPhase, by.get()}, progress, *executor);
    return prepared ? std::string() : prepared.error();
}

std::string savePrepared(const btCollisionShape& shape, const std::string& path,
                         const std::string& narrowPhase) {
    if (std::string fault = faultOfBackend(narrowPhase); !fault.empty()) return fault;
    if (std::string fault = faultOfSaving(shape); !fault.empty()) return fault;
    const auto by = makeNarrowPhase(narrowPhase);
    const ModelCache::Request request{narrowPhase, by.get()};
    const auto prepared = processState().models.prepare(shape, request, {});
    return prepared ? errorOf(writePrepared(*prepared, request, path)) : prepared.error();
}

std::string loadPrepared(const btCollisionShape& shape, const std::string& path) {
    if (std::string fault = faultOfSaving(shape); !fault.empty()) return fault;
    std::shared_ptr<const NarrowPhase> by;
    auto prepared = readPrepared(shape, path, [&by](const std::string& name) {
        by = makeNarrowPhase(name);
        return by.get();
    });
    if (!prepared) return prepared.error();
    processState().models.keep(shape, std::move(*prepared));
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
