#include "algorithms/sweep_and_prune/cell_sweep.h"

#include "algorithms/geometry/builtins.h"

#include <algorithm>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kQueryCost = 3;  // of comparing one moved body with all, relative to sorting one body
constexpr std::size_t kBudgetPerBody = 2;    // insertions of unsorted bodies before all are sorted anew
constexpr std::size_t kBodiesPerBudget = 4;  // the same if the cells have no room
constexpr std::size_t kInsertedPerBody =
    4;  // insertions before all are sorted anew, since the cells may no longer fit
constexpr Index kPartsPerThread = 8;  // so that no thread waits long for the others

}  // namespace

void CellSweep::remove(Index id, BodyPairs* lost) {
    forgetPairs(id, lost);
    const Body& gone = bodies_[id];
    if (gone.entry != kNone) (gone.isUnsorted() ? unsorted_.cells() : main_.cells()).erase(gone.entry);
    if (gone.isUnsorted()) unsorted_.drop(id, bodies_.all());
    bodies_.remove(id);
}

void CellSweep::forgetPairs(Index body, BodyPairs* lost) {
    const SweepBox& last = bodies_[body].last;
    if (lost && !sweep::isEmpty(last)) {
        forEachNear(last, [&](Index other, bool) {
            if (other == body || !overlaps(last, bodies_[other].last)) return;
            lost->push_back({std::min(body, other), std::max(body, other)});
        });
    }
    bodies_.forgetLast(body);
}

const PairChanges& CellSweep::step() {
    changes_.added.clear();
    changes_.removed.clear();
    if (bodies_.hasJustCalmedDown()) trimLists();
    bodies_.forgetRemoved();
    if (bodies_.moved().empty()) return changes_;
    stepsInARow_ = doManyMove() ? stepsInARow_ + 1 : 0;
    if (stepsInARow_ > 0) {
        if (!followNear()) sortAll(areMostNew() ? Room::some : Room::none);
    } else if (areCellsWorn()) {
        near_.forget();
        main_.outdatePlan();
        sortAll(Room::some);
    } else {
        updateMoved();
    }
    return changes_;
}

void CellSweep::trimLists() {
    bodies_.trimLists();
    unsorted_.trimLists();
    main_.trimLists();
}

bool CellSweep::doManyMove() const {
    if (settings_.mode == SweepMode::fromScratch) return true;
    return kQueryCost * bodies_.moved().size() + unsorted_.size() > bodies_.aliveCount();
}

/// Then this step gives no reason to expect that the next ones will sort all bodies, too.
bool CellSweep::areMostNew() const { return 2 * bodies_.newCount() > bodies_.aliveCount(); }

bool CellSweep::areCellsWorn() const {
    const std::size_t alive = bodies_.aliveCount(), spent = unsorted_.sortedCount();
    if (!main_.cells().hasRoom()) return kBodiesPerBudget * spent > alive;
    return spent > kBudgetPerBody * alive || main_.insertions() > kInsertedPerBody * alive;
}

void CellSweep::sortAll(Room room) {
    unsorted_.clear(bodies_.all(), *settings_.executor);
    main_.sort(bodies_, room, *settings_.executor);
    findAmongAll();
    bodies_.commit();
    main_.cells().settleSplitBodies(bodies_.all());
}

Index CellSweep::shareCount() const {
    const Index threads = settings_.executor->threadCount();
    return threads == 1 ? 1 : kPartsPerThread * threads;
}

void CellSweep::findAmongAll() {
    const SortedCells& cells = main_.cells();
    const Index shares = shareCount();
    finders_.resize(shares + 1);
    settings_.executor->run(shares + 1, [&](Index part) {
        OverlapFinder& finder = finders_[part];
        finder.clear();
        if (part < shares) {
            const auto [first, last] = cells.share(part, shares);
            return finder.findAmong(cells, bodies_.all(), first, last);
        }
        for (Index a = 0; a < CellPlan::kLayers; ++a) {
            for (Index b = a + 1; b < CellPlan::kLayers; ++b) finder.findBetween(cells, b, a, bodies_.all());
        }
    });
    takeChanges(finders_);
}

/// False if it is better to sort all bodies.
bool CellSweep::followNear() {
    if (settings_.mode != SweepMode::automatic || stepsInARow_ < 2) return false;
    const auto areTooMany = [this](std::size_t unsorted) {
        return kBodiesPerBudget * unsorted > bodies_.aliveCount();
    };
    const auto escapedCount = [this] {
        return near_.findEscaped(main_.cells(), bodies_.all(), *settings_.executor);
    };
    if (near_.areListed() && areTooMany(unsorted_.sortedCount() + unsorted_.size() + escapedCount()))
        near_.giveUp();
    if (!near_.areListed() && !(near_.isDueForListing() && listNear())) return false;
    collectUnsorted();
    unsorted_.sort(main_.plan(), bodies_.all(), *settings_.executor);
    findOfNear();
    bodies_.commit();
    unsorted_.settle(bodies_.all());
    near_.grow();
    return true;
}

/// False if too many bodies cannot have fattened boxes.
bool CellSweep::listNear() {
    const std::size_t alive = bodies_.aliveCount();
    if (kBodiesPerBudget * (alive - main_.chooseFattened(bodies_)) > alive) {
        near_.giveUp();
        return false;
    }
    unsorted_.clear(bodies_.all(), *settings_.executor);
    main_.sortFattened(bodies_, *settings_.executor);
    finders_.resize(shareCount() + 1);
    near_.list(main_.cells(), finders_, *settings_.executor);
    main_.cells().keepFattenedBoxes();
    near_.findEscaped(main_.cells(), bodies_.all(), *settings_.executor);
    return true;
}

/// Collects bodies that have left their fattened boxes, or never had one.
void CellSweep::collectUnsorted() {
    near_.eraseEscaped(main_.cells(), bodies_.all());
    for (const Index body : bodies_.moved()) {
        const bool isNowhere = bodies_[body].entry == kNone && !bodies_[body].isUnsorted();
        if (isNowhere) unsorted_.add(body, bodies_.all());
    }
}

void CellSweep::findOfNear() {
    const Index last = static_cast<Index>(finders_.size()) - 1;
    settings_.executor->run(last + 1, [&](Index part) {
        OverlapFinder& finder = finders_[part];
        finder.clear();
        finder.findOf(near_.part(part), bodies_.all());
        if (part < last) return;
        finder.findOfUnsorted(unsorted_.cells(), main_.cells(), bodies_.all());
        finder.findOfMoved(unsorted_.cells(), unsorted_.moved(), unsorted_.cells(), bodies_.all());
    });
    takeChanges(finders_);
}

void CellSweep::updateMoved() {
    near_.forget();
    main_.settle(bodies_);
    main_.placeMoved(bodies_, unsorted_);
    unsorted_.sort(main_.plan(), bodies_.all(), *settings_.executor);
    findOfMoved();
    bodies_.commit();
    main_.settleMoved(bodies_);
    unsorted_.settle(bodies_.all());
}

void CellSweep::findOfMoved() {
    finders_.resize(1);
    OverlapFinder& finder = finders_.front();
    finder.clear();
    for (const SortedCells* cells : {&main_.cells(), &unsorted_.cells()}) {
        finder.findOfMoved(main_.cells(), main_.moved(), *cells, bodies_.all());
        finder.findOfMoved(unsorted_.cells(), unsorted_.moved(), *cells, bodies_.all());
    }
    takeChanges(finders_);
}

void CellSweep::takeChanges(std::span<OverlapFinder> finders) {
    const auto take = [&](std::vector<PairKey> OverlapFinder::*list, BodyPairs& pairs) {
        keys_.clear();
        for (const OverlapFinder& finder : finders) {
            keys_.insert(keys_.end(), (finder.*list).begin(), (finder.*list).end());
        }
        order_.sort(keys_, bodies_.size(), pairs);
    };
    take(&OverlapFinder::added, changes_.added);
    take(&OverlapFinder::removed, changes_.removed);
}

template <class Visit>
void CellSweep::forEachNear(const SweepBox& box, Visit&& visit) const {
    for (const SortedCells* cells : {&main_.cells(), &unsorted_.cells()}) {
        cells->forEachNear(box, [&](std::span<const Find> finds) {
            for (const Find find : finds) visit(find.body(), find.isSure());
        });
    }
}

BodyPairs CellSweep::pairs() const {
    std::vector<PairKey> keys;
    for (Index body = 0; body < bodies_.size(); ++body) {
        if (sweep::isEmpty(bodies_[body].last)) continue;
        forEachNear(bodies_[body].last, [&](Index other, bool) {
            if (body < other && overlaps(bodies_[body].last, bodies_[other].last)) {
                keys.push_back(keyOf(body, other));
            }
        });
    }
    BodyPairs pairs;
    PairOrder().sort(keys, bodies_.size(), pairs);
    return pairs;
}

void CellSweep::rayCast(const SweepRay& ray, const BodyVisitor& visit) const {
    const Vec3 inverse = reciprocal(ray.direction);
    for (const SortedCells* cells : {&main_.cells(), &unsorted_.cells()}) {
        cells->forEachNear(ray, inverse, [&](std::span<const Find> finds) {
            for (const Find find : finds) prefetchLine(&bodies_[find.body()]);
            for (const Find find : finds) {
                const Body& body = bodies_[find.body()];
                if (!body.isMoved && hits(ray, inverse, body.now)) visit(find.body());
            }
        });
    }
    for (const Index body : bodies_.moved()) {
        if (hits(ray, inverse, bodies_[body].now)) visit(body);
    }
}

void CellSweep::overlap(const SweepBox& box, const BodyVisitor& visit) const {
    const SweepBox query = cleaned(box);
    const bool areAllStill = bodies_.moved().empty();
    forEachNear(query, [&](Index body, bool isSure) {
        // In most cases the body need not be read from memory.
        const bool isMet =
            (isSure && areAllStill) || (!bodies_[body].isMoved && overlaps(query, bodies_[body].now));
        if (isMet) visit(body);
    });
    for (const Index body : bodies_.moved()) {
        if (overlaps(query, bodies_[body].now)) visit(body);
    }
}

std::size_t CellSweep::bytes() const {
    return bodies_.bytes() + main_.bytes() + unsorted_.bytes() + near_.bytes();
}

}  // namespace ricochet::sweep
