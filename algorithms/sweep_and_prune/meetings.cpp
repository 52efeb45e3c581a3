#include "algorithms/sweep_and_prune/meetings.h"

namespace ricochet::sweep {
namespace {

constexpr std::size_t kWindowsAtOnce = 512;  // they stay in the nearest cache

constexpr Index kAhead = 8;  // queries, and meetings, are fetched so long before they are looked at

}  // namespace

void MeetingFinder::findWithin(const SortedCells& cells, const std::vector<Body>& bodies, Index first,
                               Index last) {
    SortedCells::Cursor cursor;
    for (Index entry = first; entry < last; ++entry) {
        cells.appendWindowsAfter(entry, cursor, windows_);
        if (windows_.size() >= kWindowsAtOnce) compare(cells, cells, bodies, Sides::one);
    }
    compare(cells, cells, bodies, Sides::one);
}

void MeetingFinder::findBetween(const SortedCells& cells, int layer, int otherLayer,
                                const std::vector<Body>& bodies) {
    for (Index entry = cells.layerBegin(layer); entry < cells.layerEnd(layer); ++entry) {
        cells.appendWindowsOf(cells.entries().box(entry), entry, otherLayer, windows_);
        if (windows_.size() >= kWindowsAtOnce) compare(cells, cells, bodies, Sides::one);
    }
    compare(cells, cells, bodies, Sides::one);
}

void MeetingFinder::findOfMoved(const SortedCells& queries, std::span<const Index> moved,
                                const SortedCells& cells, const std::vector<Body>& bodies) {
    if (cells.isEmpty()) return;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (i + kAhead < moved.size()) queries.entries().prefetch(moved[i + kAhead]);
        const std::size_t before = windows_.size();
        cells.appendWindowsOf(queries.entries().box(moved[i]), moved[i], windows_);
        for (std::size_t w = before; w < windows_.size(); ++w) cells.entries().prefetch(windows_[w].first);
        if (windows_.size() >= kWindowsAtOnce) compare(queries, cells, bodies, Sides::both);
    }
    compare(queries, cells, bodies, Sides::both);
}

void MeetingFinder::compare(const SortedCells& queries, const SortedCells& cells,
                            const std::vector<Body>& bodies, Sides sides) {
    const std::size_t room = cells.size() + kWindowsAtOnce;
    if (meetings_.size() < room) meetings_.resize(room);
    const Window* next = windows_.data();
    Index left = static_cast<Index>(windows_.size());
    while (left > 0) {
        Index found = 0;
        const Index done = scan(queries.entries(), cells.entries(), next, left, meetings_.data(),
                                static_cast<Index>(meetings_.size()), &found);
        for (Index i = 0; i < found; ++i) {
            if (i + kAhead < found) {
                __builtin_prefetch(&bodies[queries.entries().tag(meetings_[i + kAhead].query).body()]);
                __builtin_prefetch(&bodies[cells.entries().tag(meetings_[i + kAhead].entry).body()]);
            }
            const Tag a = queries.entries().tag(meetings_[i].query);
            const Tag b = cells.entries().tag(meetings_[i].entry);
            if (sides == Sides::both && bodies[b.body()].isMoved && a.body() > b.body()) continue;
            judge(a, b, bodies);
        }
        next += done;
        left -= done;
    }
    windows_.clear();
}

void MeetingFinder::judge(Tag a, Tag b, const std::vector<Body>& bodies) {
    if (a.body() == b.body()) return;
    const Body& bodyA = bodies[a.body()];
    const Body& bodyB = bodies[b.body()];
    const bool did = overlaps(bodyA.last, bodyB.last), does = overlaps(bodyA.now, bodyB.now);
    if (did == does) return;
    // A body with two entries is met by either; each answers for its own side of the change.
    const auto covered = static_cast<unsigned>(a.covers()) & static_cast<unsigned>(b.covers());
    const auto needed = static_cast<unsigned>(does ? Covers::now : Covers::last);
    if (covered & needed) (does ? added : removed).push_back(keyOf(a.body(), b.body()));
}

}  // namespace ricochet::sweep
