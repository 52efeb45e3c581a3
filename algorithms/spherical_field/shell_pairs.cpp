// Fuenfzig, Ullrich, Fellner. 2006. Section "Runtime test".

#include "algorithms/spherical_field/shell_pairs.h"

#include "algorithms/spherical_field/cone_test.h"

#include <algorithm>

namespace ricochet::spherical_field {
namespace {

/// Metres: how far apart two shells may be to count as overlapping: the query distance, and bounds of the
/// rounding of placed vertices and of what matrices do that are not quite rotations.
Real queryGrowth(const Query& query) {
    const Real radii = query.fieldA.sphere.radius + query.fieldB.sphere.radius;
    return query.pose.queryDistance + 2 * Real(query.pose.placementError) + 4 * query.pose.skew * radii;
}

/// A field's cones at a pose. Those of A are grown.
class Cones {
public:
    Cones(const Field& field, const Matrix3& rotation, const Vec3& centre, Real growth)
        : shells_(field.shells), rotation_(rotation), centre_(centre), growth_(growth) {}

    /// Radius of the sphere about the model, metres; the paper's level zero.
    Real radius() {
        Real farthest = 0;
        for (const Shell& shell : shells_.level(0)) farthest = std::max(farthest, shell.upper);
        return farthest + growth_;
    }
    bool isEmpty(int level, Index cell) { return shells_.level(level)[cell - firstOfLevel(level)].isEmpty(); }
    TruncatedCone at(int level, Index cell) {
        const Index inLevel = cell - firstOfLevel(level);
        const Shell& shell = shells_.level(level)[inLevel];
        const TruncatedCone cone = {centre_, (rotation_ * axesOf(level)[inLevel]).normalized(), shell.lower,
                                    shell.upper, coneRadius(level)};
        return growth_ > 0 ? grown(cone, growth_) : cone;
    }

private:
    Reconstruction shells_;
    const Matrix3 rotation_;
    const Vec3 centre_;
    const Real growth_;
};

/// A pair of cells and their levels.
struct OpenPair {
    Index a, b;
    int levelA, levelB;
};

constexpr std::size_t kManyProcessed = 4096;  // pairs: from there on the queue's processed half is freed

class ShellDescent {
public:
    ShellDescent(const Query& query, ShellTest test, ShellOrder order)
        : query_(query),
          test_(test),
          order_(order),
          boxes_(query.pose, query.fieldA.sphere.radius, query.fieldB.sphere.radius),
          conesA_(query.fieldA, Matrix3::Identity(), Vec3::Zero(), queryGrowth(query)),
          conesB_(query.fieldB, query.pose.rotation, query.pose.translation, 0) {}

    ShellPairs run() {
        ++result_.tests;
        if (!modelsMeet()) return std::move(result_);
        for (Index sideA = 0; sideA < kSides; ++sideA) {
            for (Index sideB = 0; sideB < kSides; ++sideB) descend({sideA, sideB, 0, 0});
        }
        return std::move(result_);
    }

private:
    /// In a queue the pairs of one round have cells of the same two levels.
    void descend(const OpenPair& sides) {
        open_.assign(1, sides);
        for (std::size_t next = 0; next < open_.size();) {
            const OpenPair pair = order_ == ShellOrder::queue ? open_[next++] : open_.back();
            if (order_ == ShellOrder::depthFirst) open_.pop_back();
            if (next >= kManyProcessed && 2 * next > open_.size()) {
                open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(next));
                next = 0;
            }
            if (meets(pair)) refine(pair);
        }
    }

    /// A's shell and B's in turn, until both are leaves.
    void refine(const OpenPair& pair) {
        const bool isLeafA = query_.fieldA.isLeaf(pair.a), isLeafB = query_.fieldB.isLeaf(pair.b);
        if (isLeafA && isLeafB) return result_.pairs.push_back({pair.a, pair.b});
        const bool refinesA = !isLeafA && (isLeafB || pair.levelA <= pair.levelB);
        for (Index child = 0; child < 4; ++child) {
            open_.push_back(refinesA
                                ? OpenPair{firstChild(pair.a) + child, pair.b, pair.levelA + 1, pair.levelB}
                                : OpenPair{pair.a, firstChild(pair.b) + child, pair.levelA, pair.levelB + 1});
        }
    }

    bool modelsMeet() {
        if (test_ == ShellTest::box) {
            return boxes_.mayOverlap(query_.fieldA.root, boxes_.place(query_.fieldB.root));
        }
        return query_.pose.translation.norm() <= (conesA_.radius() + conesB_.radius()) * (1 + 1e-12);
    }

    bool meets(const OpenPair& pair) {
        const CellNode& a = query_.fieldA.cells[pair.a];
        const CellNode& b = query_.fieldB.cells[pair.b];
        if (a.isEmpty() || b.isEmpty()) return false;
        if (test_ == ShellTest::box) {
            ++result_.tests;
            return boxes_.mayOverlap(a, boxes_.place(b));
        }
        // The sampling found no surface in one of the cones.
        if (conesA_.isEmpty(pair.levelA, pair.a) || conesB_.isEmpty(pair.levelB, pair.b)) return false;
        ++result_.tests;
        const TruncatedCone coneA = conesA_.at(pair.levelA, pair.a), coneB = conesB_.at(pair.levelB, pair.b);
        switch (test_) {
            case ShellTest::sphere:
                return spheresMeet(coneA, coneB);
            case ShellTest::capsule:
                return capsulesMeet(coneA, coneB);
            default:
                return paperConeTest(coneA, coneB).meets;
        }
    }

    const Query& query_;
    const ShellTest test_;
    const ShellOrder order_;
    const FloatBoxes boxes_;
    Cones conesA_, conesB_;
    std::vector<OpenPair> open_;
    ShellPairs result_;
};

}  // namespace

ShellPairs findShellPairs(const Query& query, ShellTest test, ShellOrder order) {
    return ShellDescent(query, test, order).run();
}

}  // namespace ricochet::spherical_field
