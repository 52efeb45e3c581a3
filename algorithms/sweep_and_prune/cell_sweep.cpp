#include "algorithms/sweep_and_prune/cell_sweep.h"

#include "algorithms/sweep_and_prune/fattened_box.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kQueryCost = 3;        // of comparing one moved body with all, in sortings of one body
constexpr std::size_t kBudgetPerBody = 2;    // unsorted bodies sorted again and again, until all are sorted
constexpr std::size_t kBodiesPerBudget = 4;  // the same where the cells have no room
constexpr std::size_t kInsertedPerBody = 4;  // until all are sorted, as cells that fitted once may not now
constexpr std::size_t kSample = 512;         // bodies from which a plan is made, at most
constexpr std::size_t kSampleShare = 16;     // one in so many of few bodies
constexpr std::size_t kLeastSample = 64;     // bodies, where there are as many
constexpr std::size_t kManyMoved = 1000;     // bodies: below, the boxes are in the cache
constexpr int kPlanAge = 64;                 // sortings
constexpr int kCalmSteps = 8;                // without growth, after which lists are trimmed
constexpr std::size_t kFirstRoom = 1024;  // bodies: lists that grow to it in steps would be copied ten times
constexpr Index kFewUnsorted = 64;        // lie in one cell
constexpr Index kPartsPerThread = 8;      // so that no thread waits long for another
constexpr std::size_t kAhead = 8;         // bodies that are fetched before they are looked at

}  // namespace

CellSweep::CellSweep(const SweepSettings& settings) : settings_(settings) {
    bodies_.reserve(kFirstRoom);
    for (auto* const list : {&moved_, &unsortedBodies_, &members_}) list->reserve(kFirstRoom);
}

Index CellSweep::insert(const SweepBox& box) {
    const Index id = takeNumber();
    bodies_[id].now = cleaned(box);
    bodies_[id].isAlive = true;
    noteMoved(id);
    ++alive_;
    return id;
}

/// A new one, or that of a body that has gone, of which only the place on the list of the moved is left.
Index CellSweep::takeNumber() {
    if (free_.empty()) {
        if (bodies_.size() == bodies_.capacity()) stepsSinceGrowth_ = 0;
        bodies_.emplace_back();
        return static_cast<Index>(bodies_.size() - 1);
    }
    const Index id = free_.back();
    free_.pop_back();
    return id;
}

void CellSweep::noteMoved(Index body) {
    if (bodies_[body].isMoved) return;
    bodies_[body].isMoved = true;
    moved_.push_back(body);
}

void CellSweep::addUnsorted(Index body) {
    bodies_[body].unsortedPlace = static_cast<Index>(unsortedBodies_.size());
    unsortedBodies_.push_back(body);
}

void CellSweep::dropUnsorted(Index body) {
    const Index place = bodies_[body].unsortedPlace;
    unsortedBodies_[place] = unsortedBodies_.back();
    bodies_[unsortedBodies_[place]].unsortedPlace = place;
    unsortedBodies_.pop_back();
    bodies_[body].unsortedPlace = kNone;
}

void CellSweep::update(Index body, const SweepBox& box) {
    assert(bodies_[body].isAlive);
    const SweepBox now = cleaned(box);
    Body& moved = bodies_[body];
    if (std::memcmp(&now, &moved.now, sizeof(now)) == 0) return;
    moved.now = now;
    if (!moved.isMoved) noteMoved(body);
}

void CellSweep::remove(Index body, BodyPairs* lost) {
    Body& gone = bodies_[body];
    assert(gone.isAlive);
    forgetPairs(body, lost);
    if (gone.entry != kNone) cellsOf(gone).erase(gone.entry);
    if (gone.isUnsorted()) dropUnsorted(body);
    gone.isAlive = false;
    gone.now = kEmpty;
    gone.entry = kNone;
    free_.push_back(body);
    --alive_;
}

void CellSweep::forgetPairs(Index body, BodyPairs* lost) {
    SweepBox& last = bodies_[body].last;
    if (lost && !sweep::isEmpty(last)) {
        forEachNear(last, [&](Index other, bool) {
            if (other == body || !overlaps(last, bodies_[other].last)) return;
            lost->push_back({std::min(body, other), std::max(body, other)});
        });
    }
    last = kEmpty;
    noteMoved(body);
}

const PairChanges& CellSweep::step() {
    changes_.added.clear();
    changes_.removed.clear();
    if (++stepsSinceGrowth_ == kCalmSteps) trimLists();
    forgetTheDead();
    if (moved_.empty()) return changes_;
    stepsInARow_ = doManyMove() ? stepsInARow_ + 1 : 0;
    if (stepsInARow_ > 0) {
        if (!followNear()) sortAll(areMostNew() ? Room::some : Room::none);
    } else if (areCellsWorn()) {
        planAge_ = kPlanAge;
        sortAll(Room::some);
    } else {
        lookAtMoved();
    }
    return changes_;
}

/// Not at once: a world that fills soon needs more.
void CellSweep::trimLists() {
    trim(bodies_);
    for (auto* const list : {&free_, &moved_, &unsortedBodies_, &members_, &movedMain_, &movedUnsorted_})
        trim(*list);
}

void CellSweep::forgetTheDead() {
    std::erase_if(moved_, [this](Index body) {
        if (!bodies_[body].isAlive) bodies_[body].isMoved = false;
        return !bodies_[body].isAlive;
    });
}

bool CellSweep::doManyMove() const {
    if (settings_.mode == SweepMode::fromScratch) return true;
    return kQueryCost * moved_.size() + unsortedBodies_.size() > alive_;
}

/// Then nothing tells yet that the next steps, too, will sort all.
bool CellSweep::areMostNew() const {
    const auto isNew = [this](Index body) { return bodies_[body].entry == kNone; };
    return 2 * std::count_if(moved_.begin(), moved_.end(), isNew) > static_cast<std::ptrdiff_t>(alive_);
}

bool CellSweep::areCellsWorn() const {
    if (!main_.hasRoom()) return kBodiesPerBudget * spentBudget_ > alive_;
    return spentBudget_ > kBudgetPerBody * alive_ || inserted_ > kInsertedPerBody * alive_;
}

void CellSweep::sortAll(Room room) {
    renewPlan();
    for (const Index body : unsortedBodies_) bodies_[body].unsortedPlace = kNone;
    unsortedBodies_.clear();
    unsorted_.build(CellPlan(), bodies_, unsortedBodies_, Room::none, Fit::tight, *settings_.executor);
    spentBudget_ = inserted_ = 0;

    members_.clear();
    for (Index body = 0; body < bodies_.size(); ++body) {
        if (bodies_[body].isAlive) members_.push_back(body);
    }
    main_.build(plan_, bodies_, members_, room, Fit::tight, *settings_.executor);
    findAmongAll();
    commit();
    main_.settleSplitBodies(bodies_);
    mainIsSettled_ = false;
}

void CellSweep::renewPlan() {
    const bool isStale = ++planAge_ > kPlanAge || alive_ > 2 * planBodies_ || 2 * alive_ < planBodies_;
    if (!isStale) return;
    std::vector<SweepBox> sample;
    const std::size_t sampleSize = std::clamp(bodies_.size() / kSampleShare, kLeastSample, kSample);
    const std::size_t stride = bodies_.size() / sampleSize + 1;
    for (std::size_t body = planAge_ % stride; body < bodies_.size(); body += stride) {
        if (!sweep::isEmpty(bodies_[body].now)) sample.push_back(bodies_[body].now);
    }
    plan_ = sample.empty() ? CellPlan() : CellPlan(sample, alive_);
    planBodies_ = alive_;
    planAge_ = 0;
}

Index CellSweep::shareCount() const {
    const Index threads = settings_.executor->threadCount();
    return threads == 1 ? 1 : kPartsPerThread * threads;
}

void CellSweep::findAmongAll() {
    const Index shares = shareCount();
    finders_.resize(shares + 1);
    settings_.executor->run(shares + 1, [&](Index part) {
        OverlapFinder& finder = finders_[part];
        finder.clear();
        if (part < shares) {
            const auto [first, last] = main_.share(part, shares);
            return finder.findAmong(main_, bodies_, first, last);
        }
        for (int a = 0; a < CellPlan::kLayers; ++a) {
            for (int b = a + 1; b < CellPlan::kLayers; ++b) finder.findBetween(main_, b, a, bodies_);
        }
    });
    takeChanges(finders_);
}

/// False where it is better to sort all.
bool CellSweep::followNear() {
    if (settings_.mode != SweepMode::automatic || stepsInARow_ < 2) return false;
    const auto areTooMany = [this](std::size_t unsorted) { return kBodiesPerBudget * unsorted > alive_; };
    if (near_.areListed() && areTooMany(spentBudget_ + unsortedBodies_.size() + findEscaped()))
        near_.giveUp();
    if (!near_.areListed() && !(near_.shallBeListed() && listNear())) return false;
    collectUnsorted();
    sortUnsorted();
    lookAtNear();
    commit();
    unsorted_.settleSplitBodies(bodies_);
    unsorted_.settle(bodies_);
    spentBudget_ += unsorted_.size();
    near_.grow();
    return true;
}

/// False where too many bodies cannot have fattened boxes.
bool CellSweep::listNear() {
    members_.clear();
    for (Index body = 0; body < bodies_.size(); ++body) {
        if (bodies_[body].isAlive && canBeFattened(bodies_[body])) members_.push_back(body);
    }
    if (kBodiesPerBudget * (alive_ - members_.size()) > alive_) {
        near_.giveUp();
        return false;
    }
    for (Body& body : bodies_) body.entry = body.unsortedPlace = kNone;
    unsortedBodies_.clear();
    spentBudget_ = inserted_ = 0;
    renewPlan();
    main_.build(plan_, bodies_, members_, Room::none, Fit::fattened, *settings_.executor);
    mainIsSettled_ = false;
    escaped_.assign(shareCount(), {});
    finders_.resize(shareCount() + 1);
    near_.list(main_, finders_, *settings_.executor);
    main_.keepFattenedBoxes();
    members_ = {};
    findEscaped();
    return true;
}

std::size_t CellSweep::findEscaped() {
    const Index shares = static_cast<Index>(escaped_.size());
    settings_.executor->run(shares, [&](Index share) {
        const auto [first, last] = main_.share(share, shares);
        escaped_[share].clear();
        main_.findEscaped(bodies_, first, last, escaped_[share]);
    });
    std::size_t count = 0;
    for (const auto& share : escaped_) count += share.size();
    return count;
}

/// Of those that have left their fattened boxes, and those that never had one.
void CellSweep::collectUnsorted() {
    for (const auto& share : escaped_) {
        for (const Index body : share) main_.erase(std::exchange(bodies_[body].entry, kNone));
    }
    for (const Index body : moved_) {
        if (bodies_[body].entry == kNone && !bodies_[body].isUnsorted()) addUnsorted(body);
    }
}

void CellSweep::lookAtNear() {
    const Index last = static_cast<Index>(finders_.size()) - 1;
    settings_.executor->run(last + 1, [&](Index part) {
        OverlapFinder& finder = finders_[part];
        finder.clear();
        finder.findOf(near_.part(part), bodies_);
        if (part < last) return;
        finder.findOfUnsorted(unsorted_, main_, bodies_);
        finder.findOfMoved(unsorted_, movedUnsorted_, unsorted_, bodies_);
    });
    takeChanges(finders_);
}

void CellSweep::lookAtMoved() {
    near_.forget();
    if (!mainIsSettled_) main_.settle(bodies_);
    mainIsSettled_ = true;
    placeMoved();
    listMovedMain();
    sortUnsorted();

    finders_.resize(1);
    OverlapFinder& finder = finders_.front();
    finder.clear();
    finder.findOfMoved(main_, movedMain_, main_, bodies_);
    finder.findOfMoved(main_, movedMain_, unsorted_, bodies_);
    finder.findOfMoved(unsorted_, movedUnsorted_, main_, bodies_);
    finder.findOfMoved(unsorted_, movedUnsorted_, unsorted_, bodies_);
    takeChanges(finders_);
    commit();

    settleMovedMain();
    unsorted_.settleSplitBodies(bodies_);
    unsorted_.settle(bodies_);
    spentBudget_ += unsorted_.size();
}

void CellSweep::placeMoved() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        prefetchMoved(i + 2 * kAhead);
        if (i + kAhead < moved_.size()) {
            const Body& later = bodies_[moved_[i + kAhead]];
            if (later.entry != kNone && !later.isUnsorted()) main_.entries().prefetch(later.entry);
        }
        if (bodies_[moved_[i]].isUnsorted()) continue;
        if (!placeInMain(moved_[i])) addUnsorted(moved_[i]);
    }
}

/// False where the cells have no room for it.
bool CellSweep::placeInMain(Index id) {
    Body& body = bodies_[id];
    const bool wasThere = !sweep::isEmpty(body.last), isThere = !sweep::isEmpty(body.now);
    if (body.entry != kNone) {
        const float motion = wasThere ? positiveMotion(body) : kAnyMotion;
        const bool isNear = isThere && (!wasThere || isShortMotion(body.last, body.now, motion));
        const SweepBox box = wasThere ? unionOf(body.last, body.now) : body.now;
        if (isNear && main_.moveInPlace(body.entry, box, motion)) return true;
        if (isNear && moveToOtherCell(id, box, motion)) return true;
        main_.leaveLastBox(body.entry, id);
        body.lastEntry = std::exchange(body.entry, kNone);
    }
    if (!isThere) return true;
    ++inserted_;
    body.entry = main_.insert(Tag(id, Covers::now), body.now, kAnyMotion, bodies_);
    return body.entry != kNone;
}

bool CellSweep::moveToOtherCell(Index id, const SweepBox& box, float motion) {
    const Index entry = main_.insert(Tag(id, Covers::both), box, motion, bodies_);
    if (entry == kNone) return false;
    main_.erase(bodies_[id].entry);
    bodies_[id].entry = entry;
    ++inserted_;
    return true;
}

void CellSweep::listMovedMain() {
    movedMain_.clear();
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        prefetchMoved(i + kAhead);
        const Body& body = bodies_[moved_[i]];
        if (body.lastEntry != kNone) movedMain_.push_back(body.lastEntry);
        if (body.entry != kNone && !body.isUnsorted()) movedMain_.push_back(body.entry);
    }
    // Neighbours one after the other find each other's surroundings in the cache.
    if (movedMain_.size() > kManyMoved) sortMovedMain();
}

/// One in a few is there: so a bit for each is sooner gone through than a list is sorted.
void CellSweep::sortMovedMain() {
    marks_.resize(main_.size() / 64 + 1, 0);
    for (const Index entry : movedMain_) marks_[entry / 64] |= std::uint64_t{1} << entry % 64;
    movedMain_.clear();
    for (std::size_t word = 0; word < marks_.size(); ++word) {
        for (std::uint64_t bits = std::exchange(marks_[word], 0); bits != 0; bits &= bits - 1) {
            movedMain_.push_back(static_cast<Index>(64 * word + std::countr_zero(bits)));
        }
    }
}

void CellSweep::sortUnsorted() {
    const bool areFew = unsortedBodies_.size() <= kFewUnsorted;
    unsorted_.build(areFew ? CellPlan() : plan_, bodies_, unsortedBodies_, Room::none, Fit::tight,
                    *settings_.executor);
    movedUnsorted_.clear();
    for (Index entry = 0; entry < unsorted_.size(); ++entry) {
        if (unsorted_.entries().motion(entry) > 0) movedUnsorted_.push_back(entry);
    }
}

void CellSweep::settleMovedMain() {
    const Entries& entries = main_.entries();
    for (std::size_t i = 0; i < movedMain_.size(); ++i) {
        if (i + 2 * kAhead < movedMain_.size()) entries.prefetch(movedMain_[i + 2 * kAhead]);
        if (i + kAhead < movedMain_.size()) {
            __builtin_prefetch(&bodies_[entries.tag(movedMain_[i + kAhead]).body()]);
        }
        const Index entry = movedMain_[i];
        const Tag tag = entries.tag(entry);
        if (tag.covers() == Covers::last) {
            main_.erase(entry);
        } else {
            main_.settle(entry, tag.body(), bodies_[tag.body()].last);
        }
    }
}

void CellSweep::commit() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        prefetchMoved(i + kAhead);
        Body& body = bodies_[moved_[i]];
        body.last = body.now;
        body.lastEntry = kNone;
        body.isMoved = false;
    }
    moved_.clear();
}

void CellSweep::takeChanges(std::span<OverlapFinder> finders) {
    const auto take = [&](std::vector<PairKey> OverlapFinder::*list, BodyPairs& pairs) {
        keys_.clear();
        for (const OverlapFinder& finder : finders) {
            keys_.insert(keys_.end(), (finder.*list).begin(), (finder.*list).end());
        }
        order_.sort(keys_, static_cast<Index>(bodies_.size()), pairs);
    };
    take(&OverlapFinder::added, changes_.added);
    take(&OverlapFinder::removed, changes_.removed);
}

template <class Visit>
void CellSweep::forEachNear(const SweepBox& box, Visit&& visit) const {
    for (const SortedCells* cells : {&main_, &unsorted_}) {
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
    PairOrder().sort(keys, static_cast<Index>(bodies_.size()), pairs);
    return pairs;
}

void CellSweep::rayCast(const SweepRay& ray, const BodyVisitor& visit) const {
    const Vec3 inverse = inverseOf(ray.direction);
    for (const SortedCells* cells : {&main_, &unsorted_}) {
        cells->forEachNear(ray, inverse, [&](std::span<const Find> finds) {
            for (const Find find : finds) __builtin_prefetch(&bodies_[find.body()]);
            for (const Find find : finds) {
                const Body& body = bodies_[find.body()];
                if (!body.isMoved && hits(ray, inverse, body.now)) visit(find.body());
            }
        });
    }
    for (const Index body : moved_) {
        if (hits(ray, inverse, bodies_[body].now)) visit(body);
    }
}

void CellSweep::overlap(const SweepBox& box, const BodyVisitor& visit) const {
    const SweepBox query = cleaned(box);
    const bool areAllStill = moved_.empty();
    forEachNear(query, [&](Index body, bool isSure) {
        // Most need no look at the body, which is a memory access.
        const bool isMet =
            (isSure && areAllStill) || (!bodies_[body].isMoved && overlaps(query, bodies_[body].now));
        if (isMet) visit(body);
    });
    for (const Index body : moved_) {
        if (overlaps(query, bodies_[body].now)) visit(body);
    }
}

std::size_t CellSweep::bytes() const {
    std::size_t bytes = bodies_.capacity() * sizeof(Body) + main_.bytes() + unsorted_.bytes() + near_.bytes();
    for (const auto* list : {&free_, &moved_, &unsortedBodies_, &members_, &movedMain_, &movedUnsorted_}) {
        bytes += list->capacity() * sizeof(Index);
    }
    return bytes;
}

}  // namespace ricochet::sweep
