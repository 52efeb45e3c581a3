// Paper, 3.3.4. Here all faces are held against the box of the regions first, by the outcodes of their
// corners, and only the few that remain against each region.

#include "algorithms/face_octree/face_check_list.h"

#include "algorithms/face_octree/outcodes.h"
#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/triangle_box.h"

#include <algorithm>

namespace ricochet {
namespace {

Aabb boxAround(std::span<const Aabb> boxes) {
    Aabb around;
    for (const Aabb& box : boxes) {
        around.include(box.min);
        around.include(box.max);
    }
    return around;
}

/// Every face that no side of the box has wholly beyond it.
void listFacesNear(std::span<const Face> faces, std::span<const std::uint8_t> outcodes,
                   std::vector<Index>& list) {
    list.resize(faces.size());
    Index* end = list.data();
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto& [u, v, w] = faces[f];
        *end = static_cast<Index>(f);
        end += (outcodes[u] & outcodes[v] & outcodes[w]) == 0;
    }
    list.resize(static_cast<std::size_t>(end - list.data()));
}

bool meetsRegion(const PlacedBody& body, Index face, const Aabb& box, Real by, bool exact) {
    return std::any_of(body.regions.begin(), body.regions.end(), [&](const Aabb& region) {
        return overlaps(box, region) && (!exact || intersects(body.triangle(face), grownOutward(region, by)));
    });
}

}  // namespace

void listFacesInRegions(const PlacedBody& body, Real by, bool exact, FaceCheckList& list) {
    list.faces.clear();
    list.boxes.clear();
    if (body.regions.empty()) return;
    list.outcodes.resize(body.vertices.size());
    findOutcodes(body.vertices, grownOutward(boxAround(body.regions), by), list.outcodes);
    listFacesNear(body.placed->mesh().faces(), list.outcodes, list.faces);

    std::size_t kept = 0;
    for (const Index face : list.faces) {
        const Aabb box = grownOutward(boxOf(body.triangle(face)), by);
        if (!meetsRegion(body, face, box, by, exact)) continue;
        list.faces[kept++] = face;
        list.boxes.push_back(box);
    }
    list.faces.resize(kept);
}

}  // namespace ricochet
