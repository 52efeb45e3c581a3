#include "algorithms/sweep_and_prune/sorted_cells.h"

#include "algorithms/geometry/builtins.h"
#include "algorithms/sweep_and_prune/fattened_box.h"

#include <algorithm>

namespace ricochet::sweep {
namespace {

constexpr Index kFewestForThreads = 4096;  // bodies: for fewer, distributing work costs more than it saves
constexpr Index kEntriesPerHole = 6;       // if there is room
constexpr Index kFarthestHole = 64;        // entries: without a nearer hole, the neighbourhood counts as full

SweepBox boxOf(const Body& body, Covers covers, Fit fit) {
    if (covers == Covers::both) {
        return fit == Fit::fattened ? fattenedBox(body) : merged(body.last, body.now);
    }
    return covers == Covers::now ? body.now : body.last;
}

float motionOf(const Body& body, Covers covers) {
    if (covers != Covers::both) return kAnyMotion;
    return body.isMoved ? positiveMotion(body) : 0;
}

}  // namespace

void SortedCells::build(const CellPlan& plan, std::vector<Body>& bodies, std::span<const Index> members,
                        Room room, Fit fit, const Executor& executor) {
    plan_ = plan;
    room_ = room;
    fit_ = fit;
    const Index count = static_cast<Index>(members.size());
    parts_.resize(count < kFewestForThreads ? 1 : executor.threadCount());
    const Index partCount = static_cast<Index>(parts_.size());
    const auto partBegin = [&](std::size_t size, Index part) { return size * part / partCount; };

    executor.run(partCount, [&](Index i) {
        const std::size_t first = partBegin(count, i);
        collect(parts_[i], bodies, members.subspan(first, partBegin(count, i + 1) - first));
    });
    placeCells();
    executor.run(partCount, [&](Index i) { scatter(parts_[i]); });
    executor.run(partCount, [&](Index i) {
        fill(bodies, static_cast<Index>(partBegin(size(), i)), static_cast<Index>(partBegin(size(), i + 1)));
    });
    boundColumns();
}

void SortedCells::collect(Part& part, std::vector<Body>& bodies, std::span<const Index> members) const {
    part.entries.clear();
    part.split.clear();
    part.next.assign(plan_.cellCount, 0);
    part.longest = {};
    for (const Index member : members) {
        Body& body = bodies[member];
        body.entry = kNone;
        const bool wasThere = !sweep::isEmpty(body.last) && body.lastEntry == kNone;
        const bool isThere = !sweep::isEmpty(body.now);
        if (wasThere && isThere && isNearItsLast(body)) {
            collect(part, Tag(member, Covers::both), boxOf(body, Covers::both, fit_));
            continue;
        }
        if (wasThere) collect(part, Tag(member, Covers::last), body.last);
        if (isThere) collect(part, Tag(member, Covers::now), body.now);
    }
}

void SortedCells::collect(Part& part, Tag tag, const SweepBox& box) const {
    const Index layer = plan_.layerOf(box);
    const Index cell = plan_.cellOf(box, layer);
    ++part.next[cell];
    part.entries.push_back({tag, cell});
    for (Index axis = 0; axis < 3; ++axis) {
        part.longest[layer][axis] = std::max(part.longest[layer][axis], box.extent(axis));
    }
}

/// Cell by cell, and within a cell by part, so that the order does not depend on which part finishes first.
void SortedCells::placeCells() {
    start_.resize(plan_.cellCount + 1);
    Index place = 0, sinceHole = 0;
    for (Index cell = 0; cell < plan_.cellCount; ++cell) {
        start_[cell] = place;
        for (Part& part : parts_) {
            const Index count = part.next[cell];
            part.next[cell] = place;
            place += count;
            sinceHole += count;
        }
        if (room_ == Room::none) continue;
        place += sinceHole / kEntriesPerHole;
        sinceHole %= kEntriesPerHole;
    }
    start_[plan_.cellCount] = place;
    if (room_ == Room::some) order_.assign(order_.size(), Tag());
    resizeSparingly(order_, place);
    entries_.resize(place);

    longest_ = {};
    for (const Part& part : parts_) {
        for (Index layer = 0; layer < CellPlan::kLayers; ++layer) {
            for (Index axis = 0; axis < 3; ++axis) {
                longest_[layer][axis] = std::max(longest_[layer][axis], part.longest[layer][axis]);
            }
        }
    }
}

void SortedCells::scatter(Part& part) {
    for (const Unsorted& entry : part.entries) {
        const Index place = part.next[entry.cell]++;
        order_[place] = entry.tag;
        if (entry.tag.covers() != Covers::both) part.split.push_back(place);
    }
}

void SortedCells::fill(std::vector<Body>& bodies, Index first, Index last) {
    constexpr Index kPrefetched = 12;
    for (Index i = first; i < last; ++i) {
        if (i + kPrefetched < last) prefetchLine(&bodies[order_[i + kPrefetched].body()]);
        const Tag tag = order_[i];
        if (tag.covers() == Covers::nothing) {
            erase(i);
            continue;
        }
        Body& body = bodies[tag.body()];
        entries_.setTag(i, tag);
        entries_.set(i, boxOf(body, tag.covers(), fit_), motionOf(body, tag.covers()));
        if (tag.covers() != Covers::last) body.entry = i;
    }
}

void SortedCells::keepFattenedBoxes() {
    parts_ = {};
    order_ = {};
    resizeSparingly(fattened_, size());
    for (Index i = 0; i < size(); ++i) fattened_[i] = entries_.box(i);
}

void SortedCells::findEscaped(const std::vector<Body>& bodies, Index first, Index last,
                              std::vector<Index>& escaped) {
    constexpr Index kPrefetched = 12;
    for (Index i = first; i < last; ++i) {
        if (i + kPrefetched < last) prefetchLine(&bodies[entries_.tag(i + kPrefetched).body()]);
        const Tag tag = entries_.tag(i);
        if (tag.covers() == Covers::nothing) continue;
        const Body& body = bodies[tag.body()];
        if (!contains(fattened_[i], body.now)) escaped.push_back(tag.body());
        const float motion = sweep::isEmpty(body.last) ? kAnyMotion : motionOf(body, Covers::both);
        entries_.set(i, merged(body.last, body.now), motion);
    }
}

void SortedCells::boundColumns() {
    const Index axis = plan_.columnAxis;
    for (Index layer = 0; layer < CellPlan::kLayers; ++layer) {
        const CellPlan::Layer& cut = plan_.layers[layer];
        columnBounds_[layer].assign(static_cast<std::size_t>(cut.columns.cells()), {});
        for (Index column = 0; column < cut.columns.cells(); ++column) {
            ColumnBounds bounds;
            const Index last = start_[cut.cellOf(column, cut.cells.cells() - 1) + 1];
            for (Index i = start_[cut.cellOf(column, 0)]; i < last; ++i) {
                bounds.include(entries_.min(axis, i), entries_.max(axis, i));
            }
            columnBounds_[layer][column] = bounds;
        }
    }
}

void SortedCells::settle(const std::vector<Body>& bodies) {
    fattened_ = {};
    constexpr Index kPrefetched = 12;
    for (Index i = 0; i < size(); ++i) {
        if (i + kPrefetched < size()) prefetchLine(&bodies[entries_.tag(i + kPrefetched).body()]);
        if (entries_.tag(i).covers() != Covers::nothing) {
            entries_.set(i, bodies[entries_.tag(i).body()].last, 0);
        }
    }
}

void SortedCells::settleSplitBodies(const std::vector<Body>& bodies) {
    for (Part& part : parts_) {
        for (const Index entry : part.split) {
            const Tag tag = entries_.tag(entry);
            if (tag.covers() == Covers::last) {
                erase(entry);
            } else {
                settle(entry, tag.body(), bodies[tag.body()].last);
            }
        }
        part.split.clear();
    }
}

bool SortedCells::moveInPlace(Index entry, const SweepBox& box, float motion) {
    const Index layer = plan_.layerOf(box);
    const Index cell = plan_.cellOf(box, layer);
    if (entry < start_[cell] || entry >= start_[cell + 1]) return false;
    entries_.set(entry, box, motion);
    include(box, layer);
    return true;
}

void SortedCells::include(const SweepBox& box, Index layer) {
    for (Index axis = 0; axis < 3; ++axis) {
        longest_[layer][axis] = std::max(longest_[layer][axis], box.extent(axis));
    }
    const Index axis = plan_.columnAxis;
    const Index column = plan_.layers[layer].columns.cellOf(box.min[axis]);
    columnBounds_[layer][column].include(box.min[axis], box.max[axis]);
}

Index SortedCells::insert(Tag tag, const SweepBox& box, float motion, std::vector<Body>& bodies) {
    const Index layer = plan_.layerOf(box);
    const Index entry = makeHole(plan_.cellOf(box, layer), bodies);
    if (entry == kNone) return kNone;
    entries_.setTag(entry, tag);
    entries_.set(entry, box, motion);
    include(box, layer);
    return entry;
}

Index SortedCells::findHole(Index first) const {
    const Index end = std::min(first + kFarthestHole, size());
    for (Index i = first; i < end; ++i) {
        if (entries_.tag(i).covers() == Covers::nothing) return i;
    }
    return kNone;
}

/// Moves the next hole to the cell: in each cell between, the first entry moves to the end.
Index SortedCells::makeHole(Index cell, std::vector<Body>& bodies) {
    Index hole = findHole(start_[cell]);
    if (hole == kNone) return kNone;
    Index last = cell;
    while (start_[last + 1] <= hole) ++last;
    if (last - cell > kFarthestHole) return kNone;
    for (; last > cell; --last) {
        const Index first = start_[last]++;
        if (first != hole) moveEntry(first, hole, bodies);
        hole = first;
    }
    return hole;
}

void SortedCells::moveEntry(Index from, Index to, std::vector<Body>& bodies) {
    const Tag tag = entries_.tag(from);
    entries_.setTag(to, tag);
    entries_.set(to, entries_.box(from), entries_.motion(from));
    Body& body = bodies[tag.body()];
    (tag.covers() == Covers::last ? body.lastEntry : body.entry) = to;
}

void SortedCells::leaveLastBox(Index entry, Index body) {
    entries_.setTag(entry, Tag(body, Covers::last));
    entries_.setMotion(entry, kAnyMotion);
}

void SortedCells::erase(Index entry) {
    entries_.setTag(entry, Tag(entries_.tag(entry).body(), Covers::nothing));
    entries_.set(entry, kEmpty, 0);
}

void SortedCells::appendWindowsAfter(Index entry, Cursor& cursor, std::vector<Window>& windows) const {
    if (entries_.tag(entry).covers() == Covers::nothing) return;
    while (entry >= columnEnd(cursor)) {
        const bool isLast = ++cursor.column == plan_.layers[cursor.layer].columns.cells();
        if (isLast) cursor = {cursor.layer + 1, 0};
    }
    const CellPlan::Layer& cut = plan_.layers[cursor.layer];
    const Index u = plan_.columnAxis, v = plan_.cellAxis;
    const Index lastColumn = cut.columns.cellOf(entries_.max(u, entry));
    const Index toCell = cut.cells.cellOf(entries_.max(v, entry));
    const Index last = start_[cut.cellOf(cursor.column, toCell) + 1];
    if (entry + 1 < last) windows.push_back({entry, entry + 1, last});
    if (lastColumn == cursor.column) return;
    const Index fromCell = cut.cells.cellOf(before(entries_.min(v, entry), longest_[cursor.layer][v]));
    for (Index next = cursor.column + 1; next <= lastColumn; ++next) {
        visitColumn(cut, next, fromCell, toCell, [&](Index first, Index end) {
            windows.push_back({entry, first, end});
        });
    }
}

void SortedCells::appendWindows(const SweepBox& box, Index query, Index layer,
                                std::vector<Window>& windows) const {
    forEachWindow(box, layer, [&](Index first, Index last) { windows.push_back({query, first, last}); });
}

void SortedCells::appendWindows(const SweepBox& box, Index query, std::vector<Window>& windows) const {
    for (Index layer = 0; layer < CellPlan::kLayers; ++layer) appendWindows(box, query, layer, windows);
}

std::vector<SweepBox> SortedCells::filledCells() const {
    std::vector<SweepBox> filled;
    for (std::size_t cell = 0; cell + 1 < start_.size(); ++cell) {
        SweepBox box = kEmpty;
        for (Index i = start_[cell]; i < start_[cell + 1]; ++i) box = merged(box, entries_.box(i));
        if (!sweep::isEmpty(box)) filled.push_back(box);
    }
    return filled;
}

std::size_t SortedCells::bytes() const {
    std::size_t bytes = entries_.bytes() + fattened_.capacity() * sizeof(SweepBox) +
                        order_.capacity() * sizeof(Tag) + start_.capacity() * sizeof(Index);
    for (const Part& part : parts_) {
        bytes += part.entries.capacity() * sizeof(Unsorted) +
                 (part.next.capacity() + part.split.capacity()) * sizeof(Index);
    }
    for (const auto& columns : columnBounds_) bytes += columns.capacity() * sizeof(ColumnBounds);
    return bytes;
}

}  // namespace ricochet::sweep
