#pragma once

#include "algorithms/soft_contacts/feature_pairs.h"

#include <functional>
#include <random>

namespace ricochet::soft_contacts {

/// A square of `cells` by `cells` cells, two faces each, with nodes at `placeAt(u, v)` for u and v from 0
/// to 1.
struct Cloth {
    Cloth(Index cells, const std::function<Vec3(Real, Real)>& placeAt) {
        const Index row = cells + 1;
        topology.nodes = row * row;
        for (Index i = 0; i < row; ++i) {
            for (Index k = 0; k < row; ++k) {
                from.push_back(placeAt(Real(i) / cells, Real(k) / cells));
                if (i == cells || k == cells) continue;
                const Index at = i * row + k;
                topology.faces.push_back({at, at + 1, at + row});
                topology.faces.push_back({at + row, at + 1, at + row + 1});
                topology.edges.insert(topology.edges.end(),
                                      {{at, at + 1}, {at, at + row}, {at + 1, at + row}});
                if (k + 1 == cells) topology.edges.push_back({at + 1, at + row + 1});
                if (i + 1 == cells) topology.edges.push_back({at + row, at + row + 1});
            }
        }
        to = from;
        parts = divide(topology, from);
        elements = elementsOf(topology, parts, from);
    }

    void moveBy(std::mt19937& random, Real motion, const Vec3& velocity = Vec3::Zero()) {
        std::uniform_real_distribution<Real> step(-motion, motion);
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = from[i] + velocity + Vec3(step(random), step(random), step(random));
    }
    SoftBodyStep step() const { return {elements, from, to}; }

    SoftTopology topology;
    std::vector<Vec3> from, to;
    std::vector<SoftPart> parts;
    SoftElements elements;
};

/// Crumpled, about a metre wide, at `height`.
inline Cloth crumpledCloth(std::mt19937& random, Index cells, Real height) {
    std::uniform_real_distribution<Real> phase(0, 6);
    const Real p = phase(random), q = phase(random), r = phase(random);
    return Cloth(cells, [=](Real u, Real v) {
        return Vec3(u + 0.1 * std::sin(9 * v + p), v + 0.1 * std::sin(8 * u + q),
                    height + 0.15 * std::sin(7 * u + r) * std::cos(6 * v + p));
    });
}

/// Two layers, `gap` apart, joined along an edge.
inline Cloth foldedCloth(Index cells, Real gap) {
    return Cloth(cells, [=](Real u, Real v) {
        const Real radius = gap / 2, arc = 3.14159265358979 * radius, flat = (1 - arc) / 2;
        if (u < flat) return Vec3(u, v, 0);
        if (u > flat + arc) return Vec3(1 - arc - u, v, gap);
        const Real angle = (u - flat) / radius;
        return Vec3(flat + radius * std::sin(angle), v, radius - radius * std::cos(angle));
    });
}

}  // namespace ricochet::soft_contacts
