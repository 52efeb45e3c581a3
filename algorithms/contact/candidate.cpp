#include "algorithms/contact/candidate.h"

namespace ricochet {

ContactPoint contactPoint(const Candidate& candidate, const PairInput& input) {
    const auto local = [](const Pose& pose, const Vec3& point) {
        return Vec3(pose.rotation.transpose() * (point - pose.translation));
    };
    ContactPoint point;
    point.onA = candidate.onA;
    point.onB = candidate.onB;
    point.normal = candidate.normal;
    point.distance = candidate.gap - input.step.restGap;
    point.faceA = candidate.faceA;
    point.faceB = candidate.faceB;
    point.key = candidate.key;
    point.localOnA = local(input.a.pose, candidate.onA);
    point.localOnB = local(input.b.pose, candidate.onB);
    point.normalOwner = normalOwner(featurePair(candidate.key));
    point.alongA = candidate.alongA;
    point.alongB = candidate.alongB;
    return point;
}

NormalOwner normalOwner(FeaturePair features) {
    switch (features) {
        case FeaturePair::faceVertex:
            return NormalOwner::a;
        case FeaturePair::edgeEdge:
        case FeaturePair::parallelEdges:
            return NormalOwner::both;
        case FeaturePair::vertexEdge:
        case FeaturePair::edgeVertex:
        case FeaturePair::vertexVertex:
            return NormalOwner::points;
        case FeaturePair::vertexFace:
        case FeaturePair::bodies:
            break;
    }
    return NormalOwner::b;
}

}  // namespace ricochet
