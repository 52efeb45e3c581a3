// Paper, 3.3.4. Here all faces are first tested against the box of the regions, by the outcodes of their
// corners, and only the few that remain against each region.

#include "algorithms/face_octree/face_check_list.h"

#include "algorithms/face_octree/outcodes.h"
#include "algorithms/geometry/triangle_box.h"

#include <algorithm>
#include <span>

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

/// Writes every face that is not entirely beyond one side of the box to `list`, which has room for all;
/// returns how many. Without a branch, since the outcome is unpredictable.
std::size_t listFacesNear(const Mesh& mesh, std::span<const std::uint8_t> outcodes, std::span<Index> list) {
    const std::vector<Face>& fronts = mesh.faces();
    std::size_t count = 0;
    for (std::size_t f = 0; f < fronts.size(); ++f) {
        const auto& [u, v, w] = fronts[f];
        list[count] = static_cast<Index>(f);
        count += (outcodes[u] & outcodes[v] & outcodes[w]) == 0;
    }
    if (!mesh.isTwoSided()) return count;
    for (std::size_t i = 0; i < count; ++i) list[count + i] = list[i] + mesh.frontCount();
    return 2 * count;
}

/// For a moving body the bitwise AND of the outcodes at both ends of the step.
void findOutcodesOf(const PlacedBody& body, const Aabb& box, FaceCheckList& list) {
    list.outcodes.resize(body.vertices.size());
    findOutcodes(body.vertices, box, list.outcodes);
    if (!body.before) return;
    list.outcodesBefore.resize(body.verticesBefore.size());
    findOutcodes(body.verticesBefore, box, list.outcodesBefore);
    for (std::size_t i = 0; i < list.outcodes.size(); ++i) list.outcodes[i] &= list.outcodesBefore[i];
}

bool meetsRegion(const PlacedBody& body, Index face, const Aabb& box, bool exact) {
    return std::any_of(body.regions.begin(), body.regions.end(), [&](const Aabb& region) {
        return overlaps(box, region) &&
               (!exact || intersects(body.triangle(face), grownOutward(region, body.growth)));
    });
}

}  // namespace

std::span<const Index> facesNear(const PlacedBody& body, const Aabb& box, FaceCheckList& list) {
    const Mesh& mesh = body.placed->mesh();
    list.candidates.resize(std::max(list.candidates.size(), std::size_t{mesh.faceCount()}));
    findOutcodesOf(body, box, list);
    return std::span(list.candidates).first(listFacesNear(mesh, list.outcodes, list.candidates));
}

void listFacesInRegions(const PlacedBody& body, bool exact, FaceCheckList& list) {
    list.faces.clear();
    list.boxes.clear();
    if (body.regions.empty()) return;
    const Aabb around = grownOutward(boxAround(body.regions), body.growth);
    for (const Index face : facesNear(body, around, list)) {
        const Aabb box = body.boxOfFace(face);
        if (!meetsRegion(body, face, box, exact && !body.before)) continue;
        list.faces.push_back(face);
        list.boxes.push_back(box);
    }
}

}  // namespace ricochet
