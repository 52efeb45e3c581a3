// Paper, 3.3.3. Here a first round over boxes that hold the placed boxes of the meshes spares all work on the
// vertices of bodies that are nowhere near another one.

#include "algorithms/face_octree/overlap_regions.h"

#include "algorithms/geometry/box_list.h"

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

}  // namespace

void findOverlapRegions(std::span<const Placed> placed, Real by, const Executor& executor,
                        std::vector<PlacedBody>& bodies) {
    bodies.resize(placed.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].placed = &placed[i];
        bodies[i].box = grownOutward(placedBox(placed[i].pose, placed[i].mesh().box()), by);
    }
    intersectBoxes(bodies);

    executor.run(static_cast<Index>(bodies.size()), [&](Index i) {
        PlacedBody& body = bodies[i];
        if (body.regions.empty()) return;
        const Placed& at = *body.placed;
        body.box = grownOutward(placeVertices(at.pose, at.mesh().vertices(), body.vertices), by);
    });
    intersectBoxes(bodies);
}

}  // namespace ricochet
