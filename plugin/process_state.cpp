#include "plugin/process_state.h"

#include "plugin/backends.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void AlgorithmOverrides::set(const btCollisionShape& shape, const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (name.empty()) {
        names_.erase(&shape);
    } else if (name == kStock) {
        names_[&shape] = {name, name};
    } else if (findContactMethod(name, MethodUse::convexConvex)) {
        names_[&shape].convexMethod = name;
    } else {
        names_[&shape].narrowPhase = selectBackend(name)->name;
    }
    isEmpty_ = names_.empty();
}

bool AlgorithmOverrides::isLeftToStock(const btCollisionShape& first, const btCollisionShape& second) const {
    if (isEmpty_) return false;
    const std::lock_guard lock(mutex_);
    const auto isStocks = [&](const btCollisionShape& shape) {
        const auto names = names_.find(&shape);
        return names != names_.end() && names->second.narrowPhase == kStock;
    };
    return isStocks(first) || isStocks(second);
}

std::string AlgorithmOverrides::choose(const btCollisionShape& first, const btCollisionShape& second,
                                       const std::string& otherwise) const {
    if (isEmpty_) return otherwise;
    const std::lock_guard lock(mutex_);
    for (const btCollisionShape* shape : {&first, &second}) {
        const auto names = names_.find(shape);
        if (names != names_.end() && !names->second.narrowPhase.empty()) return names->second.narrowPhase;
    }
    return otherwise;
}

std::string AlgorithmOverrides::chooseConvex(const btCollisionShape& first, const btCollisionShape& second,
                                             const std::string& otherwise) const {
    if (isEmpty_) return otherwise;
    const std::lock_guard lock(mutex_);
    std::string chosen;
    for (const btCollisionShape* shape : {&first, &second}) {
        const auto names = names_.find(shape);
        if (names == names_.end() || names->second.convexMethod.empty()) continue;
        if (names->second.convexMethod == kStock) return kStock;
        if (chosen.empty()) chosen = names->second.convexMethod;
    }
    return chosen.empty() ? otherwise : chosen;
}

void RegistrationBook::set(const btCollisionDispatcher& dispatcher,
                           std::unique_ptr<const Registration> registration) {
    const std::lock_guard lock(mutex_);
    registrations_[&dispatcher] = std::move(registration);
}

void RegistrationBook::erase(const btCollisionDispatcher& dispatcher) {
    const std::lock_guard lock(mutex_);
    registrations_.erase(&dispatcher);
}

ProcessState& processState() {
    static ProcessState& state = *new ProcessState;
    return state;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
