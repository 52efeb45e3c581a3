#include "algorithms/sweep_and_prune/sweep_bodies.h"

namespace ricochet::sweep {
namespace {

constexpr int kCalmSteps = 8;  // steps without growth after which lists are trimmed

}  // namespace

SweepBodies::SweepBodies() {
    bodies_.reserve(kFirstRoom);
    moved_.reserve(kFirstRoom);
}

Index SweepBodies::insert(const SweepBox& box) {
    const Index id = takeNumber();
    bodies_[id].now = cleaned(box);
    bodies_[id].isAlive = true;
    noteMoved(id);
    ++alive_;
    return id;
}

/// A new number, or that of a removed body, which may still be on the list of moved bodies.
Index SweepBodies::takeNumber() {
    if (free_.empty()) {
        if (bodies_.size() == bodies_.capacity()) stepsSinceGrowth_ = 0;
        bodies_.emplace_back();
        return static_cast<Index>(bodies_.size() - 1);
    }
    const Index id = free_.back();
    free_.pop_back();
    return id;
}

void SweepBodies::noteMoved(Index body) {
    if (bodies_[body].isMoved) return;
    bodies_[body].isMoved = true;
    moved_.push_back(body);
}

void SweepBodies::remove(Index body) {
    Body& gone = bodies_[body];
    assert(gone.isAlive);
    gone.isAlive = false;
    gone.now = kEmpty;
    gone.entry = kNone;
    free_.push_back(body);
    --alive_;
}

void SweepBodies::forgetLast(Index body) {
    bodies_[body].last = kEmpty;
    noteMoved(body);
}

void SweepBodies::forgetRemoved() {
    std::erase_if(moved_, [this](Index body) {
        if (!bodies_[body].isAlive) bodies_[body].isMoved = false;
        return !bodies_[body].isAlive;
    });
}

void SweepBodies::commit() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        prefetchMoved(i + kFetchedAhead);
        Body& body = bodies_[moved_[i]];
        body.last = body.now;
        body.lastEntry = kNone;
        body.isMoved = false;
    }
    moved_.clear();
}

bool SweepBodies::hasJustCalmedDown() { return ++stepsSinceGrowth_ == kCalmSteps; }

/// Not at once: a world that fills up will soon need more.
void SweepBodies::trimLists() {
    trim(bodies_);
    trim(free_);
    trim(moved_);
}

std::size_t SweepBodies::newCount() const {
    const auto isNew = [this](Index body) { return bodies_[body].entry == kNone; };
    return static_cast<std::size_t>(std::ranges::count_if(moved_, isNew));
}

std::size_t SweepBodies::bytes() const {
    return bodies_.capacity() * sizeof(Body) + (free_.capacity() + moved_.capacity()) * sizeof(Index);
}

}  // namespace ricochet::sweep
