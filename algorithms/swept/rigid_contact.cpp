// Redon, Kheddar, Coquillart. Fast Continuous Collision Detection between Rigid Bodies. 2002, bounds the
// motion by intervals and halves time. Here the bound is a chord and how far the motion leaves it, which
// shrinks with the square of the time, and on the chord the cubic tells at once where there is nothing.
#include "algorithms/swept/rigid_contact.h"

#include "algorithms/geometry/predicates.h"
#include "algorithms/swept/linear_contact.h"

#include <algorithm>

namespace ricochet {
namespace {

/// After so many stretches of time the answer is the beginning of the one that comes next: early, not late.
constexpr int kMostSpans = 4000;
/// Of the largest coordinate: what poses, paths and their sums may lose to rounding.
constexpr Real kPathRounding = 32 * kRounding;

/// Straight ways from where corners are to where they will be, and how far the motion leaves these.
struct Chords {
    LinearPair pair;
    Real deviation;  ///< metres, of both sides together
};

class Search {
public:
    Search(const RigidPair& pair, const RigidContactSettings& settings) : pair_(pair), settings_(settings) {
        const auto ofB = static_cast<std::ptrdiff_t>(LinearPair{pair.kind, {}, {}}.firstOfB());
        firstOfB_ = static_cast<std::size_t>(ofB);
        radiusA_ = largestRadius(pair.corners.begin(), pair.corners.begin() + ofB);
        radiusB_ = largestRadius(pair.corners.begin() + ofB, pair.corners.end());
    }

    std::optional<Real> firstIn(const TimeSpan& span) {
        if (span.begin > settings_.end) return std::nullopt;
        if (++spans_ > kMostSpans) return span.begin;
        const Chords chords = chordsOver(span);
        const bool isFine = span.length() <= settings_.resolution ||
                            chords.deviation <= settings_.resolution * longestWay(chords.pair);
        constexpr Real kCoarse = 0.0625;  // of a span that will be halved again
        const Real resolution = isFine ? std::min(Real(1), settings_.resolution / span.length()) : kCoarse;
        const Real end = (settings_.end - span.begin) / span.length();
        const auto hit = firstTouch(chords.pair, {settings_.gap + chords.deviation, resolution, end});
        if (!hit) return std::nullopt;
        const TimeSpan rest = {span.at(*hit), span.end};
        if (isFine) return rest.begin <= settings_.end ? std::optional(rest.begin) : std::nullopt;
        const std::optional<Real> first = firstIn({rest.begin, rest.middle()});
        return first ? first : firstIn({rest.middle(), rest.end});
    }

private:
    template <class Iterator>
    static Real largestRadius(Iterator begin, Iterator end) {
        Real largest = 0;
        for (; begin != end; ++begin) largest = std::max(largest, begin->radius());
        return largest;
    }

    void placeCorners(Real time, std::array<Vec3, 4>& corners) const {
        const Moment a = momentOf(*pair_.motionA, time), b = momentOf(*pair_.motionB, time);
        for (std::size_t i = 0; i < 4; ++i) corners[i] = pair_.corners[i].at(i < firstOfB_ ? a : b);
    }

    Chords chordsOver(const TimeSpan& span) const {
        Chords chords{{pair_.kind, {}, {}}, 0};
        placeCorners(span.begin, chords.pair.at0);
        placeCorners(span.end, chords.pair.at1);
        Real coordinate = 0;
        for (const Vec3& corner : chords.pair.at0) {
            coordinate = std::max(coordinate, corner.cwiseAbs().maxCoeff());
        }
        chords.deviation = chordDeviation(radiusA_, pair_.motionA->angle * span.length()) +
                           chordDeviation(radiusB_, pair_.motionB->angle * span.length()) +
                           kPathRounding * (coordinate + longestWay(chords.pair));
        return chords;
    }

    static Real longestWay(const LinearPair& pair) {
        Real longest = 0;
        for (std::size_t i = 0; i < 4; ++i) longest = std::max(longest, (pair.at1[i] - pair.at0[i]).norm());
        return longest;
    }

    const RigidPair& pair_;
    const RigidContactSettings& settings_;
    std::size_t firstOfB_;
    Real radiusA_, radiusB_;
    int spans_ = 0;
};

}  // namespace

std::optional<Real> firstTouch(const RigidPair& pair, const TimeSpan& span,
                               const RigidContactSettings& settings) {
    return Search(pair, settings).firstIn(span);
}

}  // namespace ricochet
