#include "algorithms/soft_contacts/soft_surface.h"

#include "algorithms/geometry/aabb.h"

#include <algorithm>
#include <numeric>

namespace ricochet::soft_contacts {
namespace {

constexpr std::size_t kNodesOfAPart = 32;

/// Splits at the median of the longest side, until the parts are small. Ends: where each part ends in
/// `nodes`.
void split(std::span<const Vec3> positions, std::span<Index> nodes, std::size_t begin,
           std::vector<std::size_t>& ends) {
    if (nodes.size() <= kNodesOfAPart) {
        if (!nodes.empty()) ends.push_back(begin + nodes.size());
        return;
    }
    Aabb box;
    for (const Index node : nodes) box.include(positions[node]);
    Eigen::Index axis = 0;
    box.size().maxCoeff(&axis);
    const auto middle = nodes.size() / 2;
    std::ranges::nth_element(nodes, nodes.begin() + static_cast<std::ptrdiff_t>(middle),
                             [&](Index a, Index b) {
                                 const Real x = positions[a][axis], y = positions[b][axis];
                                 return x < y || (x == y && a < b);
                             });
    split(positions, nodes.first(middle), begin, ends);
    split(positions, nodes.subspan(middle), begin + middle, ends);
}

}  // namespace

std::vector<SoftPart> divide(const SoftTopology& topology, std::span<const Vec3> positions) {
    std::vector<Index> nodes(topology.nodes);
    std::iota(nodes.begin(), nodes.end(), Index{0});
    std::vector<std::size_t> ends;
    split(positions, nodes, 0, ends);
    std::vector<SoftPart> parts(ends.size());
    std::vector<std::size_t> partOfNode(topology.nodes);
    std::size_t next = 0;
    for (std::size_t part = 0; part < ends.size(); ++part) {
        for (; next < ends[part]; ++next) {
            parts[part].nodes.push_back(nodes[next]);
            partOfNode[nodes[next]] = part;
        }
        std::ranges::sort(parts[part].nodes);
    }
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
        parts[partOfNode[topology.edges[e][0]]].edges.push_back(static_cast<Index>(e));
    for (std::size_t f = 0; f < topology.faces.size(); ++f)
        parts[partOfNode[topology.faces[f][0]]].faces.push_back(static_cast<Index>(f));
    return parts;
}

}  // namespace ricochet::soft_contacts
