#include "algorithms/sweep_and_prune/overlap_finder.h"

#include "algorithms/geometry/builtins.h"

#include <array>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kWindowsAtOnce = 512;  // fit into the first-level cache
constexpr Index kOverlapsAtOnce = 2048;      // the same; longer windows are divided
constexpr std::size_t kPairsAtOnce = 256;

constexpr Index kAhead = 8;  // distance at which queries and overlaps are prefetched

}  // namespace

template <class Full>
void OverlapFinder::appendAmong(const SortedCells& cells, Index first, Index last, Full&& full) {
    SortedCells::Cursor cursor;
    for (Index entry = first; entry < last; ++entry) {
        cells.appendWindowsAfter(entry, cursor, windows_);
        if (windows_.size() >= kWindowsAtOnce) full();
    }
    full();
}

template <class Full>
void OverlapFinder::appendBetween(const SortedCells& cells, Index layer, Index otherLayer, Full&& full) {
    for (Index entry = cells.layerBegin(layer); entry < cells.layerEnd(layer); ++entry) {
        cells.appendWindows(cells.entries().box(entry), entry, otherLayer, windows_);
        if (windows_.size() >= kWindowsAtOnce) full();
    }
    full();
}

void OverlapFinder::findAmong(const SortedCells& cells, const std::vector<Body>& bodies, Index first,
                              Index last) {
    appendAmong(cells, first, last, [&] { compare(cells, cells, bodies, Sides::one); });
}

void OverlapFinder::findBetween(const SortedCells& cells, Index layer, Index otherLayer,
                                const std::vector<Body>& bodies) {
    appendBetween(cells, layer, otherLayer, [&] { compare(cells, cells, bodies, Sides::one); });
}

void OverlapFinder::listAmong(const SortedCells& cells, Index first, Index last, BodyPairs& near) {
    appendAmong(cells, first, last, [&] { list(cells, near); });
}

void OverlapFinder::listBetween(const SortedCells& cells, Index layer, Index otherLayer, BodyPairs& near) {
    appendBetween(cells, layer, otherLayer, [&] { list(cells, near); });
}

void OverlapFinder::findOf(const BodyPairs& near, const std::vector<Body>& bodies) {
    std::array<Index, kPairsAtOnce> changed;
    for (std::size_t first = 0; first < near.size(); first += kPairsAtOnce) {
        const std::size_t count = std::min(near.size() - first, kPairsAtOnce);
        const Index found =
            findChanged(bodies.data(), &near[first], static_cast<Index>(count), changed.data());
        for (Index i = 0; i < found; ++i) {
            const auto [a, b] = near[first + changed[i]];
            if (bodies[a].isUnsorted() || bodies[b].isUnsorted()) continue;
            (overlaps(bodies[a].now, bodies[b].now) ? added : removed).push_back(keyOf(a, b));
        }
    }
}

void OverlapFinder::findOfUnsorted(const SortedCells& unsorted, const SortedCells& cells,
                                   const std::vector<Body>& bodies) {
    for (Index entry = 0; entry < unsorted.size(); ++entry) {
        cells.appendWindows(unsorted.entries().box(entry), entry, windows_);
        if (windows_.size() >= kWindowsAtOnce) compare(unsorted, cells, bodies, Sides::one);
    }
    compare(unsorted, cells, bodies, Sides::one);
}

void OverlapFinder::findOfMoved(const SortedCells& queries, std::span<const Index> moved,
                                const SortedCells& cells, const std::vector<Body>& bodies) {
    if (cells.isEmpty()) return;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (i + kAhead < moved.size()) queries.entries().prefetch(moved[i + kAhead]);
        const std::size_t before = windows_.size();
        cells.appendWindows(queries.entries().box(moved[i]), moved[i], windows_);
        for (std::size_t w = before; w < windows_.size(); ++w) cells.entries().prefetch(windows_[w].first);
        if (windows_.size() >= kWindowsAtOnce) compare(queries, cells, bodies, Sides::both);
    }
    compare(queries, cells, bodies, Sides::both);
}

template <class Take>
void OverlapFinder::scanWindows(const SortedCells& queries, const SortedCells& cells, Request request,
                                Take&& take) {
    const auto scanSome = [&](std::span<const Window> windows) {
        Index found = 0;
        const Index done =
            scan(queries.entries(), cells.entries(), windows.data(), static_cast<Index>(windows.size()),
                 request, overlaps_.data(), kOverlapsAtOnce, &found);
        take(std::span<const BoxOverlap>(overlaps_.data(), found));
        return done;
    };
    overlaps_.resize(kOverlapsAtOnce);
    for (std::size_t done = 0; done < windows_.size();) {
        Window& next = windows_[done];
        if (next.last - next.first <= kOverlapsAtOnce) {
            done += scanSome(std::span(windows_).subspan(done));
            continue;
        }
        const Window part = {next.query, next.first, next.first + kOverlapsAtOnce};
        scanSome({&part, 1});
        next.first = part.last;
    }
    windows_.clear();
}

void OverlapFinder::compare(const SortedCells& queries, const SortedCells& cells,
                            const std::vector<Body>& bodies, Sides sides) {
    const Entries &ofQueries = queries.entries(), &ofCells = cells.entries();
    scanWindows(queries, cells, Request::changes, [&](std::span<const BoxOverlap> candidates) {
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (i + kAhead < candidates.size()) {
                prefetchLine(&bodies[ofQueries.tag(candidates[i + kAhead].query).body()]);
                prefetchLine(&bodies[ofCells.tag(candidates[i + kAhead].entry).body()]);
            }
            const Tag a = ofQueries.tag(candidates[i].query), b = ofCells.tag(candidates[i].entry);
            if (sides == Sides::both && bodies[b.body()].isMoved && a.body() > b.body()) continue;
            reportChange(a, b, bodies);
        }
    });
}

void OverlapFinder::list(const SortedCells& cells, BodyPairs& near) {
    scanWindows(cells, cells, Request::all, [&](std::span<const BoxOverlap> candidates) {
        for (const BoxOverlap& overlap : candidates) {
            near.push_back(
                {cells.entries().tag(overlap.query).body(), cells.entries().tag(overlap.entry).body()});
        }
    });
}

void OverlapFinder::reportChange(Tag a, Tag b, const std::vector<Body>& bodies) {
    if (a.body() == b.body()) return;
    const Body& bodyA = bodies[a.body()];
    const Body& bodyB = bodies[b.body()];
    const bool did = overlaps(bodyA.last, bodyB.last), does = overlaps(bodyA.now, bodyB.now);
    if (did == does) return;
    // A body with two entries is found through either; each covers its own side of the change.
    const auto covered = static_cast<unsigned>(a.covers()) & static_cast<unsigned>(b.covers());
    const auto needed = static_cast<unsigned>(does ? Covers::now : Covers::last);
    if (covered & needed) (does ? added : removed).push_back(keyOf(a.body(), b.body()));
}

}  // namespace ricochet::sweep
