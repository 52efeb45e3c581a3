#include "algorithms/swept/linear_contact.h"

#include "algorithms/geometry/separation.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/swept/coplanarity.h"

#include <algorithm>

namespace ricochet {
namespace {

/// After this many time intervals the result is the beginning of the next one: early, not late.
constexpr int kMostSpans = 2000;

/// Exact: points and segments are treated as triangles without area.
bool touchAt(FeatureKind kind, const Corners& c) {
    if (kind == FeatureKind::vertexFace) return intersects({c[0], c[0], c[0]}, {c[1], c[2], c[3]});
    return intersects({c[0], c[1], c[1]}, {c[2], c[3], c[3]});
}

/// Processes time from the left and drops each interval in which provably nothing touches.
class TouchSearch {
public:
    TouchSearch(const LinearPair& pair, const Coplanarity& coplanarity, const LinearContactSettings& settings)
        : pair_(pair), coplanarity_(coplanarity), settings_(settings) {}

    std::optional<Real> firstIn(const TimeSpan& span) {
        if (span.begin > settings_.end) return std::nullopt;
        if (++spans_ > kMostSpans) return span.begin;
        const std::optional<TimeSpan> part = coplanarity_.rootsIn(span);
        if (!part || areSeparated(*part)) return std::nullopt;
        if (part->length() <= settings_.resolution) return part->begin;
        if (part->length() < 0.5 * span.length()) return firstIn(*part);
        const std::optional<Real> first = firstIn({part->begin, part->middle()});
        return first ? first : firstIn({part->middle(), part->end});
    }

private:
    /// Corners move on straight lines, so the hull of both ends contains everything in between.
    bool areSeparated(const TimeSpan& span) const {
        const Corners begin = cornersAt(pair_, span.begin), end = cornersAt(pair_, span.end);
        Corners middle;
        for (std::size_t i = 0; i < 4; ++i) middle[i] = 0.5 * (begin[i] + end[i]);
        const auto ofB = static_cast<std::size_t>(pair_.firstOfB());
        std::array<Vec3, 4> a;
        std::array<Vec3, 6> b;
        std::copy_n(begin.begin(), ofB, a.begin());
        std::copy_n(end.begin(), ofB, a.begin() + static_cast<std::ptrdiff_t>(ofB));
        std::copy(begin.begin() + static_cast<std::ptrdiff_t>(ofB), begin.end(), b.begin());
        std::copy(end.begin() + static_cast<std::ptrdiff_t>(ofB), end.end(),
                  b.begin() + static_cast<std::ptrdiff_t>(4 - ofB));
        return isSeparatedAlong(shortestDifference(pair_.kind, middle), std::span(a).first(2 * ofB),
                                std::span(b).first(2 * (4 - ofB)), settings_.separation);
    }

    const LinearPair& pair_;
    const Coplanarity& coplanarity_;
    const LinearContactSettings& settings_;
    int spans_ = 0;
};

/// All four of one sign, zeros among them allowed: the cubic has no root between the ends. Four zeros: it is
/// zero throughout.
bool changesSign(const std::array<Side, 4>& signs) {
    const auto [minimum, greatest] = std::minmax_element(signs.begin(), signs.end());
    return *minimum < 0 && *greatest > 0;
}

bool isAlwaysZero(const std::array<Side, 4>& signs) { return signs == std::array<Side, 4>{0, 0, 0, 0}; }

std::optional<Real> firstExactTouch(const LinearPair& pair, const LinearContactSettings& settings) {
    Coplanarity coplanarity(pair);
    const std::array<Side, 4> signs = coplanarity.exactSigns();
    if (signs[0] == 0 && touchAt(pair.kind, pair.at0)) return 0;
    if (isAlwaysZero(signs)) coplanarity.ignore();
    if (isAlwaysZero(signs) || changesSign(signs)) {
        if (const auto first = TouchSearch(pair, coplanarity, settings).firstIn({0, 1})) return first;
    }
    if (signs[3] == 0 && touchAt(pair.kind, pair.at1)) return 1;
    return std::nullopt;
}

}  // namespace

std::optional<Real> firstTouch(const LinearPair& pair, const LinearContactSettings& settings) {
    if (settings.separation == 0) return firstExactTouch(pair, settings);
    Coplanarity coplanarity(pair);
    // At a distance d the volume is at most d times the length of the normal.
    constexpr Real kRoundUp = 1 + 16 * kRounding;
    coplanarity.thicken(kRoundUp * settings.separation * coplanarity.largestNormal());
    if (shortestDifference(pair.kind, pair.at0).squaredNorm() <= settings.separation * settings.separation)
        return 0;
    return TouchSearch(pair, coplanarity, settings).firstIn({0, 1});
}

}  // namespace ricochet
