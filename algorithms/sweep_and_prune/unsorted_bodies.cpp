#include "algorithms/sweep_and_prune/unsorted_bodies.h"

namespace ricochet::sweep {
namespace {

constexpr Index kFewUnsorted = 64;  // bodies: so few share one cell

}  // namespace

UnsortedBodies::UnsortedBodies() { bodies_.reserve(kFirstRoom); }

void UnsortedBodies::add(Index body, std::vector<Body>& all) {
    all[body].unsortedPlace = static_cast<Index>(bodies_.size());
    bodies_.push_back(body);
}

void UnsortedBodies::drop(Index body, std::vector<Body>& all) {
    const Index place = all[body].unsortedPlace;
    bodies_[place] = bodies_.back();
    all[bodies_[place]].unsortedPlace = place;
    bodies_.pop_back();
    all[body].unsortedPlace = kNone;
}

void UnsortedBodies::clear(std::vector<Body>& all, const Executor& executor) {
    for (const Index body : bodies_) all[body].unsortedPlace = kNone;
    bodies_.clear();
    cells_.build(CellPlan(), all, bodies_, Room::none, Fit::tight, executor);
    sorted_ = 0;
}

void UnsortedBodies::sort(const CellPlan& plan, std::vector<Body>& all, const Executor& executor) {
    const bool areFew = bodies_.size() <= kFewUnsorted;
    cells_.build(areFew ? CellPlan() : plan, all, bodies_, Room::none, Fit::tight, executor);
    moved_.clear();
    for (Index entry = 0; entry < cells_.size(); ++entry) {
        if (cells_.entries().motion(entry) > 0) moved_.push_back(entry);
    }
}

void UnsortedBodies::settle(const std::vector<Body>& all) {
    cells_.settleSplitBodies(all);
    cells_.settle(all);
    sorted_ += cells_.size();
}

void UnsortedBodies::trimLists() {
    trim(bodies_);
    trim(moved_);
}

std::size_t UnsortedBodies::bytes() const {
    return cells_.bytes() + (bodies_.capacity() + moved_.capacity()) * sizeof(Index);
}

}  // namespace ricochet::sweep
