#include "plugin/process_state.h"

#include "plugin/backends.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

namespace {

/// An error message if the text names no algorithm for a shape; else empty.
std::string validateName(const std::string& text, const std::string& name) {
    const auto& convex = contactMethodTable(MethodUse::convexConvex);
    if (findBackend(name) || findByName(convex, name)) return {};
    std::vector<std::string> known = rowNames(backends());
    for (const std::string& method : rowNames(convex)) known.push_back(method);
    known.emplace_back(kStock);
    return "There is no algorithm '" + text + "' for a shape; " + knownNames(name, known) + ".";
}

}  // namespace

std::string AlgorithmOverrides::set(const btCollisionShape& shape, const std::string& text) {
    const auto change = [&](auto&& apply) {
        const std::lock_guard lock(mutex_);
        apply();
        isEmpty_ = choices_.empty();
        return std::string();
    };
    if (text.empty()) return change([&] { choices_.erase(&shape); });
    if (text == kStock) return change([&] { choices_[&shape] = {kStock, nullptr}; });
    const Result<Selection> selection = parseSelection(text);
    if (!selection) return selection.error();
    if (std::string fault = validateName(text, selection->name); !fault.empty()) return fault;
    if (findBackend(selection->name)) {
        const auto selected = selectBackend(text);
        if (!selected) return selected.error();
        return change([&] { choices_[&shape].narrowPhase = selected->name; });
    }
    const auto method = selectContactMethod(text, MethodUse::convexConvex);
    if (!method) return method.error();
    return change([&] { choices_[&shape].convexMethod = method->method; });
}

bool AlgorithmOverrides::isLeftToStock(const btCollisionShape& first, const btCollisionShape& second) const {
    if (isEmpty_) return false;
    const std::lock_guard lock(mutex_);
    const auto isStocks = [&](const btCollisionShape& shape) {
        const auto choice = choices_.find(&shape);
        return choice != choices_.end() && choice->second.narrowPhase == kStock;
    };
    return isStocks(first) || isStocks(second);
}

std::string AlgorithmOverrides::choose(const btCollisionShape& first, const btCollisionShape& second,
                                       const std::string& otherwise) const {
    if (isEmpty_) return otherwise;
    const std::lock_guard lock(mutex_);
    for (const btCollisionShape* shape : {&first, &second}) {
        const auto choice = choices_.find(shape);
        if (choice != choices_.end() && !choice->second.narrowPhase.empty())
            return choice->second.narrowPhase;
    }
    return otherwise;
}

std::shared_ptr<const ContactMethod> AlgorithmOverrides::chooseConvex(
    const btCollisionShape& first, const btCollisionShape& second,
    const std::shared_ptr<const ContactMethod>& otherwise) const {
    if (isEmpty_) return otherwise;
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<const ContactMethod>* chosen = nullptr;
    for (const btCollisionShape* shape : {&first, &second}) {
        const auto choice = choices_.find(shape);
        if (choice == choices_.end() || !choice->second.convexMethod) continue;
        if (!*choice->second.convexMethod) return nullptr;
        if (!chosen) chosen = &*choice->second.convexMethod;
    }
    return chosen ? *chosen : otherwise;
}

void RegistrationBook::set(const btCollisionDispatcher& dispatcher,
                           std::unique_ptr<Registration> registration) {
    const std::lock_guard lock(mutex_);
    registrations_[&dispatcher] = std::move(registration);
}

int RegistrationBook::restore(btCollisionDispatcher& dispatcher) {
    const std::lock_guard lock(mutex_);
    const auto found = registrations_.find(&dispatcher);
    return found == registrations_.end() ? 0 : found->second->restore(dispatcher);
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
