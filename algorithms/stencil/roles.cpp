#include "algorithms/stencil/roles.h"

#include <algorithm>

namespace ricochet::stencil {

Roles firstRoles(const RoleCandidate& first, const RoleCandidate& second, const View& view) {
    if (first.isConvex != second.isConvex) return first.isConvex ? Roles::asGiven : Roles::swapped;
    if (!first.isConvex) {
        return first.mesh->faceCount() >= second.mesh->faceCount() ? Roles::asGiven : Roles::swapped;
    }
    const auto imageDepth = [&](const RoleCandidate& solid) {
        return view.axes.row(2).dot(transformPoint(solid.pose, solid.mesh->box().centre()));
    };
    return imageDepth(first) <= imageDepth(second) ? Roles::asGiven : Roles::swapped;
}

Roles rolesAfter(Roles roles, const PixelCounts& counts) {
    const auto of = [&](PixelCase kind) { return counts[static_cast<std::size_t>(kind)]; };
    // After one pass a single layer is a collision, two are undecided.
    const auto one = of(PixelCase::farEnd) + of(PixelCase::insideB) + of(PixelCase::collides);
    const auto two =
        of(PixelCase::insideA) + of(PixelCase::nearEnd) + of(PixelCase::before) + of(PixelCase::undecided);
    return two > one ? otherThan(roles) : roles;
}

// Two separate convex surfaces have no concave edge either, so the surface must also be connected.
bool isConvex(const Mesh& mesh, const MeshTopology& topology) {
    if (!topology.isClosed() || mesh.isTwoSided()) return false;
    const bool isBentIn = std::any_of(topology.edges.begin(), topology.edges.end(),
                                      [](const auto& edge) { return edge.dihedral == Dihedral::concave; });
    if (isBentIn || topology.edges.empty()) return false;
    std::vector<bool> isVisited(mesh.vertexCount());
    std::vector<Index> open = {topology.edges.front().vertex0};
    isVisited[open.front()] = true;
    Index visited = 1;
    while (!open.empty()) {
        const Index at = open.back();
        open.pop_back();
        for (const Index next : topology.ringOf(at)) {
            if (isVisited[next]) continue;
            isVisited[next] = true;
            ++visited;
            open.push_back(next);
        }
    }
    std::vector<bool> isUsed(mesh.vertexCount());
    for (const auto& edge : topology.edges) isUsed[edge.vertex0] = isUsed[edge.vertex1] = true;
    return visited == static_cast<Index>(std::count(isUsed.begin(), isUsed.end(), true));
}

}  // namespace ricochet::stencil
