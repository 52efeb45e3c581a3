#include "algorithms/spherical_field/shell_pairs.h"

#include "algorithms/spherical_field/cone_test.h"

namespace ricochet::spherical_field {
namespace {

/// A field's cones at a pose, reconstructed level by level.
class Cones {
public:
    Cones(const Field& field, const Matrix3& rotation, const Vec3& centre)
        : shells_(field.shells.reconstruct(field.level)), rotation_(rotation), centre_(centre) {}

    TruncatedCone at(Index cell) const {
        const CellPlace place = placeOf(cell);
        const auto level = static_cast<std::size_t>(place.level);
        const Shell& shell = shells_[level][cell - firstOfLevel(place.level)];
        return {centre_, (rotation_ * axisOf(cell)).normalized(), shell.lower, shell.upper,
                coneRadius(place.level)};
    }

private:
    const std::vector<ShellLevel> shells_;
    const Matrix3 rotation_;
    const Vec3 centre_;
};

class ShellQueue {
public:
    ShellQueue(const Query& query, ShellTest test)
        : query_(query),
          test_(test),
          boxes_(query.pose, query.fieldA.sphere.radius, query.fieldB.sphere.radius),
          conesA_(query.fieldA, Matrix3::Identity(), Vec3::Zero()),
          conesB_(query.fieldB, query.pose.rotation, query.pose.translation) {}

    ShellPairs run() {
        ShellPairs result;
        for (Index sideA = 0; sideA < kSides; ++sideA) {
            for (Index sideB = 0; sideB < kSides; ++sideB) descend({sideA, sideB}, result);
        }
        return result;
    }

private:
    /// Breadth-first: the pairs of one pass have cells of the same two levels.
    void descend(CellPair sides, ShellPairs& result) {
        std::vector<CellPair> round = {sides}, next;
        bool refinesA = true;
        while (!round.empty()) {
            const bool isLeafA = query_.fieldA.isLeaf(round[0].a), isLeafB = query_.fieldB.isLeaf(round[0].b);
            if (isLeafA) refinesA = false;
            if (isLeafB) refinesA = true;
            next.clear();
            for (const CellPair& pair : round) {
                if (!meets(pair, result)) continue;
                if (isLeafA && isLeafB) {
                    result.pairs.push_back(pair);
                } else {
                    refine(pair, refinesA, next);
                }
            }
            round.swap(next);
            refinesA = !refinesA;
        }
    }

    static void refine(CellPair pair, bool refinesA, std::vector<CellPair>& next) {
        for (Index child = 0; child < 4; ++child) {
            next.push_back(refinesA ? CellPair{firstChild(pair.a) + child, pair.b}
                                    : CellPair{pair.a, firstChild(pair.b) + child});
        }
    }

    bool meets(CellPair pair, ShellPairs& result) const {
        const CellNode& a = query_.fieldA.cells[pair.a];
        const CellNode& b = query_.fieldB.cells[pair.b];
        if (a.isEmpty() || b.isEmpty()) return false;
        ++result.tests;
        if (test_ == ShellTest::box) return boxes_.mayOverlap(a, boxes_.place(b));
        const TruncatedCone coneA = conesA_.at(pair.a), coneB = conesB_.at(pair.b);
        // The sampling found no surface in one of the cones.
        if (coneA.lower > coneA.upper || coneB.lower > coneB.upper) return false;
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
    const FloatBoxes boxes_;
    const Cones conesA_, conesB_;
};

}  // namespace

ShellPairs findShellPairs(const Query& query, ShellTest test) { return ShellQueue(query, test).run(); }

}  // namespace ricochet::spherical_field
