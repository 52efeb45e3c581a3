// Three filter stages, each finer and costlier than the previous one: the faces' own planes and normal cones,
// then all planes of both, then edge against edge. The pairs that pass one stage are gathered eight at a time
// for the next.

#include "algorithms/contact/features/pair_filter.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/contact/features/pair_filter.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which compiles all of these once per target.
#include "algorithms/contact/features/edge_pairs-inl.h"
#include "algorithms/contact/features/face_pairs-inl.h"
#include "algorithms/contact/tolerances.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace ricochet::pair_filter::HWY_NAMESPACE {

/// The faces of up to eight pairs, by the addresses of their packed fronts; the last pair is repeated.
struct EightPackedFaces {
    const float *a[kWidth], *b[kWidth];
    EightBacks backsOfA, backsOfB;
    std::uint32_t inUse;

    HWY_INLINE EightPackedFaces(const FilterQuery& query, std::span<const FacePair> pairs) {
        const std::size_t last = pairs.size() - 1;
        if (query.hasBacks) {
            for (std::size_t i = 0; i < kWidth; ++i) {
                a[i] = set(backsOfA, i, sideOf(query.a, pairs[std::min(i, last)].faceA));
                b[i] = set(backsOfB, i, sideOf(query.b, pairs[std::min(i, last)].faceB));
            }
        } else {
            for (std::size_t i = 0; i < kWidth; ++i) {
                a[i] = query.a[pairs[std::min(i, last)].faceA].corner[0];
                b[i] = query.b[pairs[std::min(i, last)].faceB].corner[0];
            }
        }
        inUse = last < kWidth - 1 ? (2u << last) - 1 : 0xffu;
    }

private:
    static HWY_INLINE const float* set(EightBacks& backs, std::size_t i, const PackedSide& side) {
        backs.set(i, side.isBack);
        return side.front->corner[0];
    }
};

/// First stage, by the faces' own planes and cones. Bit i: pair i passes.
template <bool kBacks>
HWY_NOINLINE std::uint32_t nearAndOpposed(const FilterQuery& q, const EightPackedFaces& faces) {
    EightFaces<1> a(faces.a), b(faces.b);
    if constexpr (kBacks) a.turnOver(faces.backsOfA, q), b.turnOver(faces.backsOfB, q);
    a.move(q);
    F8 aOverB[1][3], bOverA[1][3];
    cornerDistances(b, a, aOverB);
    cornerDistances(a, b, bOverA);
    const auto isOver = [&](const F8(&heights)[3]) {
        const float below = q.findsVertexContacts ? std::max(q.below, q.above) : q.below;
        return ~signBits(outOf(q.above, minimum(heights)) | (maximum(heights) + all(below)));
    };
    const std::uint32_t byVertices = (isOver(aOverB[0]) & a.template markedAny<PackedFace::kOwnVertices>()) |
                                     (isOver(bOverA[0]) & b.template markedAny<PackedFace::kOwnVertices>());
    const std::uint32_t byEdges = nearerThan(q.queryDistance, aOverB, bOverA) & haveEdges(a, b);
    const std::uint32_t opposed = faces.inUse & opposingEdges(a, b, q.coneLevel);
    const std::uint32_t opposedAtVertices =
        q.findsVertexContacts ? opposed : faces.inUse & opposingVertices<kBacks>(a, b, q.coneLevel, opposed);
    return nearerThan(q.crossing, aOverB, bOverA) | slivers(a, b) | (opposedAtVertices & byVertices) |
           (opposed & byEdges);
}

/// Second stage, by all planes of the faces. Bits of eight pairs: bit i of pair i.
struct EightMasks {
    std::uint32_t intersecting, byEdges;           ///< whether faces may intersect, or touch by edges
    std::uint32_t verticesOfA[3], verticesOfB[3];  ///< by corner: whether it may touch the other face
    std::uint32_t contactsOfA[3], contactsOfB[3];  ///< or be nearest to an edge or vertex of it

    std::uint32_t any() const {
        std::uint32_t bits = intersecting | byEdges;
        for (int c = 0; c < 3; ++c) bits |= verticesOfA[c] | verticesOfB[c] | contactsOfA[c] | contactsOfB[c];
        return bits;
    }
    PairMask of(int pair) const {
        const auto corners = [pair](const std::uint32_t bits[3]) {
            return static_cast<PackedFace::Corners>((bits[0] >> pair & 1) | (bits[1] >> pair & 1) << 1 |
                                                    (bits[2] >> pair & 1) << 2);
        };
        PairMask mask;
        mask.mayIntersect = (intersecting >> pair & 1) != 0;
        mask.verticesOfA = corners(verticesOfA);
        mask.verticesOfB = corners(verticesOfB);
        mask.vertexContactsOfA = corners(contactsOfA);
        mask.vertexContactsOfB = corners(contactsOfB);
        return mask;
    }
};

/// Which corners may touch the other face, by its planes, or have vertex contacts with it. `opposed`: pairs
/// whose cones oppose one another, for edges and for vertices.
HWY_INLINE void classifyCorners(const FilterQuery& q, const EightFaces<4>& corners, const EightFaces<4>& face,
                                const F8 (&distances)[4][3], std::uint32_t opposed,
                                std::uint32_t opposedAtVertices, std::uint32_t slivers,
                                std::uint32_t (&touching)[3], std::uint32_t (&contacts)[3]) {
    const auto pastEdge = [&](const F8& isConcave) {
        return select(isConcave, all(q.extension), all(q.crossing));
    };
    const F8 past[3] = {pastEdge(bitAsSign<PackedFace::kConcave>(face.cone[3])),
                        pastEdge(bitAsSign<PackedFace::kConcave + 1>(face.cone[3])),
                        pastEdge(bitAsSign<PackedFace::kConcave + 2>(face.cone[3]))};
    const std::uint32_t own[3] = {corners.marked<PackedFace::kOwnVertices>(),
                                  corners.marked<PackedFace::kOwnVertices + 1>(),
                                  corners.marked<PackedFace::kOwnVertices + 2>()};
    for (int c = 0; c < 3; ++c) {
        const F8& height = distances[0][c];
        const F8 tooHigh = outOf(q.above, height);
        F8 outside = tooHigh | (height + all(q.below));
        F8 far = tooHigh;
        for (int k = 0; k < 3; ++k) outside = outside | (distances[k + 1][c] + past[k]);
        for (int k = 0; k < 4; ++k) far = far | (distances[k][c] + all(q.above));
        touching[c] = ~signBits(outside) & own[c] & opposedAtVertices;
        contacts[c] = q.findsVertexContacts ? (~signBits(far) | slivers) & own[c] & opposed : 0;
    }
}

template <bool kBacks>
HWY_NOINLINE void classifyFaces(const FilterQuery& q, const EightPackedFaces& faces, EightMasks& out) {
    EightFaces<4> a(faces.a), b(faces.b);
    if constexpr (kBacks) a.turnOver(faces.backsOfA, q), b.turnOver(faces.backsOfB, q);
    a.move(q);
    setEdges(a, b, q);
    F8 aOverB[4][3], bOverA[4][3];
    cornerDistances(b, a, aOverB);
    cornerDistances(a, b, bOverA);
    const std::uint32_t opposed = faces.inUse & opposingEdges(a, b, q.coneLevel);
    const std::uint32_t atVertices = faces.inUse & opposingVertices<kBacks>(a, b, q.coneLevel, opposed);
    const std::uint32_t areSlivers = slivers(a, b);
    out.intersecting = (nearerThan(q.crossing, aOverB, bOverA) | areSlivers) & faces.inUse;
    out.byEdges = nearerThan(q.queryDistance, aOverB, bOverA) & opposed & haveEdges(a, b);
    classifyCorners(q, a, b, aOverB, opposed, atVertices, areSlivers, out.verticesOfA, out.contactsOfA);
    classifyCorners(q, b, a, bOverA, opposed, atVertices, areSlivers, out.verticesOfB, out.contactsOfB);
}

/// Third stage. Bit i: the edges of pair i may touch.
template <bool kBacks>
HWY_NOINLINE std::uint32_t touchingEdges(const FilterQuery& q, const EdgeRows& ofA, const EdgeRows& ofB) {
    EightEdges a(ofA), b(ofB);
    if constexpr (kBacks) a.turnOver(ofA.backs), b.turnOver(ofB.backs);
    a.move(q);
    a.endsToVectors();
    b.endsToVectors();
    return EightEdgePairs(a, b, q).mayTouch();
}

constexpr std::size_t kBatch = 256;  // pairs that go through all filter stages before the next ones

class FilterStages {
public:
    FilterStages(const FilterQuery& query, std::vector<PairMask>& out) : q_(query), out_(out) {}

    void run(std::span<const FacePair> pairs) {
        for (std::size_t i = 0; i < pairs.size(); i += kBatch) {
            filterBatch(pairs.subspan(i, std::min(kBatch, pairs.size() - i)));
        }
    }

private:
    void filterBatch(std::span<const FacePair> pairs) {
        FacePair near[kBatch + kWidth];
        std::size_t count = 0;
        for (std::size_t i = 0; i < pairs.size(); i += kWidth) {
            const EightPackedFaces faces(q_, pairs.subspan(i));
            const std::uint32_t passing =
                q_.hasBacks ? nearAndOpposed<true>(q_, faces) : nearAndOpposed<false>(q_, faces);
            const std::uint32_t bits = passing & faces.inUse;
            // No branch, because which ones pass is unpredictable.
            for (std::size_t k = 0; k < kWidth; ++k) {
                near[count] = pairs[std::min(i + k, pairs.size() - 1)];
                count += bits >> k & 1;
            }
        }
        const auto firstNew = static_cast<std::ptrdiff_t>(out_.size());
        const std::span<const FacePair> left(near, count);
        for (std::size_t i = 0; i < count; i += kWidth) addMasks(left.subspan(i));
        if (!q_.testsEdges) return;
        for (std::size_t i = 0; i < queued_; i += kWidth) testEdges(i);
        queued_ = 0;
        const auto isEmpty = [](const PairMask& mask) { return !mask.hasAny(); };
        out_.erase(std::remove_if(out_.begin() + firstNew, out_.end(), isEmpty), out_.end());
    }

    void addMasks(std::span<const FacePair> pairs) {
        const EightPackedFaces faces(q_, pairs);
        EightMasks masks;
        q_.hasBacks ? classifyFaces<true>(q_, faces, masks) : classifyFaces<false>(q_, faces, masks);
        for (std::uint32_t left = masks.any(); left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const FacePair& pair = pairs[static_cast<std::size_t>(i)];
            if (q_.testsEdges && (masks.byEdges >> i & 1))
                queueEdges(sideOf(q_.a, pair.faceA).ownEdges(), sideOf(q_.b, pair.faceB).ownEdges());
            out_.push_back(masks.of(i));
            out_.back().faces = pair;
        }
    }

    /// Queues all pairs of these edges for the mask that is added next.
    void queueEdges(unsigned ofA, unsigned ofB) {
        const std::uint32_t first = kEdgePairs * static_cast<std::uint32_t>(out_.size());
        for (; ofA != 0; ofA &= ofA - 1) {
            for (unsigned left = ofB; left != 0; left &= left - 1) {
                const int bit = 3 * std::countr_zero(ofA) + std::countr_zero(left);
                edges_[queued_++] = first + static_cast<std::uint32_t>(bit);
            }
        }
    }

    /// Tests up to eight queued pairs of edges and adds those that may touch to their masks.
    void testEdges(std::size_t first) {
        EdgeRows ofA, ofB;
        const std::size_t count = std::min<std::size_t>(kWidth, queued_ - first);
        for (std::size_t i = 0; i < kWidth; ++i) {
            const std::uint32_t queued = edges_[first + std::min(i, count - 1)], bit = queued % kEdgePairs;
            const FacePair& faces = out_[queued / kEdgePairs].faces;
            setRows(q_.a, *q_.topologyOfA, faces.faceA, bit / 3, i, ofA);
            setRows(q_.b, *q_.topologyOfB, faces.faceB, bit % 3, i, ofB);
        }
        const std::uint32_t touching =
            q_.hasBacks ? touchingEdges<true>(q_, ofA, ofB) : touchingEdges<false>(q_, ofA, ofB);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t queued = edges_[first + i];
            EdgePairs& edges = out_[queued / kEdgePairs].edges;
            edges = static_cast<EdgePairs>(edges | (touching >> i & 1) << queued % kEdgePairs);
        }
    }

    /// Sets row i to an edge that the face owns.
    static void setRows(std::span<const PackedFace> fronts, const MeshTopology& topology, Index face,
                        unsigned side, std::size_t i, EdgeRows& rows) {
        alignas(16) static constexpr float kNoBound[4] = {};
        const auto normalOf = [&](const PackedFace& front) {
            return (front.marks() >> PackedFace::kSliver & 1) != 0 ? kNoBound : front.plane;
        };
        const PackedSide packed = sideOf(fronts, face);
        const auto front = static_cast<Index>(packed.isBack ? face - fronts.size() : face);
        const Index frontSide = packed.isBack ? 2 - side : side;
        const MeshTopology::Edge& edge = topology.edges[topology.faceEdges[front][frontSide]];
        const bool hasOther = edge.face1 != kNone && edge.isConsistent;
        rows.begin[i] = packed.corner(side);
        rows.end[i] = packed.corner((side + 1) % 3);
        rows.normal[i] = packed.has(PackedFace::kHasCone) ? normalOf(*packed.front) : kNoBound;
        rows.otherNormal[i] = hasOther ? normalOf(fronts[edge.face1]) : kNoBound;
        rows.backs.set(i, packed.isBack);
    }

    const FilterQuery& q_;
    std::vector<PairMask>& out_;
    static constexpr std::uint32_t kEdgePairs = 9;  // of two faces
    std::size_t queued_ = 0;  ///< pairs of edges: kEdgePairs times a mask's index, plus the bit of `edges`
    std::uint32_t edges_[kBatch * kEdgePairs];
};

void classify(const FilterQuery& query, std::span<const FacePair> pairs, std::vector<PairMask>& out) {
    FilterStages(query, out).run(pairs);
}

}  // namespace ricochet::pair_filter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet {
namespace {

constexpr Real kAnySine = std::numeric_limits<Real>::infinity();  // all normal cones oppose one another

pair_filter::FilterQuery filterQuery(const PairInput& input, const FeatureRange& range,
                                     std::span<const FacePair> pairs) {
    pair_filter::FilterQuery query{};
    const ContactSurface &a = *input.a.surface, &b = *input.b.surface;
    const Matrix3 toB = input.b.pose.rotation.inverse();
    const Matrix3 rotation = toB * input.a.pose.rotation;
    const Vec3 between = toB * (input.a.pose.translation - input.b.pose.translation);
    query.a = packedFaces(a, input.a.mesh(), pairs, &FacePair::faceA);
    query.b = packedFaces(b, input.b.mesh(), pairs, &FacePair::faceB);
    query.hasBacks = input.a.mesh().isTwoSided() || input.b.mesh().isTwoSided();
    query.topologyOfA = &*a.topology;
    query.topologyOfB = &*b.topology;
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) query.rotation[k][j] = static_cast<float>(rotation(k, j));
        query.translation[k] = static_cast<float>(between[k]);
    }
    const Real error = kTolerances.filterRounding * (a.radius + b.radius + between.norm());
    query.coneLevel = coneLevelFor(range.sine);
    query.sineOfNormal = sineOfNormal();
    query.sineBeyondArc = query.coneLevel == kAnyCone ? 0 : sineBeyondArc(query.coneLevel);
    query.error = static_cast<float>(error);
    query.crossing = static_cast<float>(range.crossing + error);
    query.above = static_cast<float>(range.above + error);
    query.below = static_cast<float>(range.below + error);
    query.extension = static_cast<float>(range.extension + error);
    query.queryDistance = static_cast<float>(range.queryDistance + error);
    query.findsVertexContacts = range.findsVertexContacts;
    return query;
}

}  // namespace
namespace pair_filter {

HWY_EXPORT(classify);

std::span<const PairMask> run(const FilterQuery& query, std::span<const FacePair> pairs) {
    thread_local std::vector<PairMask> out;  // reused, so that no memory is allocated
    out.clear();
    if (!pairs.empty()) HWY_DYNAMIC_DISPATCH(classify)(query, pairs, out);
    return out;
}

}  // namespace pair_filter

FeatureRange featureRange(const SpeculativeMargin& margin) {
    return {
        .above = margin.farthestGap(),
        .below = margin.featureDepth,
        // Wider than in the exact test: bodies may slide past an edge, or features may be deep inside.
        .extension = std::max(margin.extension + margin.approach, margin.extensionAt(-margin.featureDepth)),
        .queryDistance = margin.queryDistance,
        .sine = margin.isCompliant ? kAnySine : margin.landingTolerance,
        .findsVertexContacts = margin.restGap > 0};
}

std::span<const PairMask> filterPairs(const PairInput& input, const SpeculativeMargin& margin,
                                      std::span<const FacePair> pairs) {
    pair_filter::FilterQuery query = filterQuery(input, featureRange(margin), pairs);
    query.testsEdges = true;
    query.coneTolerance = static_cast<float>(margin.coneTolerance);
    query.linearSlop = static_cast<float>(margin.linearSlop);
    return pair_filter::run(query, pairs);
}

std::span<const PairMask> filterPairs(const PairInput& input, const FeatureRange& range,
                                      std::span<const FacePair> pairs) {
    return pair_filter::run(filterQuery(input, range, pairs), pairs);
}

}  // namespace ricochet
#endif
