#include "algorithms/geometry/boundary_loops.h"

#include "algorithms/geometry/mesh_topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace ricochet {
namespace {

/// Vector area of a hole over the area of the mesh; below it the hole is a crack. Float32 coordinates leave
/// 1e-7.
constexpr Real kCrackArea = 1e-6;

/// How often faces run an edge from its lower vertex to its higher one, less how often the other way.
using EdgeBalance = std::map<std::pair<Index, Index>, int>;

EdgeBalance balanceOf(const Mesh& mesh, const std::vector<Index>& weld) {
    EdgeBalance balance;
    for (const Face& face : mesh.faces()) {
        for (int k = 0; k < 3; ++k) {
            const Index from = weld[face[k]];
            const Index to = weld[face[(k + 1) % 3]];
            if (from != to) balance[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    std::erase_if(balance, [](const auto& entry) { return entry.second == 0; });
    return balance;
}

/// What the faces enclose; negative where they look inwards.
Real volumeOf(const Mesh& mesh) {
    const Vec3 origin = mesh.box().centre();
    Real volume = 0;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const auto [a, b, c] = mesh.triangle(face);
        volume += (a - origin).dot((b - origin).cross(c - origin)) / 6;
    }
    return volume;
}

/// Disjoint sets of vertices that border edges join.
class Components {
public:
    explicit Components(Index count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), Index{0}); }
    Index rootOf(Index vertex) {
        while (parent_[vertex] != vertex) vertex = parent_[vertex] = parent_[parent_[vertex]];
        return vertex;
    }
    void join(Index a, Index b) { parent_[rootOf(a)] = rootOf(b); }

private:
    std::vector<Index> parent_;
};

}  // namespace

std::vector<Vec3> boundaryVectorAreas(const Mesh& mesh) {
    const EdgeBalance balance = balanceOf(mesh, buildTopology(mesh).weld);
    Components components(mesh.vertexCount());
    for (const auto& [edge, count] : balance) components.join(edge.first, edge.second);

    // A cap runs the border the other way round. Measured from a vertex of its own, each is accurate.
    std::map<Index, Vec3> areas;
    for (const auto& [edge, count] : balance) {
        const Index root = components.rootOf(edge.first);
        const Vec3& origin = mesh.vertices()[root];
        Vec3& area = areas.try_emplace(root, Vec3::Zero()).first->second;
        area -=
            0.5 * count * (mesh.vertices()[edge.first] - origin).cross(mesh.vertices()[edge.second] - origin);
    }
    std::vector<Vec3> result;
    for (const auto& [root, area] : areas) result.push_back(area);
    return result;
}

Real areaOf(const Mesh& mesh) {
    Real area = 0;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const auto [a, b, c] = mesh.triangle(face);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

bool isClosedButForCracks(const Mesh& mesh) {
    const std::vector<Vec3> holes = boundaryVectorAreas(mesh);
    const Real most = kCrackArea * areaOf(mesh);
    return std::ranges::all_of(holes, [most](const Vec3& hole) { return hole.norm() <= most; });
}

bool hasInside(const Mesh& mesh) { return volumeOf(mesh) > 0 && isClosedButForCracks(mesh); }

}  // namespace ricochet
