#include "algorithms/contact/penetration/joined_penetrations.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace ricochet::test {
namespace {

using IndexList = ScratchVector<Index>;

// The oracle: tests each penetration against all earlier ones, and unites all lists at once.

bool shareOne(const IndexList& a, const IndexList& b) {
    return std::ranges::any_of(a, [&](Index i) { return std::ranges::binary_search(b, i); });
}

void unite(IndexList& into, const IndexList& from) {
    IndexList both;
    std::ranges::set_union(into, from, std::back_inserter(both));
    into = both;
}

void join(const Penetration& from, Penetration& into) {
    IntersectionLoop& loop = into.loop;
    const Real perimeter = loop.perimeter + from.loop.perimeter;
    loop.centre = (loop.perimeter * loop.centre + from.loop.perimeter * from.loop.centre) / perimeter;
    loop.perimeter = perimeter;
    loop.area += from.loop.area;
    loop.box.include(from.loop.box.min);
    loop.box.include(from.loop.box.max);
    loop.ends.insert(loop.ends.end(), from.loop.ends.begin(), from.loop.ends.end());
    loop.segments.insert(loop.segments.end(), from.loop.segments.begin(), from.loop.segments.end());
    unite(loop.facesA, from.loop.facesA);
    unite(loop.facesB, from.loop.facesB);
    into.axis += into.axis.dot(from.axis) < 0 ? Vec3(-from.axis) : from.axis;
    unite(into.piecesA, from.piecesA);
    unite(into.piecesB, from.piecesB);
}

template <class BelongTogether>
ScratchVector<Penetration> joinedByBruteForce(const ScratchVector<Penetration>& penetrations,
                                              BelongTogether&& belongTogether) {
    ScratchVector<Penetration> joined;
    for (Penetration next : penetrations) {
        std::erase_if(joined, [&](const Penetration& earlier) {
            if (!belongTogether(earlier, next)) return false;
            join(earlier, next);
            return true;
        });
        joined.push_back(next);
    }
    return joined;
}

bool shareAPiece(const Penetration& p, const Penetration& q) {
    return shareOne(p.piecesA, q.piecesA) || shareOne(p.piecesB, q.piecesB);
}

bool areOpposed(const Penetration& p, Penetration& q) {
    const Vec3 &areaP = p.loop.area, &areaQ = q.loop.area;
    if (!p.hasArea() || !q.hasArea() || areaP.dot(areaQ) >= -0.9 * areaP.norm() * areaQ.norm()) return false;
    const bool onA = shareOne(p.loop.facesA, q.loop.facesA);
    if (!onA && !shareOne(p.loop.facesB, q.loop.facesB)) return false;
    q.isOpposed = true;
    q.isOpposedOnA = onA;
    return true;
}

IndexList someOf(Random& random, int maximum, int below) {
    IndexList list(static_cast<std::size_t>(pick(random, maximum + 1)));
    for (Index& i : list) i = static_cast<Index>(pick(random, below));
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

Penetration anyPenetration(Random& random, int below) {
    Penetration p;
    p.loop.segments = {{randomPoint(random), randomPoint(random)},
                       {randomPoint(random), randomPoint(random)}};
    p.loop.facesA = someOf(random, 3, 3 * below);
    p.loop.facesB = someOf(random, 3, 3 * below);
    if (uniform(random, -1, 1) > 0.5) p.loop.ends = {randomPoint(random)};
    p.loop.perimeter = 1.5 + uniform(random, -1, 1);
    p.loop.centre = randomPoint(random);
    // Often along one axis, so that some are opposed.
    p.loop.area = uniform(random, -1, 1) * (uniform(random, -1, 1) > 0 ? Vec3(0, 0, 1) : randomPoint(random));
    p.loop.box.include(p.loop.centre);
    p.axis = p.loop.area;
    p.piecesA = someOf(random, 2, below);
    p.piecesB = someOf(random, 2, below);
    return p;
}

void expectEqual(const ScratchVector<Penetration>& found, const ScratchVector<Penetration>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Penetration &p = found[i], &q = expected[i];
        EXPECT_EQ(p.piecesA, q.piecesA);
        EXPECT_EQ(p.piecesB, q.piecesB);
        EXPECT_EQ(p.axis, q.axis);
        EXPECT_EQ(p.isOpposed, q.isOpposed);
        EXPECT_EQ(p.isOpposedOnA, q.isOpposedOnA);
        EXPECT_EQ(p.loop.facesA, q.loop.facesA);
        EXPECT_EQ(p.loop.facesB, q.loop.facesB);
        EXPECT_TRUE(std::ranges::equal(
            p.loop.segments, q.loop.segments,
            [](const Segment& s, const Segment& t) { return s.begin == t.begin && s.end == t.end; }));
        EXPECT_EQ(p.loop.ends, q.loop.ends);
        EXPECT_EQ(p.loop.perimeter, q.loop.perimeter);
        EXPECT_EQ(p.loop.centre, q.loop.centre);
        EXPECT_EQ(p.loop.area, q.loop.area);
        EXPECT_EQ(p.loop.box.min, q.loop.box.min);
        EXPECT_EQ(p.loop.box.max, q.loop.box.max);
    }
}

TEST(JoinedPenetrations, EqualBruteForceToTheLastBit) {
    Random random(31);
    HitRate joined;
    std::size_t opposed = 0;
    for (int i = 0; i < 400; ++i) {
        const int count = pick(random, 41);
        ScratchVector<Penetration> penetrations;
        for (int k = 0; k < count; ++k) penetrations.push_back(anyPenetration(random, 2 * count));
        const auto byPieces = joinedByPieces(penetrations);
        expectEqual(byPieces, joinedByBruteForce(penetrations, shareAPiece));
        const auto whereOpposed = joinedWhereOpposed(byPieces);
        expectEqual(whereOpposed, joinedByBruteForce(byPieces, areOpposed));
        for (std::size_t k = 0; k < penetrations.size(); ++k) joined.count(k >= byPieces.size());
        opposed += byPieces.size() - whereOpposed.size();
    }
    EXPECT_TRUE(joined.isBetween(0.3, 0.7)) << joined.value();
    EXPECT_GT(opposed, 100u);
}

}  // namespace
}  // namespace ricochet::test
