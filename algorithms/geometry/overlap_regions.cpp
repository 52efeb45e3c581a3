// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Section 3.3.3. Here a first pass compares bounds
// of the placed boxes of the meshes, so that vertices are placed only for bodies that are near another one.

#include "algorithms/geometry/overlap_regions.h"

namespace ricochet {
namespace {

void addRegion(PlacedBody& a, PlacedBody& b) {
    const Aabb region = intersection(a.box, b.box);
    if (region.isEmpty()) return;
    a.regions.push_back(region);
    b.regions.push_back(region);
}

void intersectAll(std::vector<PlacedBody>& bodies) {
    for (PlacedBody& body : bodies) body.regions.clear();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) addRegion(bodies[i], bodies[j]);
    }
}

void intersectPairs(std::span<const PairOfBodies> pairs, std::vector<PlacedBody>& bodies) {
    for (PlacedBody& body : bodies) body.regions.clear();
    for (const auto& [a, b] : pairs) addRegion(bodies[a], bodies[b]);
}

Aabb around(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }

Aabb quickBox(const MeshInstance& at) { return placedBox(at.pose, at.mesh().box()); }

Aabb placeAll(const MeshInstance& at, PointList& vertices) {
    return placeVertices(at.pose, at.mesh().vertices(), vertices);
}

/// Replaces the quick box by that of the vertices.
void placeIfInRegions(PlacedBody& body) {
    if (body.regions.empty()) return;
    body.box = placeAll(*body.placed, body.vertices);
    if (body.before) body.box = around(body.box, placeAll(*body.before, body.verticesBefore));
    body.box = grownOutward(body.box, body.growth);
}

void set(PlacedBody& body, const MeshInstance& placed, const MeshInstance* before, Real growth) {
    body.placed = &placed;
    body.before = before;
    body.growth = growth;
    body.box = before ? around(quickBox(placed), quickBox(*before)) : quickBox(placed);
    body.box = grownOutward(body.box, growth);
}

}  // namespace

MovingBody movingBody(const CollisionModel& model, const RigidMotion& motion) {
    return {{&model, motion.poseAt0},
            {&model, poseAt(motion, 1)},
            chordDeviation(turnRadius(motion, model.mesh().box()), motion.angle)};
}

void placeBodies(std::span<const MeshInstance> placed, Real by, std::vector<PlacedBody>& bodies) {
    bodies.resize(placed.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) set(bodies[i], placed[i], nullptr, by);
}

void placeBodies(std::span<const MeshInstance> placed, std::span<const Real> by,
                 std::vector<PlacedBody>& bodies) {
    bodies.resize(placed.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) set(bodies[i], placed[i], nullptr, by[i]);
}

void placeBodies(std::span<const MovingBody> moving, std::vector<PlacedBody>& bodies) {
    bodies.resize(moving.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        set(bodies[i], moving[i].at1, &moving[i].at0, moving[i].deviation);
    }
}

void findOverlapRegions(const Executor& executor, std::vector<PlacedBody>& bodies) {
    intersectAll(bodies);
    executor.run(static_cast<Index>(bodies.size()), [&](Index i) { placeIfInRegions(bodies[i]); });
    intersectAll(bodies);
}

void findOverlapRegions(const Executor& executor, std::span<const PairOfBodies> pairs,
                        std::vector<PlacedBody>& bodies) {
    intersectPairs(pairs, bodies);
    executor.run(static_cast<Index>(bodies.size()), [&](Index i) { placeIfInRegions(bodies[i]); });
    intersectPairs(pairs, bodies);
}

void skipOverlapRegions(const Executor& executor, std::vector<PlacedBody>& bodies) {
    executor.run(static_cast<Index>(bodies.size()), [&](Index i) {
        bodies[i].regions = {bodies[i].box};
        placeIfInRegions(bodies[i]);
        bodies[i].regions = {bodies[i].box};
    });
}

}  // namespace ricochet
