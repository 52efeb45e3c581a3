#include "algorithms/soft_contacts/soft_surface.h"

#include "algorithms/geometry/aabb.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

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

/// Each node and each edge belongs to the first element that has it.
void findOwners(Index nodes, SoftElements& elements) {
    std::vector<char> isOwned(nodes, 0);
    std::vector<std::tuple<Index, Index, Index, Index>> edges;  // nodes, element, corner
    const Index edgesOfEach = elements.areFaces ? 3 : 1;
    elements.owned.assign(elements.size(), 0);
    for (Index element = 0; element < elements.size(); ++element) {
        const Face& corners = elements.corners[element];
        for (Index k = 0; k < 3; ++k) {
            if (!isOwned[corners[k]]) elements.owned[element] |= static_cast<std::uint8_t>(1u << k);
            isOwned[corners[k]] = 1;
            if (k >= edgesOfEach) continue;
            const auto [first, last] = std::minmax(corners[k], corners[(k + 1) % 3]);
            edges.emplace_back(first, last, element, k);
        }
    }
    std::ranges::sort(edges);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto& [first, last, element, corner] = edges[i];
        const bool isFirst =
            i == 0 || std::get<0>(edges[i - 1]) != first || std::get<1>(edges[i - 1]) != last;
        if (isFirst) elements.owned[element] |= static_cast<std::uint8_t>(8u << corner);
    }
}

/// Half of a triangle's smallest altitude, or of an edge's length.
Real halfAltitude(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Real longest2 = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    if (!(longest2 > 0)) return 0;
    const Real doubleArea = (b - a).cross(c - a).norm();
    return 0.5 * (b == c ? std::sqrt(longest2) : doubleArea / std::sqrt(longest2));
}

}  // namespace

SoftElements elementsOf(const SoftTopology& topology, std::span<const SoftPart> parts,
                        std::span<const Vec3> positions) {
    SoftElements elements;
    elements.areFaces = !topology.faces.empty();
    for (Index part = 0; part < parts.size(); ++part) {
        for (const Index face : parts[part].faces) elements.corners.push_back(topology.faces[face]);
        for (const Index edge : parts[part].edges) {
            const auto [first, last] = topology.edges[edge];
            if (!elements.areFaces) elements.corners.push_back({first, last, last});
        }
        elements.parts.resize(elements.corners.size(), part);
    }
    findOwners(topology.nodes, elements);
    elements.spacing.assign(topology.nodes, std::numeric_limits<Real>::infinity());
    for (const auto& [a, b, c] : elements.corners) {
        const Real altitude = halfAltitude(positions[a], positions[b], positions[c]);
        elements.largestSpacing = std::max(elements.largestSpacing, altitude);
        for (const Index node : {a, b, c})
            elements.spacing[node] = std::min(elements.spacing[node], altitude);
    }
    return elements;
}

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
