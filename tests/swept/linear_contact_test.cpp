#include "algorithms/swept/linear_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/predicates.h"
#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ricochet {
namespace {

using Corners = std::array<Vec3, 4>;
constexpr FeatureKind kKinds[] = {FeatureKind::vertexFace, FeatureKind::edgeEdge};

Corners at(const LinearPair& pair, Real time) {
    Corners corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = (1 - time) * pair.at0[i] + time * pair.at1[i];
    return corners;
}

Real distance(FeatureKind kind, const Corners& c) {
    if (kind == FeatureKind::vertexFace) return (closestPoint({c[1], c[2], c[3]}, c[0]) - c[0]).norm();
    return std::sqrt(closestPoints(c[0], c[1], c[2], c[3]).distanceSquared);
}

/// A's corners pass near the origin, B's move little: every second pair or so touches.
LinearPair crossingPair(Random& random, FeatureKind kind) {
    LinearPair pair{kind, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        const bool isOfA = static_cast<int>(i) < pair.firstOfB();
        pair.at0[i] = randomPoint(random);
        pair.at1[i] = (isOfA ? -1 : 1) * pair.at0[i] + randomPoint(random, 0.3);
    }
    return pair;
}

/// Whole coordinates from 0 to 3: coincident corners, parallel edges and coplanar motions are frequent.
LinearPair latticePair(Random& random, FeatureKind kind) {
    LinearPair pair{kind, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        pair.at0[i] = randomLatticePoint(random, 3);
        pair.at1[i] = randomLatticePoint(random, 3);
    }
    return pair;
}

/// By samples: where the corners' orientation changes between two of them, the moment is found by halving.
std::vector<Real> coplanarTimes(const LinearPair& pair, int samples) {
    const auto side = [&](Real time) {
        const Corners c = at(pair, time);
        return orient3d(c[0], c[1], c[2], c[3]);
    };
    std::vector<Real> times;
    for (int i = 0; i < samples; ++i) {
        Real low = Real(i) / samples, high = Real(i + 1) / samples;
        const Side first = side(low);
        if (first == side(high)) continue;
        for (int halving = 0; halving < 45; ++halving) {
            const Real middle = 0.5 * (low + high);
            (side(middle) == first ? low : high) = middle;
        }
        times.push_back(high);
    }
    return times;
}

std::optional<Real> sampledTouch(const LinearPair& pair) {
    constexpr Real kTouch = 1e-10;  // metres, for coordinates up to 1
    for (Real time : coplanarTimes(pair, 500)) {
        if (distance(pair.kind, at(pair, time)) < kTouch) return time;
    }
    return std::nullopt;
}

TEST(LinearContact, FindsTheFirstTouchOfDenseSamples) {
    Random random(11);
    for (FeatureKind kind : kKinds) {
        HitRate hits;
        for (int i = 0; i < 3000; ++i) {
            const LinearPair pair = crossingPair(random, kind);
            const auto found = firstTouch(pair);
            const auto sampled = sampledTouch(pair);
            hits.count(found.has_value());
            if (sampled) {
                ASSERT_TRUE(found);
                EXPECT_LE(*found, *sampled + 1e-12);
            }
            if (found) {
                EXPECT_LT(distance(kind, at(pair, *found)), 1e-11);
            }
        }
        EXPECT_TRUE(hits.isBetween(0.1, 0.7)) << hits.value();
    }
}

TEST(LinearContact, TheSeparationIsAttainedJustBeforeTheTouch) {
    Random random(12);
    constexpr Real kSeparation = 0.15;
    for (FeatureKind kind : kKinds) {
        HitRate hits;
        for (int i = 0; i < 2000; ++i) {
            const LinearPair pair = crossingPair(random, kind);
            const auto near = firstTouch(pair, {.separation = kSeparation});
            Real closest = std::numeric_limits<Real>::infinity();
            constexpr int kSamples = 200;
            for (int s = 0; s <= kSamples; ++s) {
                const Real time = Real(s) / kSamples;
                if (near && time >= *near) break;
                closest = std::min(closest, distance(kind, at(pair, time)));
            }
            EXPECT_GE(closest, kSeparation);
            if (near) {
                EXPECT_LT(distance(kind, at(pair, *near)), kSeparation + 1e-9);
            }
            hits.count(near.has_value());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
    }
}

/// Eighths of the time are exact in double, so that rational arithmetic can decide.
TEST(LinearContact, DegenerateOnesAreNeverLate) {
    Random random(13);
    for (FeatureKind kind : kKinds) {
        HitRate hits;
        for (int i = 0; i < 1500; ++i) {
            const LinearPair pair = latticePair(random, kind);
            const auto ofB = static_cast<std::size_t>(pair.firstOfB());
            std::optional<Real> known;
            for (int eighth = 0; eighth <= 8 && !known; ++eighth) {
                const Corners c = at(pair, eighth / 8.0);
                const std::span<const Vec3> all(c);
                if (rational::hullsMeet(all.first(ofB), all.subspan(ofB))) known = eighth / 8.0;
            }
            const auto found = firstTouch(pair);
            hits.count(known.has_value());
            if (known) {
                ASSERT_TRUE(found);
                EXPECT_LE(*found, *known);
            }
        }
        EXPECT_TRUE(hits.isBetween(0.1, 0.7)) << hits.value();
    }
}

TEST(LinearContact, ATouchAtTheEndIsExactToOneUlp) {
    LinearPair pair{FeatureKind::vertexFace, {}, {}};
    pair.at0 = {Vec3(0.25, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    pair.at1 = pair.at0;
    pair.at1[0].z() = 0;
    EXPECT_EQ(firstTouch(pair), 1);
    pair.at1[0].z() = 0x1p-300;
    EXPECT_EQ(firstTouch(pair), std::nullopt);
    std::swap(pair.at0, pair.at1);
    EXPECT_EQ(firstTouch(pair), std::nullopt);
}

TEST(LinearContact, ParallelEdgesPassInOnePlane) {
    LinearPair pair{FeatureKind::edgeEdge, {}, {}};
    pair.at0 = {Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(0, 2, 0), Vec3(1, 3, 0)};
    pair.at1 = pair.at0;
    for (std::size_t i : {2u, 3u}) pair.at1[i].y() -= 4;
    const auto touch = firstTouch(pair);
    ASSERT_TRUE(touch);
    EXPECT_LE(*touch, 0.5);
    EXPECT_GT(*touch, 0.5 - 1e-12);
    for (std::size_t i : {2u, 3u}) pair.at1[i] = pair.at0[i] + Vec3(-3, -3, 0);
    EXPECT_EQ(firstTouch(pair), std::nullopt);
}

TEST(LinearContact, EdgesThatSlideAlongEachOtherTouchFromTheStart) {
    LinearPair pair{FeatureKind::edgeEdge, {}, {}};
    pair.at0 = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0, 0), Vec3(0.5, 1, 0)};
    pair.at1 = pair.at0;
    for (std::size_t i : {2u, 3u}) pair.at1[i].x() += 0.3;
    EXPECT_EQ(firstTouch(pair), 0);
}

}  // namespace
}  // namespace ricochet
