#include "plugin/process_state.h"

#include "plugin/backends.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

namespace {

/// An error message if the text names no algorithm for a shape; else empty.
std::string validateName(const std::string& text, const std::string& name) {
    const auto& convex = convexMethodTable();
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
        isEmpty_ = narrowPhases_.empty() && convexMethods_.empty();
        return std::string();
    };
    if (text.empty()) return change([&] { narrowPhases_.erase(&shape), convexMethods_.erase(&shape); });
    if (text == kStock)
        return change([&] { narrowPhases_[&shape] = kStock, convexMethods_[&shape] = nullptr; });
    const Result<Selection> selection = parseSelection(text);
    if (!selection) return selection.error();
    if (std::string fault = validateName(text, selection->name); !fault.empty()) return fault;
    if (findBackend(selection->name)) {
        const auto selected = selectBackend(text);
        if (!selected) return selected.error();
        return change([&] { narrowPhases_[&shape] = selected->name; });
    }
    const auto method = selectConvexMethod(text);
    if (!method) return method.error();
    return change([&] { convexMethods_[&shape] = method->method; });
}

bool AlgorithmOverrides::isLeftToStock(const btCollisionShape& first, const btCollisionShape& second) const {
    if (isEmpty_) return false;
    const std::lock_guard lock(mutex_);
    const auto isStocks = [&](const btCollisionShape& shape) {
        const auto chosen = narrowPhases_.find(&shape);
        return chosen != narrowPhases_.end() && chosen->second == kStock;
    };
    return isStocks(first) || isStocks(second);
}

std::string AlgorithmOverrides::choose(const btCollisionShape& first, const btCollisionShape& second,
                                       const std::string& otherwise) const {
    if (isEmpty_) return otherwise;
    const std::lock_guard lock(mutex_);
    for (const btCollisionShape* shape : {&first, &second}) {
        const auto chosen = narrowPhases_.find(shape);
        if (chosen != narrowPhases_.end()) return chosen->second;
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
        const auto choice = convexMethods_.find(shape);
        if (choice == convexMethods_.end()) continue;
        if (!choice->second) return nullptr;
        if (!chosen) chosen = &choice->second;
    }
    return chosen ? *chosen : otherwise;
}

ProcessState& processState() {
    static ProcessState& state = *new ProcessState;
    return state;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
