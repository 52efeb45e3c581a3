#include "plugin/pairs/neighbours.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/placed_vertices.h"
#include "plugin/process_state.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isStill(const btCollisionObject& object) { return object.isStaticOrKinematicObject(); }

bool canBeJoined(const btCollisionObjectWrapper& wrap) {
    const btCollisionObject& object = *wrap.getCollisionObject();
    return object.hasContactResponse() && (isStill(object) || wrap.m_parent);
}

/// A part is listed under that one of two bodies which few others touch: a floor may carry thousands.
const btCollisionObject* listedObject(const btCollisionObject& object, const btCollisionObject& body) {
    return isStill(object) ? &body : &object;
}

}  // namespace

void Neighbours::note(const void* pair, const btCollisionObjectWrapper& part,
                      const std::shared_ptr<const CollisionModel>& model, const NarrowPhase& narrowPhase,
                      const btCollisionObject& body, std::uint32_t step) {
    if (!canBeJoined(part)) return;
    const btCollisionObject& object = *part.getCollisionObject();
    Place place{model, &narrowPhase, object.getWorldTransform().inverse() * part.getWorldTransform()};
    if (model) {
        const Aabb& box = model->mesh().box();
        place.middle = transformPoint(toPose(place.inObject), box.centre());
        place.radius = box.size().norm() / 2;
    }
    const std::lock_guard lock(mutex_);
    dropEnded(step);
    std::vector<Noted>& list = lists_[listedObject(object, body)];
    auto noted = std::ranges::find_if(
        list, [&](const Noted& each) { return each.pair == pair && each.object == &object; });
    if (noted == list.end())
        noted = list.insert(noted, {pair, &object, &body, part.getCollisionShape(), {}, {}, 0});
    Place& now = noted->now;
    if (now.model == place.model && now.narrowPhase == place.narrowPhase && now.inObject == place.inObject)
        return;
    if (noted->since != step) noted->before = now;
    now = place;
    noted->since = step;
}

void Neighbours::Noted::end(std::uint32_t step) {
    before = upTo(step);
    now = {};
    since = step;
    pair = nullptr;
    isStill = ricochet::isStill(*object);
    inWorld = object->getWorldTransform();
    if (!object->hasContactResponse()) before = {};
}

void Neighbours::forget(const void* pair, const btCollisionObject* object0, const btCollisionObject* object1,
                        std::uint32_t step) {
    const std::lock_guard lock(mutex_);
    dropEnded(step);
    for (const btCollisionObject* const object : {object0, object1}) {
        const auto list = lists_.find(object);
        if (list == lists_.end()) continue;
        if (step == 0) std::erase_if(list->second, [&](const Noted& noted) { return noted.pair == pair; });
        for (Noted& noted : list->second) {
            if (noted.pair == pair) noted.end(step);
        }
        if (step != 0) withEnded_.push_back(object);
        if (list->second.empty()) lists_.erase(list);
    }
    endedIn_ = step;
}

/// Those of earlier steps.
void Neighbours::dropEnded(std::uint32_t step) {
    if (withEnded_.empty() || endedIn_ == step) return;
    for (const btCollisionObject* const object : withEnded_) {
        const auto list = lists_.find(object);
        if (list == lists_.end()) continue;
        std::erase_if(list->second, [](const Noted& noted) { return noted.hasEnded(); });
        if (list->second.empty()) lists_.erase(list);
    }
    withEnded_.clear();
}

std::unique_ptr<Neighbours> Neighbours::copy() const {
    auto copied = std::make_unique<Neighbours>();
    const std::lock_guard lock(mutex_);
    copied->lists_ = lists_;
    return copied;
}

void Neighbours::restore(const Neighbours& saved, const Renamed& names) {
    const std::lock_guard lock(mutex_);
    lists_ = saved.lists_;
    for (auto& [object, list] : lists_) {
        std::erase_if(list, [&](const Noted& noted) { return !names.contains(noted.pair); });
        for (Noted& noted : list) noted.pair = names.at(noted.pair);
    }
    std::erase_if(lists_, [](const auto& each) { return each.second.empty(); });
}

void Neighbours::find(const void* pair, const btCollisionObjectWrapper& side, const CollisionModel& model,
                      const btCollisionObject& body, std::uint32_t step, Real distance,
                      std::vector<Neighbour>& out) const {
    out.clear();
    if (!canBeJoined(side)) return;
    const btCollisionObject& object = *side.getCollisionObject();
    const Aabb box = grown(placedBox(toPose(side.getWorldTransform()), model.mesh().box()), distance);
    const Vec3 middle = box.centre();
    const Real radius = box.size().norm() / 2;
    const std::lock_guard lock(mutex_);
    const auto list = lists_.find(listedObject(object, body));
    if (list == lists_.end()) return;
    const btTransform inObject = object.getWorldTransform().inverse() * side.getWorldTransform();
    for (const Noted& noted : list->second) {
        if (noted.pair == pair || !noted.isOfStep(step)) continue;
        const Place& place = noted.upTo(step);
        if (!place.model) continue;
        const bool hasEnded = noted.hasEnded();
        const bool isBeside = !isStill(object) ? noted.body == &body
                              : hasEnded       ? noted.isStill
                                               : isStill(*noted.object);
        if (!isBeside || (!hasEnded && !noted.object->hasContactResponse())) continue;
        // The same pair, begun anew.
        if (hasEnded && noted.object == &object && noted.body == &body && place.inObject == inObject)
            continue;
        const btTransform& inWorld = hasEnded ? noted.inWorld : noted.object->getWorldTransform();
        const Vec3 away = ricochet::transformPoint(toPose(inWorld), place.middle) - middle;
        const Real near = radius + place.radius;
        if (away.squaredNorm() > near * near) continue;
        if (processState().models.deformations(*noted.shape) > 0) continue;
        const Pose pose = toPose(inWorld * place.inObject);
        if (overlaps(placedBox(pose, place.model->mesh().box()), box))
            out.push_back({place.model, place.narrowPhase, pose});
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
