// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Section 3.3.3. Here a first pass compares bounds
// of the placed boxes of the meshes, so that vertices are placed only for bodies that are near another one.

#include "algorithms/geometry/overlap_regions.h"

namespace ricochet {
namespace {

void intersectBoxes(std::vector<PlacedBody>& bodies) {
    for (PlacedBody& body : bodies) body.regions.clear();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const Aabb region = intersection(bodies[i].box, bodies[j].box);
            if (region.isEmpty()) continue;
            bodies[i].regions.push_back(region);
            bodies[j].regions.push_back(region);
        }
    }
}

Aabb around(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }

Aabb quickBox(const Placed& at) { return placedBox(at.pose, at.mesh().box()); }

Aabb placeAll(const Placed& at, PointList& vertices) {
    return placeVertices(at.pose, at.mesh().vertices(), vertices);
}

void set(PlacedBody& body, const Placed& placed, const Placed* before, Real growth) {
    body.placed = &placed;
    body.before = before;
    body.growth = growth;
    body.box = before ? around(quickBox(placed), quickBox(*before)) : quickBox(placed);
    body.box = grownOutward(body.box, growth);
}

}  // namespace

MovingBody movingBody(const Model& model, const RigidMotion& motion) {
    return {{&model, motion.poseAt0},
            {&model, poseAt(motion, 1)},
            chordDeviation(turnRadius(motion, model.mesh().box()), motion.angle)};
}

void placeBodies(std::span<const Placed> placed, Real by, std::vector<PlacedBody>& bodies) {
    bodies.resize(placed.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) set(bodies[i], placed[i], nullptr, by);
}

void placeBodies(std::span<const MovingBody> moving, std::vector<PlacedBody>& bodies) {
    bodies.resize(moving.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        set(bodies[i], moving[i].at1, &moving[i].at0, moving[i].deviation);
    }
}

void findOverlapRegions(const Executor& executor, std::vector<PlacedBody>& bodies) {
    intersectBoxes(bodies);
    executor.run(static_cast<Index>(bodies.size()), [&](Index i) {
        PlacedBody& body = bodies[i];
        if (body.regions.empty()) return;
        body.box = placeAll(*body.placed, body.vertices);
        if (body.before) body.box = around(body.box, placeAll(*body.before, body.verticesBefore));
        body.box = grownOutward(body.box, body.growth);
    });
    intersectBoxes(bodies);
}

}  // namespace ricochet
