#include "algorithms/swept/coplanarity.h"

#include "algorithms/geometry/expansion.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

/// The volume is u x w . d of three vectors between corners.
struct Arrow {
    std::size_t from, to;
};
using Arrows = std::array<Arrow, 3>;
constexpr Arrows kVertexFace = {{{1, 2}, {1, 3}, {1, 0}}};
constexpr Arrows kEdgeEdge = {{{0, 1}, {2, 3}, {0, 2}}};

const Arrows& commonArrows(const LinearPair& pair) {
    return pair.kind == FeatureKind::vertexFace ? kVertexFace : kEdgeEdge;
}

/// For each coefficient: which of the three vectors are taken at time 1 (bits), one term per row. The two
/// middle coefficients are the means of their three terms.
struct Blend {
    int terms;
    int atEnd[3];
};
constexpr Blend kBlends[4] = {{1, {0}}, {3, {1, 2, 4}}, {3, {3, 5, 6}}, {1, {7}}};

/// Roundings behind a coefficient: difference 1, product 1, difference 1, product 1, two sums, two more sums,
/// a division; and behind a value computed from coefficients: three interpolations of three each.
constexpr Real kCoefficientRoundings = 12;
constexpr Real kValueRoundings = 12;

Vec3 arrowAt(const std::array<Vec3, 4>& corners, const Arrow& arrow) {
    return corners[arrow.to] - corners[arrow.from];
}

auto exactVolume(const LinearPair& pair, int atEnd) {
    const Arrows& arrows = commonArrows(pair);
    const auto coordinate = [&](int vector, int axis) {
        const auto& corners = atEnd >> vector & 1 ? pair.at1 : pair.at0;
        const Arrow& arrow = arrows[static_cast<std::size_t>(vector)];
        return difference(corners[arrow.to][axis], corners[arrow.from][axis]);
    };
    const auto term = [&](int x, int y, int z) {
        return (coordinate(0, y) * coordinate(1, z) - coordinate(0, z) * coordinate(1, y)) * coordinate(2, x);
    };
    return term(0, 1, 2) + term(1, 2, 0) + term(2, 0, 1);
}

Side exactSign(const LinearPair& pair, const Blend& blend) {
    if (blend.terms == 1) return exactVolume(pair, blend.atEnd[0]).sign();
    return (exactVolume(pair, blend.atEnd[0]) + exactVolume(pair, blend.atEnd[1]) +
            exactVolume(pair, blend.atEnd[2]))
        .sign();
}

Real mix(Real a, Real b, Real t) { return (1 - t) * a + t * b; }

/// The cubic's polar form: its value if all three times are equal, a control point otherwise.
Real blossom(const std::array<Real, 4>& c, Real r, Real s, Real t) {
    const Real ab = mix(c[0], c[1], r), bc = mix(c[1], c[2], r), cd = mix(c[2], c[3], r);
    return mix(mix(ab, bc, s), mix(bc, cd, s), t);
}

/// The part of 0 … 1 in which the hull of the control polygon is within `band` of zero.
std::optional<TimeSpan> clipped(const std::array<Real, 4>& c, Real band) {
    TimeSpan part = {1, 0};
    for (int i = 0; i < 4; ++i) {
        for (int j = i; j < 4; ++j) {
            const Real ci = c[static_cast<std::size_t>(i)], cj = c[static_cast<std::size_t>(j)];
            if (std::min(ci, cj) > band || std::max(ci, cj) < -band) continue;
            // Where the line between two control points enters and leaves the band.
            const auto timeAt = [&](Real value) {
                return ci == cj ? i / 3.0 : mix(i / 3.0, j / 3.0, (value - ci) / (cj - ci));
            };
            const Real first = timeAt(std::clamp(ci, -band, band));
            const Real last = timeAt(std::clamp(cj, -band, band));
            part.begin = std::min({part.begin, first, last});
            part.end = std::max({part.end, first, last});
        }
    }
    if (part.begin > part.end) return std::nullopt;
    return part;
}

}  // namespace

Coplanarity::Coplanarity(const LinearPair& pair) : pair_(pair) {
    const Arrows& arrows = commonArrows(pair);
    Vec3 vectors[3][2];
    Vec3 largest[3];
    for (int v = 0; v < 3; ++v) {
        vectors[v][0] = arrowAt(pair.at0, arrows[static_cast<std::size_t>(v)]);
        vectors[v][1] = arrowAt(pair.at1, arrows[static_cast<std::size_t>(v)]);
        largest[v] = vectors[v][0].cwiseAbs().cwiseMax(vectors[v][1].cwiseAbs());
    }
    Vec3 normals[4];  // by the ends at which the two vectors are taken
    for (int ends = 0; ends < 4; ++ends) normals[ends] = vectors[0][ends & 1].cross(vectors[1][ends >> 1]);

    for (std::size_t i = 0; i < 4; ++i) {
        const Blend& blend = kBlends[i];
        Real sum = 0;
        for (int term = 0; term < blend.terms; ++term) {
            sum += normals[blend.atEnd[term] & 3].dot(vectors[2][blend.atEnd[term] >> 2]);
        }
        coefficients_[i] = sum / blend.terms;
    }
    const Vec3 squares = {largest[0].y() * largest[1].z() + largest[0].z() * largest[1].y(),
                          largest[0].z() * largest[1].x() + largest[0].x() * largest[1].z(),
                          largest[0].x() * largest[1].y() + largest[0].y() * largest[1].x()};
    rounding_ = (kCoefficientRoundings + kValueRoundings) * kRounding * squares.dot(largest[2]);
    band_ = rounding_;
    // The normal is a quadratic in time: its Bernstein coefficients hold it.
    largestNormal_ =
        std::sqrt(std::max({normals[0].squaredNorm(), (0.5 * (normals[1] + normals[2])).squaredNorm(),
                            normals[3].squaredNorm()}));
}

std::array<Side, 4> Coplanarity::exactSigns() const {
    std::array<Side, 4> signs;
    for (std::size_t i = 0; i < 4; ++i) {
        if (std::abs(coefficients_[i]) > rounding_) {
            signs[i] = coefficients_[i] > 0 ? 1 : -1;
        } else {
            signs[i] = exactSign(pair_, kBlends[i]);
        }
    }
    return signs;
}

void Coplanarity::ignore() { band_ = std::numeric_limits<Real>::infinity(); }

std::array<Real, 4> Coplanarity::over(const TimeSpan& span) const {
    const auto& c = coefficients_;
    return {blossom(c, span.begin, span.begin, span.begin), blossom(c, span.begin, span.begin, span.end),
            blossom(c, span.begin, span.end, span.end), blossom(c, span.end, span.end, span.end)};
}

std::optional<TimeSpan> Coplanarity::rootsIn(const TimeSpan& span) const {
    if (band_ == std::numeric_limits<Real>::infinity()) return span;
    const std::optional<TimeSpan> part = clipped(over(span), band_);
    if (!part) return std::nullopt;
    // A few units in the last place outwards, for the rounding errors of the clipping.
    constexpr Real kSlack = 0x1p-50;
    return TimeSpan{std::max(span.begin, span.begin + part->begin * span.length() - kSlack),
                    std::min(span.end, span.begin + part->end * span.length() + kSlack)};
}

}  // namespace ricochet
