#include "plugin/broad_phase/mktree_sweep.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ricochet {
namespace {

// Bullet grows a box by the contact threshold when it updates it for the first time.
constexpr int kChangesOfStatic = 3;

BodyPair pairOf(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

void eraseFrom(std::vector<Index>& list, Index body) {
    const auto at = std::ranges::find(list, body);
    *at = list.back();
    list.pop_back();
}

/// What is in the first list only; both are sorted.
BodyPairs difference(const BodyPairs& all, const BodyPairs& without) {
    BodyPairs rest;
    std::ranges::set_difference(all, without, std::back_inserter(rest));
    return rest;
}

}  // namespace

MkTreeSweep::MkTreeSweep(const SweepSettings& moving, const mktree::BoxTreeSettings& standing)
    : moving_(makeSweepAndPrune(moving)), static_(standing) {}

Index MkTreeSweep::newBody(const SweepBox& box) {
    auto body = static_cast<Index>(bodies_.size());
    if (free_.empty()) {
        bodies_.emplace_back();
    } else {
        body = free_.back();
        free_.pop_back();
    }
    bodies_[body].box = sweep::cleaned(box);
    noteChange(body);
    return body;
}

Index MkTreeSweep::insert(const SweepBox& box) {
    const Index body = newBody(box);
    startMoving(body, box);
    return body;
}

Index MkTreeSweep::insertStatic(const SweepBox& box) {
    const Index body = newBody(box);
    static_.insert(body, bodies_[body].box);
    return body;
}

/// The sweep cleans the box itself: an empty one that it is given is not empty to it.
void MkTreeSweep::startMoving(Index body, const SweepBox& box) {
    const Index number = bodies_[body].inMoving = moving_->insert(box);
    if (number >= ownNumber_.size()) ownNumber_.resize(number + std::size_t{1});
    ownNumber_[number] = body;
}

void MkTreeSweep::noteChange(Index body) {
    if (!std::exchange(bodies_[body].isChanged, true)) changed_.push_back(body);
}

void MkTreeSweep::update(Index body, const SweepBox& box) {
    const SweepBox clean = sweep::cleaned(box);
    if (bodies_[body].box == clean) return;
    bodies_[body].box = clean;
    noteChange(body);
    if (!bodies_[body].isStatic()) return moving_->update(bodies_[body].inMoving, box);
    static_.erase(body);
    if (++bodies_[body].changes <= kChangesOfStatic) return static_.insert(body, clean);
    startMoving(body, box);
    std::erase_if(bodies_[body].partners, [&](Index other) {
        if (bodies_[other].isStatic()) return false;
        eraseFrom(bodies_[other].partners, body);
        transferred_.push_back(pairOf(body, other));
        return true;
    });
}

void MkTreeSweep::remove(Index body, BodyPairs* lost) {
    dropPartners(body, lost);
    takeTransferred(body, lost);
    if (bodies_[body].isStatic()) {
        static_.erase(body);
    } else {
        BodyPairs inMoving;
        moving_->remove(bodies_[body].inMoving, lost ? &inMoving : nullptr);
        if (lost) std::ranges::copy(toOwnNumbers(inMoving), std::back_inserter(*lost));
    }
    bodies_[body] = {};
    free_.push_back(body);
}

void MkTreeSweep::forgetPairs(Index body, BodyPairs* lost) {
    dropPartners(body, lost);
    takeTransferred(body, lost);
    noteChange(body);
    if (bodies_[body].isStatic()) return;
    BodyPairs inMoving;
    moving_->forgetPairs(bodies_[body].inMoving, lost ? &inMoving : nullptr);
    if (lost) std::ranges::copy(toOwnNumbers(inMoving), std::back_inserter(*lost));
}

void MkTreeSweep::dropPartners(Index body, BodyPairs* lost) {
    for (const Index other : std::exchange(bodies_[body].partners, {})) {
        eraseFrom(bodies_[other].partners, body);
        if (lost) lost->push_back(pairOf(body, other));
    }
}

void MkTreeSweep::takeTransferred(Index body, BodyPairs* lost) {
    std::erase_if(transferred_, [&](const BodyPair& pair) {
        if (pair.a != body && pair.b != body) return false;
        if (lost) lost->push_back(pair);
        return true;
    });
}

/// A pair that one source reports as removed and the other as added has remained.
const PairChanges& MkTreeSweep::step() {
    const PairChanges& ofMoving = moving_->step();
    changes_.added = toOwnNumbers(ofMoving.added);
    changes_.removed = toOwnNumbers(ofMoving.removed);
    std::ranges::copy(std::exchange(transferred_, {}), std::back_inserter(changes_.removed));
    static_.rebuildIfWorn();
    for (const Index body : std::exchange(changed_, {})) {
        if (!std::exchange(bodies_[body].isChanged, false)) continue;
        findPartners(body);
        setPartners(body);
    }
    std::ranges::sort(changes_.added);
    std::ranges::sort(changes_.removed);
    BodyPairs added = difference(changes_.added, changes_.removed);
    changes_.removed = difference(changes_.removed, changes_.added);
    changes_.added = std::move(added);
    return changes_;
}

/// A static body's are all bodies; a moving one's the static bodies.
void MkTreeSweep::findPartners(Index body) {
    found_.clear();
    if (sweep::isEmpty(bodies_[body].box)) return;
    const auto note = [&](Index other) {
        if (other != body) found_.push_back(other);
    };
    static_.forEachOverlapping(bodies_[body].box, note);
    if (bodies_[body].isStatic()) {
        moving_->overlap(bodies_[body].box, [&](Index number) { note(ownNumber_[number]); });
    }
}

/// Makes what was found the body's partners.
void MkTreeSweep::setPartners(Index body) {
    std::vector<Index>& partners = bodies_[body].partners;
    std::ranges::sort(found_);
    std::ranges::sort(partners);
    if (found_ == partners) return;
    for (const Index other : found_) {
        if (std::ranges::binary_search(partners, other)) continue;
        bodies_[other].partners.push_back(body);
        changes_.added.push_back(pairOf(body, other));
    }
    for (const Index other : partners) {
        if (std::ranges::binary_search(found_, other)) continue;
        eraseFrom(bodies_[other].partners, body);
        changes_.removed.push_back(pairOf(body, other));
    }
    partners = found_;
}

BodyPairs MkTreeSweep::toOwnNumbers(const BodyPairs& pairs) const {
    BodyPairs own;
    own.reserve(pairs.size());
    for (const BodyPair& pair : pairs) own.push_back(pairOf(ownNumber_[pair.a], ownNumber_[pair.b]));
    return own;
}

BodyPairs MkTreeSweep::pairs() const {
    BodyPairs all = toOwnNumbers(moving_->pairs());
    std::ranges::copy(transferred_, std::back_inserter(all));
    for (Index body = 0; body < bodies_.size(); ++body) {
        for (const Index other : bodies_[body].partners) {
            if (body < other) all.push_back({body, other});
        }
    }
    std::ranges::sort(all);
    return all;
}

void MkTreeSweep::rayCast(const SweepRay& ray, const BodyVisitor& visit) const {
    static_.forEachHit(ray, visit);
    moving_->rayCast(ray, [&](Index number) { visit(ownNumber_[number]); });
}

void MkTreeSweep::overlap(const SweepBox& box, const BodyVisitor& visit) const {
    static_.forEachOverlapping(sweep::cleaned(box), visit);
    moving_->overlap(box, [&](Index number) { visit(ownNumber_[number]); });
}

std::vector<SweepBox> MkTreeSweep::cells() const {
    std::vector<SweepBox> all = moving_->cells();
    std::ranges::copy(static_.leaves(), std::back_inserter(all));
    return all;
}

std::size_t MkTreeSweep::bytes() const {
    std::size_t all = moving_->bytes() + static_.bytes() + bodies_.capacity() * sizeof(Body);
    for (const Body& body : bodies_) all += body.partners.capacity() * sizeof(Index);
    return all + (free_.capacity() + ownNumber_.capacity() + changed_.capacity()) * sizeof(Index);
}

}  // namespace ricochet
