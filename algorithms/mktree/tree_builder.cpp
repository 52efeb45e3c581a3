#include "algorithms/mktree/tree_builder.h"

#include "algorithms/mktree/leaf.h"
#include "algorithms/mktree/split_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace ricochet::mktree {
namespace {

constexpr std::size_t kBins = 16;

struct Range {
    std::size_t begin, end;
    std::size_t size() const { return end - begin; }
};

/// A split: records with centres in bins below `bin` along `axis` go left.
struct Place {
    int axis = -1;
    std::size_t bin = 0;
};

struct Bin {
    Aabb box;
    std::uint64_t triangles = 0;
    std::size_t records = 0;

    void add(const Bin& other) {
        include(box, other.box);
        triangles += other.triangles;
        records += other.records;
    }
};
using Bins = std::array<Bin, kBins>;

Real halfSurface(const Aabb& box) {
    const Vec3 size = box.size();
    return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

class Planner {
public:
    Planner(std::span<const FragmentRecord> records, const TreeSettings& settings)
        : records_(records), settings_(settings) {
        plan_.order.resize(records.size());
        std::iota(plan_.order.begin(), plan_.order.end(), Index{0});
    }

    TreePlan plan() && {
        plan_.leafBegin.push_back(0);
        if (!records_.empty()) {
            plan_.nodes.emplace_back();
            divide(0, {0, records_.size()});
        }
        return std::move(plan_);
    }

private:
    const FragmentRecord& record(std::size_t i) const { return records_[plan_.order[i]]; }
    Vec3 centre(std::size_t i) const { return record(i).box.box().centre(); }

    void divide(std::size_t node, const Range& range) {
        Aabb box;
        std::uint64_t triangles = 0, bytes = sizeof(LeafHeader);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            include(box, record(i).box.box());
            triangles += record(i).triangles;
            bytes += record(i).bytes;
        }
        plan_.nodes[node].box = floatBoxOf(box);
        const bool isSmall = triangles <= settings_.leafTriangles && bytes <= settings_.leafBytes;
        if (isSmall || range.size() == 1) return makeLeaf(node, range);

        const std::size_t middle = partition(range);
        const auto child = static_cast<std::uint32_t>(plan_.nodes.size());
        plan_.nodes[node].first = child;
        plan_.nodes[node].split = Node::kNoSplit;
        if (settings_.splitTrees) addSplitTree(node, range, middle);
        plan_.nodes.resize(plan_.nodes.size() + 2);
        divide(child, {range.begin, middle});
        divide(child + 1, {middle, range.end});
    }

    void makeLeaf(std::size_t node, const Range& range) {
        plan_.nodes[node].first = static_cast<std::uint32_t>(plan_.leafBegin.size() - 1);
        plan_.nodes[node].split = Node::kLeaf;
        plan_.leafBegin.push_back(static_cast<Index>(range.end));
    }

    /// Moves the records of the left child to the front; neither child is empty.
    std::size_t partition(const Range& range) {
        Aabb centres;
        for (std::size_t i = range.begin; i < range.end; ++i) centres.include(centre(i));
        Place place = bestPlace(range, centres, minimumRecords(range));
        if (place.axis < 0) place = bestPlace(range, centres, 1);
        const auto at = [&](std::size_t i) { return plan_.order.begin() + static_cast<std::ptrdiff_t>(i); };
        if (place.axis < 0) return range.begin + range.size() / 2;  // all centres coincide
        const auto isLeft = [&](Index r) {
            return binAt(records_[r].box.box().centre(), centres, place.axis) < place.bin;
        };
        const auto middle = std::stable_partition(at(range.begin), at(range.end), isLeft);
        return static_cast<std::size_t>(middle - plan_.order.begin());
    }

    static std::size_t binAt(const Vec3& point, const Aabb& centres, int axis) {
        const Real part = (point[axis] - centres.min[axis]) / (centres.max[axis] - centres.min[axis]);
        return std::min(kBins - 1, static_cast<std::size_t>(part * kBins));
    }

    Bins binsAlong(int axis, const Range& range, const Aabb& centres) const {
        Bins bins;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            Bin& bin = bins[binAt(centre(i), centres, axis)];
            include(bin.box, record(i).box.box());
            bin.triangles += record(i).triangles;
            ++bin.records;
        }
        return bins;
    }

    /// In each child.
    std::size_t minimumRecords(const Range& range) const {
        if (settings_.rule == SplitRule::surfaceArea) return 1;
        const Real share = std::ceil(settings_.minimumShare * static_cast<Real>(range.size()));
        return std::max<std::size_t>(1, static_cast<std::size_t>(share));
    }

    Place bestPlace(const Range& range, const Aabb& centres, std::size_t fewest) const {
        Place best;
        Real minimum = std::numeric_limits<Real>::infinity();
        for (int axis = 0; axis < 3; ++axis) {
            if (!(centres.size()[axis] > 0)) continue;
            const Bins bins = binsAlong(axis, range, centres);
            Bins above = bins;  // sums over a bin and all above it
            for (std::size_t b = kBins - 1; b-- > 0;) above[b].add(above[b + 1]);
            Bin below;
            for (std::size_t b = 1; b < kBins; ++b) {
                below.add(bins[b - 1]);
                if (below.records < fewest || above[b].records < fewest) continue;
                const Real cost = costOf(below, above[b], range);
                if (cost >= minimum) continue;
                minimum = cost;
                best = {axis, b};
            }
        }
        return best;
    }

    Real costOf(const Bin& left, const Bin& right, const Range& range) const {
        if (settings_.rule == SplitRule::surfaceArea) {
            return static_cast<Real>(left.triangles) * halfSurface(left.box) +
                   static_cast<Real>(right.triangles) * halfSurface(right.box);
        }
        const Aabb shared = intersection(left.box, right.box);
        std::size_t inside = 0;
        if (!shared.isEmpty()) {
            for (std::size_t i = range.begin; i < range.end; ++i) {
                if (overlaps(record(i).box.box(), shared)) ++inside;
            }
        }
        // Among equal splits the most even one; this term counts less than one object.
        const Real uneven = std::abs(static_cast<Real>(left.triangles) - static_cast<Real>(right.triangles)) /
                            static_cast<Real>(left.triangles + right.triangles + 1);
        return static_cast<Real>(inside) + uneven;
    }

    /// Only boxes in the overlap are copied, which are few at the root.
    void addSplitTree(std::size_t node, const Range& range, std::size_t middle) {
        std::array<Aabb, 2> sides;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            include(sides[i < middle ? 0 : 1], record(i).box.box());
        }
        const Aabb overlap = intersection(sides[0], sides[1]);
        std::array<std::vector<FloatBox>, 2> boxes;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (overlaps(record(i).box.box(), overlap)) boxes[i < middle ? 0 : 1].push_back(record(i).box);
        }
        plan_.nodes[node].split = appendSplitTree(overlap, boxes[0], boxes[1], plan_.splitNodes);
    }

    std::span<const FragmentRecord> records_;
    const TreeSettings& settings_;
    TreePlan plan_;
};

}  // namespace

TreePlan planTree(std::span<const FragmentRecord> records, const TreeSettings& settings) {
    return Planner(records, settings).plan();
}

}  // namespace ricochet::mktree
