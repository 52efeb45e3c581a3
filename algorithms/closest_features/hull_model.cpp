#include "algorithms/closest_features/hull_model.h"

#include "algorithms/geometry/relative_pose.h"

namespace ricochet::hull_then_faces {
namespace {

std::optional<Polytope> hullOf(const Mesh& mesh) {
    const Vec3 size = mesh.box().min.cwiseAbs().cwiseMax(mesh.box().max.cwiseAbs());
    if (!(size.maxCoeff() < kLargestFloatRadius)) return std::nullopt;
    auto hull = buildPolytope(mesh.vertices());
    if (!hull) return std::nullopt;
    return std::move(*hull);
}

bool areStillNear(const PlacedPolytope& a, const PlacedPolytope& b, Real queryDistance,
                  const HullMemory::Nearness& nearness) {
    const Real slack = queryDistance - nearness.distance;
    return slack > 0 && largestMotion(*a.polytope, nearness.poseA, a.pose) +
                                largestMotion(*b.polytope, nearness.poseB, b.pose) <
                            slack;
}

}  // namespace

HullModel::HullModel(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const CollisionModel> faces)
    : CollisionModel(std::move(mesh)), faces_(std::move(faces)), hull_(hullOf(this->mesh())) {}

const FeatureColours& HullModel::colours() const {
    std::call_once(areColoured_, [this] { colours_ = colourFeatures(*hull_, mesh()); });
    return colours_;
}

void HullMemory::begin(const CollisionModel& modelA, const CollisionModel& modelB) {
    if (a.isOf(modelA) && b.isOf(modelB)) return;
    a = AskedMesh(modelA);
    b = AskedMesh(modelB);
    features = {};
    proof.reset();
    nearness.reset();
    ofHulls.reset();
    ofRed.reset();
    lastPair.reset();
    faces.cache.reset();
}

bool areProvenApart(const PlacedPolytope& a, const PlacedPolytope& b, Real queryDistance,
                    HullMemory& memory) {
    // An old proof is often still valid: this needs only the two poses.
    if (memory.proof && memory.proof->gapAt(a, b) > queryDistance) return true;
    if (!memory.ofHulls.isOver()) return false;
    if (memory.nearness && areStillNear(a, b, queryDistance, *memory.nearness)) {
        memory.ofHulls.noteFailure();
        return false;
    }
    if (!isNearlyRotation(a.pose.rotation) || !isNearlyRotation(b.pose.rotation)) return false;

    const auto closest = findSeparation(*a.polytope, a.pose, *b.polytope, b.pose, memory.features);
    const Real distance = closest ? closest->distance : 0;
    if (distance > queryDistance) {
        memory.nearness.reset();
        memory.ofHulls.reset();
        memory.proof = proveSeparation(a, b, -closest->normal);
        return memory.proof->gap > queryDistance;
    }
    memory.proof.reset();
    memory.ofHulls.noteFailure();
    memory.nearness = HullMemory::Nearness{a.pose, b.pose, distance};
    return false;
}

}  // namespace ricochet::hull_then_faces
