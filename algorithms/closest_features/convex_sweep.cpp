// Mirtich. Impulse-based Dynamic Simulation of Rigid Body Systems. 1996: conservative advancement.
#include "algorithms/closest_features/convex_sweep.h"

namespace ricochet {
namespace {

constexpr int kMostMoves = 1000;  // beyond, the bodies count as touching at that time: early, never late

/// Metres: greatest distance of the polytope's points from its rotation axis.
Real turnRadius(const MovingPolytope& moving) {
    const Polytope& polytope = *moving.polytope;
    const Vec3 from = transformPoint(moving.motion.poseAt0, polytope.centre) - moving.motion.centre;
    return moving.motion.axis.cross(from).norm() + polytope.radius;
}

SweptContact contactAt(Real time, const ClosestFeatures& found, bool isCrossing) {
    SweptContact contact;
    contact.time = time;
    contact.faces = {0, 0};
    contact.onA = found.onA;
    contact.onB = found.onB;
    contact.normal = isCrossing ? Vec3(Vec3::Zero()) : found.normal;
    contact.featureA = found.features[0].index;
    contact.featureB = found.features[1].index;
    const bool isVertexA = found.features[0].kind == PolytopePart::vertex;
    const bool isVertexB = found.features[1].kind == PolytopePart::vertex;
    contact.features = isVertexA   ? TouchingFeatures::vertexFace
                       : isVertexB ? TouchingFeatures::faceVertex
                                   : TouchingFeatures::edgeEdge;
    return contact;
}

}  // namespace

std::optional<SweptContact> firstContact(const MovingPolytope& a, const MovingPolytope& b,
                                         const SweptSettings& settings, FeatureMemory& memory) {
    const Vec3 translation = b.motion.translation - a.motion.translation;
    const Real turning = a.motion.angle * turnRadius(a) + b.motion.angle * turnRadius(b);
    Real time = 0;
    for (int i = 0; i < kMostMoves; ++i) {
        const ClosestFeatures found = findClosestFeatures(*a.polytope, poseAt(a.motion, time), *b.polytope,
                                                          poseAt(b.motion, time), memory);
        const Real gap = found.distance - settings.gap;
        if (gap <= 0) return contactAt(time, found, time == 0);
        // upper bound of B's approach along the normal per unit of time
        const Real approach = found.normal.dot(translation) + turning;
        if (!(approach > 0) || gap > (settings.end - time) * approach) return std::nullopt;
        const Real step = gap / approach;
        if (step <= settings.resolution) return contactAt(time, found, false);
        time += step;
    }
    return contactAt(
        time,
        findClosestFeatures(*a.polytope, poseAt(a.motion, time), *b.polytope, poseAt(b.motion, time), memory),
        false);
}

}  // namespace ricochet
