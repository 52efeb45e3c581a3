#include "plugin/backends.h"
#include "plugin/process_state.h"

#include <ricochet/registration.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

std::vector<std::string> narrowPhases() {
    std::vector<std::string> names;
    for (const Backend& backend : backends()) names.emplace_back(backend.name);
    return names;
}

std::vector<std::string> contactMethods() {
    std::vector<std::string> names;
    for (const MethodRow& row : contactMethodTable()) names.emplace_back(row.name);
    return names;
}

std::string registerAlgorithms(btCollisionDispatcher* dispatcher, const Settings& settings) {
    if (!dispatcher) return "There is no dispatcher to register with.";
    if (std::string fault = faultOf(settings); !fault.empty()) return fault;
    auto registration = std::make_unique<const Registration>(settings, stockOf(*dispatcher));
    registration->install(*dispatcher);
    processState().registrations.set(*dispatcher, std::move(registration));
    return {};
}

void unregisterAlgorithms(btCollisionDispatcher* dispatcher) {
    if (!dispatcher || !contextOf(*dispatcher)) return;
    restoreStock(*dispatcher);
    processState().registrations.erase(*dispatcher);
}

std::string setAlgorithm(const btCollisionShape& shape, const std::string& name) {
    if (!name.empty() && name != kStock && !findBackend(name)) {
        return "There is no narrow phase '" + name + "'; there are " + backendNames() + ", " + kStock + ".";
    }
    if (const Backend* const row = findBackend(name); row && row->whyNot) {
        if (std::string why = row->whyNot(); !why.empty()) return why;
    }
    processState().overrides.set(shape, name);
    return {};
}

void notifyDeformed(const btCollisionShape& shape) { processState().models.notifyDeformed(shape); }

void release(const btCollisionShape& shape) { processState().models.release(shape); }

Statistics statistics(const btCollisionDispatcher& dispatcher) {
    const std::shared_ptr<PairContext> context = contextOf(dispatcher);
    return context ? context->tally.read() : Statistics{};
}

void resetStatistics(btCollisionDispatcher& dispatcher) {
    if (const std::shared_ptr<PairContext> context = contextOf(dispatcher)) context->tally.reset();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
