#include "algorithms/spherical_field/determination.h"

namespace ricochet::spherical_field {
namespace {

/// Clusters of a leaf that may overlap the other leaf, grouped by layer: each layer begins at an entry of
/// `begins`.
struct NearLayers {
    std::vector<const Cluster*> clusters;
    std::vector<std::size_t> begins;

    template <class IsNear>
    NearLayers(std::span<const Cluster> all, Work& work, IsNear&& isNear) {
        bool isNewLayer = true;
        for (const Cluster& cluster : all) {
            isNewLayer = isNewLayer || cluster.startsLayer;
            ++work.boxTests;
            if (!isNear(cluster)) continue;
            if (isNewLayer) begins.push_back(clusters.size());
            isNewLayer = false;
            clusters.push_back(&cluster);
        }
        begins.push_back(clusters.size());
    }

    std::size_t count() const { return begins.size() - 1; }
    std::span<const Cluster* const> layer(std::size_t i) const {
        return {&clusters[begins[i]], begins[i + 1] - begins[i]};
    }
};

/// Reports one pair for every two layers that have clusters whose boxes are not proven apart.
void reportLayers(const Query& query, const FloatBoxes& boxes, Index leafA, Index leafB, Work& work) {
    const LeafFrame frame(query.fieldA.cells[leafA], query.fieldB.cells[leafB], boxes);
    const NearLayers a(clustersOf(query.fieldA, leafA), work,
                       [&](const Cluster& cluster) { return frame.mayOverlapLeafB(cluster); });
    if (a.clusters.empty()) return;
    const NearLayers b(clustersOf(query.fieldB, leafB), work,
                       [&](const Cluster& cluster) { return frame.mayOverlapLeafA(cluster); });
    const auto reportOne = [&](std::span<const Cluster* const> layerA,
                               std::span<const Cluster* const> layerB) {
        for (const Cluster* first : layerA) {
            for (const Cluster* second : layerB) {
                ++work.boxTests;
                if (!frame.mayOverlap(*first, *second)) continue;
                work.found.push_back(
                    {query.fieldA.faces[first->listed[0]].face, query.fieldB.faces[second->listed[0]].face});
                return;
            }
        }
    };
    for (std::size_t i = 0; i < a.count(); ++i) {
        for (std::size_t j = 0; j < b.count(); ++j) reportOne(a.layer(i), b.layer(j));
    }
}

void report(const Query& query, Determination mode, Traversal& traversal, Index leafA, Index leafB,
            Work& work) {
    switch (mode) {
        case Determination::single: {
            const Cluster& a = query.fieldA.clusters[query.fieldA.cells[leafA].firstCluster()];
            const Cluster& b = query.fieldB.clusters[query.fieldB.cells[leafB].firstCluster()];
            work.found.push_back(
                {query.fieldA.faces[a.listed[0]].face, query.fieldB.faces[b.listed[0]].face});
            return;
        }
        case Determination::singleLayer:
            return reportLayers(query, traversal.boxes(), leafA, leafB, work);
        case Determination::all:
            traversal.testFaces(leafA, leafB, [] { return false; });
            return;
    }
}

}  // namespace

void determine(const Query& query, Determination mode, Work& work) {
    work.clear();
    Traversal traversal(query, work);
    traversal.begin();
    while (!work.open.empty()) {
        traversal.step([&](Index a, Index b) { report(query, mode, traversal, a, b, work); });
    }
}

void determineByShells(const Query& query, Determination mode, ShellTest test, Work& work) {
    work.clear();
    Traversal traversal(query, work);
    const ShellPairs shells = findShellPairs(query, test);
    work.boxTests += shells.tests;
    for (const CellPair& pair : shells.pairs) report(query, mode, traversal, pair.a, pair.b, work);
}

}  // namespace ricochet::spherical_field
