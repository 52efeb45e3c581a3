#include "adapters/shapes/convert.h"
#include "plugin/backends.h"
#include "plugin/continuous_methods.h"
#include "plugin/process_state.h"

#include <ricochet/registration.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

std::vector<std::string> narrowPhases() { return rowNames(backends()); }

std::vector<std::string> contactMethods() { return rowNames(roundMethodTable()); }

std::vector<std::string> convexMethods() { return rowNames(convexMethodTable()); }

std::vector<std::string> continuousMethods() { return rowNames(continuousMethodTable()); }

namespace {

std::string versionText(int version) {
    return std::to_string(version / 100) + "." + std::to_string(version % 100);
}

/// An error message if a program has another Bullet than this library; else empty.
std::string validate(const BulletHeaders& program) {
    const BulletHeaders ours;
    if (program.version != ours.version) {
        return "The program was compiled with the headers of Bullet " + versionText(program.version) +
               ", and Ricochet with those of Bullet " + versionText(ours.version) +
               ": use one Bullet for both.";
    }
    const bool isSame = program.objectBytes == ours.objectBytes &&
                        program.manifoldBytes == ours.manifoldBytes &&
                        program.dispatcherBytes == ours.dispatcherBytes;
    return isSame ? ""
                  : "The program was compiled with other options of Bullet than Ricochet, so that their "
                    "objects differ in size.";
}

}  // namespace

std::string registerAlgorithms(btCollisionDispatcher* dispatcher, const Settings& settings,
                               const BulletHeaders& headers) {
    if (std::string fault = validate(headers); !fault.empty()) return fault;
    if (!dispatcher) return "There is no dispatcher to register with.";
    if (std::string fault = validate(settings); !fault.empty()) return fault;
    auto registration = std::make_unique<Registration>(settings, stockTable(*dispatcher));
    registration->install(*dispatcher);
    processState().models.setExecutor(makeExecutor(settings));
    processState().registrations.with([&](auto& all) { all[dispatcher] = std::move(registration); });
    return {};
}

int restoreRegistration(btCollisionDispatcher& dispatcher) {
    return processState().registrations.with([&](auto& all) {
        const auto found = all.find(&dispatcher);
        return found == all.end() ? 0 : found->second->restore(dispatcher);
    });
}

void unregisterAlgorithms(btCollisionDispatcher* dispatcher) {
    if (!dispatcher || !contextOf(*dispatcher)) return;
    restoreStock(*dispatcher);
    processState().registrations.with([&](auto& all) { all.erase(dispatcher); });
}

std::string setAlgorithm(const btCollisionShape& shape, const std::string& name) {
    return processState().overrides.set(shape, name);
}

void notifyDeformed(const btCollisionShape& shape) {
    processState().models.notifyDeformed(shape);
    processState().convexModels.release(shape);
    processState().movingBodies.release(shape);
}

void notifyDeformed(const btCollisionShape& shape, const btVector3& minimum, const btVector3& maximum) {
    processState().models.notifyDeformed(shape, {toVec3(minimum), toVec3(maximum)});
    processState().convexModels.release(shape);
    processState().movingBodies.release(shape);
}

void release(const btCollisionShape& shape) {
    processState().models.release(shape);
    processState().convexModels.release(shape);
    processState().movingBodies.release(shape);
}

namespace {

Statistics withRegions(Statistics statistics) {
    const RegionMemory regions = processState().models.regionMemory();
    statistics.regionsPrepared = regions.prepared;
    statistics.regionsDropped = regions.dropped;
    statistics.regionsCached = static_cast<long long>(regions.cached);
    statistics.regionBytes = static_cast<long long>(regions.bytes);
    statistics.regionMicroseconds = regions.microseconds;
    return statistics;
}

}  // namespace

Statistics statistics(const btCollisionDispatcher& dispatcher) {
    const std::shared_ptr<PairContext> context = contextOf(dispatcher);
    return withRegions(context ? context->counter.read() : Statistics{});
}

Statistics statistics() { return withRegions(statisticsOfProcess()); }

void resetStatistics(btCollisionDispatcher& dispatcher) {
    if (const std::shared_ptr<PairContext> context = contextOf(dispatcher)) context->counter.reset();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
