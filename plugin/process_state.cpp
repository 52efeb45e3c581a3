#include "plugin/process_state.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void AlgorithmOverrides::set(const btCollisionShape& shape, const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (name.empty()) {
        names_.erase(&shape);
    } else {
        names_[&shape] = name;
    }
}

std::string AlgorithmOverrides::choose(const btCollisionShape& first, const btCollisionShape& second,
                                       const std::string& otherwise) const {
    const std::lock_guard lock(mutex_);
    for (const btCollisionShape* shape : {&first, &second}) {
        if (const auto name = names_.find(shape); name != names_.end()) return name->second;
    }
    return otherwise;
}

void RegistrationBook::set(const void* owner, std::shared_ptr<const Registration> registration) {
    const std::lock_guard lock(mutex_);
    registrations_[owner] = std::move(registration);
}

void RegistrationBook::erase(const void* owner) {
    const std::lock_guard lock(mutex_);
    registrations_.erase(owner);
}

std::shared_ptr<const Registration> RegistrationBook::get(const void* owner) const {
    const std::lock_guard lock(mutex_);
    const auto found = registrations_.find(owner);
    return found == registrations_.end() ? nullptr : found->second;
}

std::shared_ptr<const Registration> RegistrationBook::find(const btCollisionDispatcher& dispatcher) const {
    if (std::shared_ptr<const Registration> own = get(&dispatcher)) return own;
    return get(dispatcher.getCollisionConfiguration());
}

ProcessState& processState() {
    static ProcessState& state = *new ProcessState;
    return state;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
