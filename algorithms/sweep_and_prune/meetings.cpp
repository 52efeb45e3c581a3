#include "algorithms/sweep_and_prune/meetings.h"

#include <array>

namespace ricochet::sweep {
namespace {

constexpr std::size_t kWindowsAtOnce = 512;  // they stay in the nearest cache
constexpr Index kMeetingsAtOnce = 2048;      // the same; longer windows are cut
constexpr std::size_t kPairsAtOnce = 256;

constexpr Index kAhead = 8;  // queries, and meetings, are fetched so long before they are looked at

}  // namespace

template <class Full>
void MeetingFinder::appendWithin(const SortedCells& cells, Index first, Index last, Full&& full) {
    SortedCells::Cursor cursor;
    for (Index entry = first; entry < last; ++entry) {
        cells.appendWindowsAfter(entry, cursor, windows_);
        if (windows_.size() >= kWindowsAtOnce) full();
    }
    full();
}

template <class Full>
void MeetingFinder::appendBetween(const SortedCells& cells, int layer, int otherLayer, Full&& full) {
    for (Index entry = cells.layerBegin(layer); entry < cells.layerEnd(layer); ++entry) {
        cells.appendWindowsOf(cells.entries().box(entry), entry, otherLayer, windows_);
        if (windows_.size() >= kWindowsAtOnce) full();
    }
    full();
}

void MeetingFinder::findWithin(const SortedCells& cells, const std::vector<Body>& bodies, Index first,
                               Index last) {
    appendWithin(cells, first, last, [&] { compare(cells, cells, bodies, Sides::one); });
}

void MeetingFinder::findBetween(const SortedCells& cells, int layer, int otherLayer,
                                const std::vector<Body>& bodies) {
    appendBetween(cells, layer, otherLayer, [&] { compare(cells, cells, bodies, Sides::one); });
}

void MeetingFinder::listWithin(const SortedCells& cells, Index first, Index last, BodyPairs& near) {
    appendWithin(cells, first, last, [&] { list(cells, near); });
}

void MeetingFinder::listBetween(const SortedCells& cells, int layer, int otherLayer, BodyPairs& near) {
    appendBetween(cells, layer, otherLayer, [&] { list(cells, near); });
}

void MeetingFinder::findOf(const BodyPairs& near, const std::vector<Body>& bodies) {
    std::array<Index, kPairsAtOnce> changed;
    for (std::size_t first = 0; first < near.size(); first += kPairsAtOnce) {
        const std::size_t count = std::min(near.size() - first, kPairsAtOnce);
        const Index found =
            findChanged(bodies.data(), &near[first], static_cast<Index>(count), changed.data());
        for (Index i = 0; i < found; ++i) {
            const auto [a, b] = near[first + changed[i]];
            if (bodies[a].isNewcomer() || bodies[b].isNewcomer()) continue;
            (overlaps(bodies[a].now, bodies[b].now) ? added : removed).push_back(keyOf(a, b));
        }
    }
}

void MeetingFinder::findOfNewcomers(const SortedCells& newcomers, const SortedCells& cells,
                                    const std::vector<Body>& bodies) {
    for (Index entry = 0; entry < newcomers.size(); ++entry) {
        cells.appendWindowsOf(newcomers.entries().box(entry), entry, windows_);
        if (windows_.size() >= kWindowsAtOnce) compare(newcomers, cells, bodies, Sides::one);
    }
    compare(newcomers, cells, bodies, Sides::one);
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

template <class Take>
void MeetingFinder::scanWindows(const SortedCells& queries, const SortedCells& cells, Wanted wanted,
                                Take&& take) {
    const auto scanSome = [&](std::span<const Window> windows) {
        Index found = 0;
        const Index done =
            scan(queries.entries(), cells.entries(), windows.data(), static_cast<Index>(windows.size()),
                 wanted, meetings_.data(), kMeetingsAtOnce, &found);
        take(std::span<const Meeting>(meetings_.data(), found));
        return done;
    };
    meetings_.resize(kMeetingsAtOnce);
    for (std::size_t done = 0; done < windows_.size();) {
        Window& next = windows_[done];
        if (next.last - next.first <= kMeetingsAtOnce) {
            done += scanSome(std::span(windows_).subspan(done));
            continue;
        }
        const Window part = {next.query, next.first, next.first + kMeetingsAtOnce};
        scanSome({&part, 1});
        next.first = part.last;
    }
    windows_.clear();
}

void MeetingFinder::compare(const SortedCells& queries, const SortedCells& cells,
                            const std::vector<Body>& bodies, Sides sides) {
    const Entries &ofQueries = queries.entries(), &ofCells = cells.entries();
    scanWindows(queries, cells, Wanted::changes, [&](std::span<const Meeting> meetings) {
        for (std::size_t i = 0; i < meetings.size(); ++i) {
            if (i + kAhead < meetings.size()) {
                __builtin_prefetch(&bodies[ofQueries.tag(meetings[i + kAhead].query).body()]);
                __builtin_prefetch(&bodies[ofCells.tag(meetings[i + kAhead].entry).body()]);
            }
            const Tag a = ofQueries.tag(meetings[i].query), b = ofCells.tag(meetings[i].entry);
            if (sides == Sides::both && bodies[b.body()].isMoved && a.body() > b.body()) continue;
            judge(a, b, bodies);
        }
    });
}

void MeetingFinder::list(const SortedCells& cells, BodyPairs& near) {
    scanWindows(cells, cells, Wanted::all, [&](std::span<const Meeting> meetings) {
        for (const Meeting& meeting : meetings) {
            near.push_back(
                {cells.entries().tag(meeting.query).body(), cells.entries().tag(meeting.entry).body()});
        }
    });
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
