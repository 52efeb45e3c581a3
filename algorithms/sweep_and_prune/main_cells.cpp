#include "algorithms/sweep_and_prune/main_cells.h"

#include "algorithms/geometry/builtins.h"
#include "algorithms/sweep_and_prune/fattened_box.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kSample = 512;      // bodies from which a plan is made, at most
constexpr std::size_t kSampleShare = 16;  // the sample of few bodies is one in 16
constexpr std::size_t kLeastSample = 64;  // bodies, if there are as many
constexpr std::size_t kManyMoved = 1000;  // bodies: fewer have their boxes in the cache

}  // namespace

MainCells::MainCells() { members_.reserve(kFirstRoom); }

void MainCells::sort(SweepBodies& bodies, Room room, const Executor& executor) {
    renewPlan(bodies);
    inserted_ = 0;
    members_.clear();
    for (Index body = 0; body < bodies.size(); ++body) {
        if (bodies[body].isAlive) members_.push_back(body);
    }
    cells_.build(plan_, bodies.all(), members_, room, Fit::tight, executor);
    isSettled_ = false;
}

void MainCells::renewPlan(const SweepBodies& bodies) {
    const std::size_t alive = bodies.aliveCount(), numbers = bodies.size();
    const bool isStale = ++planAge_ > kPlanAge || alive > 2 * planBodies_ || 2 * alive < planBodies_;
    if (!isStale) return;
    std::vector<SweepBox> sample;
    const std::size_t sampleSize = std::clamp(numbers / kSampleShare, kLeastSample, kSample);
    const std::size_t stride = numbers / sampleSize + 1;
    for (std::size_t body = static_cast<std::size_t>(planAge_) % stride; body < numbers; body += stride) {
        const SweepBox& box = bodies.all()[body].now;
        if (!sweep::isEmpty(box)) sample.push_back(box);
    }
    plan_ = sample.empty() ? CellPlan() : CellPlan(sample, alive);
    planBodies_ = alive;
    planAge_ = 0;
}

std::size_t MainCells::chooseFattened(const SweepBodies& bodies) {
    members_.clear();
    for (Index body = 0; body < bodies.size(); ++body) {
        if (bodies[body].isAlive && canBeFattened(bodies[body])) members_.push_back(body);
    }
    return members_.size();
}

void MainCells::sortFattened(SweepBodies& bodies, const Executor& executor) {
    for (Body& body : bodies.all()) body.entry = kNone;
    inserted_ = 0;
    renewPlan(bodies);
    cells_.build(plan_, bodies.all(), members_, Room::none, Fit::fattened, executor);
    isSettled_ = false;
    members_ = {};  // not needed in the next steps
}

void MainCells::settle(const SweepBodies& bodies) {
    if (!isSettled_) cells_.settle(bodies.all());
    isSettled_ = true;
}

void MainCells::placeMoved(SweepBodies& bodies, UnsortedBodies& unsorted) {
    const std::span<const Index> moved = bodies.moved();
    for (std::size_t i = 0; i < moved.size(); ++i) {
        bodies.prefetchMoved(i + 2 * kFetchedAhead);
        if (i + kFetchedAhead < moved.size()) {
            const Body& later = bodies[moved[i + kFetchedAhead]];
            if (later.entry != kNone && !later.isUnsorted()) cells_.entries().prefetch(later.entry);
        }
        if (bodies[moved[i]].isUnsorted()) continue;
        if (!place(moved[i], bodies)) unsorted.add(moved[i], bodies.all());
    }
    listMoved(bodies);
}

/// False if the cells have no room for it.
bool MainCells::place(Index id, SweepBodies& bodies) {
    Body& body = bodies[id];
    const bool wasThere = !sweep::isEmpty(body.last), isThere = !sweep::isEmpty(body.now);
    if (body.entry != kNone) {
        const float motion = wasThere ? positiveMotion(body) : kAnyMotion;
        const bool isNear = isThere && (!wasThere || isShortMotion(body.last, body.now, motion));
        const SweepBox box = wasThere ? merged(body.last, body.now) : body.now;
        if (isNear && cells_.moveInPlace(body.entry, box, motion)) return true;
        if (isNear && moveToOtherCell(id, box, motion, bodies)) return true;
        cells_.leaveLastBox(body.entry, id);
        body.lastEntry = std::exchange(body.entry, kNone);
    }
    if (!isThere) return true;
    ++inserted_;
    body.entry = cells_.insert(Tag(id, Covers::now), body.now, kAnyMotion, bodies.all());
    return body.entry != kNone;
}

bool MainCells::moveToOtherCell(Index id, const SweepBox& box, float motion, SweepBodies& bodies) {
    const Index entry = cells_.insert(Tag(id, Covers::both), box, motion, bodies.all());
    if (entry == kNone) return false;
    cells_.erase(bodies[id].entry);
    bodies[id].entry = entry;
    ++inserted_;
    return true;
}

void MainCells::listMoved(const SweepBodies& bodies) {
    const std::span<const Index> moved = bodies.moved();
    moved_.clear();
    for (std::size_t i = 0; i < moved.size(); ++i) {
        bodies.prefetchMoved(i + kFetchedAhead);
        const Body& body = bodies[moved[i]];
        if (body.lastEntry != kNone) moved_.push_back(body.lastEntry);
        if (body.entry != kNone && !body.isUnsorted()) moved_.push_back(body.entry);
    }
    // Consecutive neighbours access the same cached data.
    if (moved_.size() > kManyMoved) sortMoved();
}

/// Many of the bodies have moved, so scanning one bit per body is faster than sorting a list.
void MainCells::sortMoved() {
    marks_.resize(cells_.size() / 64 + 1, 0);
    for (const Index entry : moved_) marks_[entry / 64] |= std::uint64_t{1} << entry % 64;
    moved_.clear();
    for (std::size_t word = 0; word < marks_.size(); ++word) {
        for (std::uint64_t bits = std::exchange(marks_[word], 0); bits != 0; bits &= bits - 1) {
            moved_.push_back(static_cast<Index>(64 * word) + static_cast<Index>(std::countr_zero(bits)));
        }
    }
}

void MainCells::settleMoved(const SweepBodies& bodies) {
    const Entries& entries = cells_.entries();
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        if (i + 2 * kFetchedAhead < moved_.size()) entries.prefetch(moved_[i + 2 * kFetchedAhead]);
        if (i + kFetchedAhead < moved_.size()) {
            prefetchLine(&bodies[entries.tag(moved_[i + kFetchedAhead]).body()]);
        }
        const Index entry = moved_[i];
        const Tag tag = entries.tag(entry);
        if (tag.covers() == Covers::last) {
            cells_.erase(entry);
        } else {
            cells_.settle(entry, tag.body(), bodies[tag.body()].last);
        }
    }
}

void MainCells::trimLists() {
    trim(members_);
    trim(moved_);
}

std::size_t MainCells::bytes() const {
    return cells_.bytes() + (members_.capacity() + moved_.capacity()) * sizeof(Index);
}

}  // namespace ricochet::sweep
