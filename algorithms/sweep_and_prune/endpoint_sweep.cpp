#include "algorithms/sweep_and_prune/endpoint_sweep.h"

#include <algorithm>

namespace ricochet::sweep {

Index EndpointSweep::insert(const SweepBox& box) {
    if (free_.empty()) {
        free_.push_back(static_cast<Index>(bodies_.size()));
        bodies_.emplace_back();
        flags_.resize(flags_.size() + bodies_.size() - 1);
    }
    const Index body = free_.back();
    free_.pop_back();
    bodies_[body] = {cleaned(box), true, false};
    new_.push_back(body);
    return body;
}

template <class Visit>
void EndpointSweep::forEachOther(Index body, Visit&& visit) {
    for (Index other = 0; other < bodies_.size(); ++other) {
        if (other != body && bodies_[other].isAlive) visit(other);
    }
}

void EndpointSweep::remove(Index body, BodyPairs* lost) {
    forgetPairs(body, lost);
    forEachOther(body, [&](Index other) { flags(body, other) = 0; });
    if (bodies_[body].isListed) {
        for (List& list : lists_) {
            for (EndPoint& end : list) {
                if (end.body == body) end.body = kNone;
            }
        }
        hasDeadEnds_ = true;
    } else {
        std::erase(new_, body);
    }
    bodies_[body] = {};
    free_.push_back(body);
}

void EndpointSweep::forgetPairs(Index body, BodyPairs* lost) {
    forEachOther(body, [&](Index other) {
        Flags& pair = flags(body, other);
        if (!(pair & kReported)) return;
        if (lost) lost->push_back({std::min(body, other), std::max(body, other)});
        pair &= static_cast<Flags>(~kReported);
        note(body, other);
    });
}

const PairChanges& EndpointSweep::step() {
    if (hasDeadEnds_) {
        for (List& list : lists_) std::erase_if(list, [](const EndPoint& end) { return end.body == kNone; });
        hasDeadEnds_ = false;
    }
    for (Index axis = 0; axis < 3; ++axis) sort(axis);
    mergeNewBodies();
    report();
    return changes_;
}

void EndpointSweep::sort(Index axis) {
    List& list = lists_[axis];
    for (EndPoint& end : list) end.value = valueOf(end, axis);
    for (std::size_t i = 1; i < list.size(); ++i) {
        const EndPoint end = list[i];
        std::size_t place = i;
        for (; place > 0 && end < list[place - 1]; --place) {
            if (end.isMax != list[place - 1].isMax) compare(end.body, list[place - 1].body, axis);
            list[place] = list[place - 1];
        }
        list[place] = end;
    }
}

void EndpointSweep::mergeNewBodies() {
    if (new_.empty()) return;
    for (Index axis = 0; axis < 3; ++axis) {
        List& list = lists_[axis];
        const auto sorted = static_cast<std::ptrdiff_t>(list.size());
        for (const Index body : new_) {
            list.push_back({bodies_[body].box.min[axis], body, false});
            list.push_back({bodies_[body].box.max[axis], body, true});
        }
        std::sort(list.begin() + sorted, list.end());
        std::inplace_merge(list.begin(), list.begin() + sorted, list.end());
    }
    for (const Index body : new_) {
        bodies_[body].isListed = true;
        forEachOther(body, [&](Index other) {
            for (Index axis = 0; axis < 3; ++axis) compare(body, other, axis);
        });
    }
    new_.clear();
}

/// Compares the boxes themselves, so that empty or inverted boxes are no special case.
void EndpointSweep::compare(Index a, Index b, Index axis) {
    if (a == b) return;
    const SweepBox &boxA = bodies_[a].box, &boxB = bodies_[b].box;
    const bool overlap = boxA.min[axis] <= boxB.max[axis] && boxB.min[axis] <= boxA.max[axis];
    Flags& pair = flags(a, b);
    const Flags was = pair;
    const auto bit = static_cast<Flags>(1 << axis);
    pair = static_cast<Flags>(overlap ? was | bit : was & ~bit);
    if (pair != was && ((was | bit) & kAllAxes) == kAllAxes) note(a, b);
}

void EndpointSweep::note(Index a, Index b) {
    Flags& pair = flags(a, b);
    if (pair & kNoted) return;
    pair |= kNoted;
    noted_.push_back({std::min(a, b), std::max(a, b)});
}

void EndpointSweep::report() {
    changes_.added.clear();
    changes_.removed.clear();
    std::sort(noted_.begin(), noted_.end());
    for (const BodyPair& each : noted_) {
        Flags& pair = flags(each.a, each.b);
        const bool overlap = (pair & kAllAxes) == kAllAxes, wasReported = (pair & kReported) != 0;
        pair = static_cast<Flags>((pair & kAllAxes) | (overlap ? kReported : 0));
        if (overlap != wasReported) (overlap ? changes_.added : changes_.removed).push_back(each);
    }
    noted_.clear();
}

BodyPairs EndpointSweep::pairs() const {
    BodyPairs pairs;
    for (Index a = 0; a < bodies_.size(); ++a) {
        for (Index b = a + 1; b < bodies_.size(); ++b) {
            if (flags_[placeOf(a, b)] & kReported) pairs.push_back({a, b});
        }
    }
    return pairs;
}

void EndpointSweep::rayCast(const SweepRay& ray, const BodyVisitor& visit) const {
    const Vec3 inverse = reciprocal(ray.direction);
    for (Index body = 0; body < bodies_.size(); ++body) {
        if (hits(ray, inverse, bodies_[body].box)) visit(body);
    }
}

void EndpointSweep::overlap(const SweepBox& box, const BodyVisitor& visit) const {
    const SweepBox query = cleaned(box);
    for (Index body = 0; body < bodies_.size(); ++body) {
        if (overlaps(query, bodies_[body].box)) visit(body);
    }
}

std::size_t EndpointSweep::bytes() const {
    std::size_t bytes = bodies_.capacity() * sizeof(Slot) + flags_.capacity();
    for (const List& list : lists_) bytes += list.capacity() * sizeof(EndPoint);
    return bytes;
}

}  // namespace ricochet::sweep
