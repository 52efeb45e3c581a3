#include "adapters/shape_cache/region_schedule.h"

#include "adapters/shapes/shape_kinds.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr std::array kSteps = {1, 2, 4, 8, 16, 24};  // ahead, at which it is looked where a body will be
constexpr std::uint64_t kLongUnused = 128, kDropEvery = 32;  // steps
constexpr std::uint32_t kLeft = 1000;                        // steps of others: a world that has ended

constexpr int kExpected = 48, kStretch = 8;  // steps ahead that a file is read, and of a box of them

/// Where a body will come to another region, everything along its path there is read from the file.
void prefetchAhead(const btCollisionShape& shape, const ShapeParts& parts, RegionName& expected,
                   const RegionOfInterest& where, Real timeStep) {
    const int axis = parts.columnAxis(shape);
    const auto regionIn = [&](int steps) { return regionAbout(where(steps * timeStep), axis); };
    const RegionName last = regionIn(kExpected);
    if (last == expected || last.isWhole()) return;
    expected = last;
    Aabb end = regionBox(last, axis);
    for (int steps = kExpected - kStretch; steps >= 0; steps -= kStretch) {
        const RegionName region = regionIn(steps);
        if (region.isWhole()) return;
        const Aabb begin = regionBox(region, axis);
        end.include(begin.min);
        end.include(begin.max);
        parts.expect(shape, end);
        end = begin;
    }
}

/// Whether a shape has no faces in a box and a margin around it; false if that is not known quickly.
bool isClearAbout(const btCollisionShape& shape, const Aabb& box) {
    constexpr Real kNear = 0.35;  // of the largest side: margin for fast bodies
    const ShapeParts& parts = *shapeKind(shape).parts;
    return parts.isClear && parts.isClear(shape, grown(box, kNear * box.size().maxCoeff()));
}

}  // namespace

std::optional<RegionAtHand> regionFor(const btCollisionShape& shape, const Aabb& box,
                                      const std::optional<RegionAtHand>& atHand) {
    if (atHand && !atHand->name.isNothing() && holds(atHand->box, box)) return atHand;
    const int columnAxis = shapeKind(shape).parts->columnAxis(shape);
    const RegionName region = regionAbout(box, columnAxis);
    if (region.isWhole()) return std::nullopt;
    // Which of them it is must not depend on what others have prepared.
    if (isClearAbout(shape, box)) return RegionAtHand{{RegionName::kNothing, {}}, box, {}};
    return RegionAtHand{region, regionBox(region, columnAxis), {}};
}

std::optional<std::pair<RegionName, int>> regionAhead(const btCollisionShape& shape, RegionAtHand& atHand,
                                                      const RegionOfInterest& where, Real timeStep) {
    const ShapeParts& parts = *shapeKind(shape).parts;
    if (parts.expect) prefetchAhead(shape, parts, atHand.expected, where, timeStep);
    const bool isNothing = atHand.name.isNothing();
    if (!isNothing && holds(atHand.box, where(kSteps.back() * timeStep))) return std::nullopt;
    for (const int steps : kSteps) {
        const Aabb box = where(steps * timeStep);
        if (!isNothing && holds(atHand.box, box)) continue;
        if (isClearAbout(shape, box)) continue;
        const RegionName region = regionAbout(box, parts.columnAxis(shape));
        return region.isWhole() ? std::nullopt : std::optional(std::pair(region, steps));
    }
    return std::nullopt;
}

bool RegionSchedule::begin(std::uint32_t step) {
    const bool isAfter = static_cast<std::int32_t>(step - last_) > 0;
    if (isAfter) last_ = step;
    return isAfter;
}

void RegionSchedule::note(const RegionName& region, int steps, const NarrowPhase* world) {
    int& known = ahead_[world].try_emplace(region, steps).first->second;
    known = std::min(known, steps);
}

std::vector<RegionName> RegionSchedule::takeDue(const NarrowPhase* world,
                                                const std::function<bool(const RegionName&)>& isThere) {
    const auto mine = ahead_.extract(world);  // those of other worlds are theirs to prepare
    if (!mine) return {};
    std::vector<std::pair<int, RegionName>> needed;
    for (const auto& [region, steps] : mine.mapped()) {
        if (!isThere(region)) needed.emplace_back(steps, region);
    }
    std::ranges::sort(needed);
    std::vector<RegionName> names;
    std::size_t due = 0;
    for (const auto& [steps, region] : needed) {
        names.push_back(region);
        due = std::max(due, names.size() / static_cast<std::size_t>(steps));
    }
    names.resize(due);
    return names;
}

bool RegionSchedule::count(std::uint32_t step, const NarrowPhase* world) {
    if (!clock_ || step - clockStep_ > kLeft) clock_ = world;
    if (clock_ != world) return false;
    clockStep_ = step;
    return ++steps_ % kDropEvery == 0;
}

bool RegionSchedule::isLongUnused(std::uint64_t lastStep) const { return steps_ - lastStep > kLongUnused; }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
