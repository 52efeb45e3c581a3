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

/// One query on two fields.
class Descent {
public:
    Descent(const Query& query, const Determining& how, bool onlyFirst, Work& work)
        : query_(query), how_(how), onlyFirst_(onlyFirst), work_(work), traversal_(query, work) {}

    void run() {
        work_.clear();
        if (how_.test == ShellTest::box && how_.order == ShellOrder::depthFirst) return descendBoxes();
        const ShellPairs shells = findShellPairs(query_, how_.test, how_.order);
        work_.boxTests += shells.tests;
        for (const CellPair& pair : shells.pairs) {
            if (mayStop()) return;
            report(pair.a, pair.b);
        }
    }

private:
    bool mayStop() const { return onlyFirst_ && !work_.found.empty(); }
    bool isTested() const { return how_.pairs == ReportedPairs::tested; }

    void descendBoxes() {
        traversal_.begin();
        while (!work_.open.empty() && !mayStop()) {
            traversal_.step([&](Index a, Index b) { report(a, b); });
        }
    }

    /// What the mode reports for two leaf shells, or all that intersect in what it reports.
    void report(Index leafA, Index leafB) {
        if (how_.mode == Determination::singleLayer) return reportLayers(leafA, leafB);
        if (how_.mode == Determination::single && !isTested()) return reportOne(leafA, leafB);
        traversal_.testFaces(leafA, leafB, [this] { return mayStop(); });
    }

    void reportOne(Index leafA, Index leafB) {
        const Cluster& a = query_.fieldA.clusters[query_.fieldA.cells[leafA].firstCluster()];
        const Cluster& b = query_.fieldB.clusters[query_.fieldB.cells[leafB].firstCluster()];
        add(a, b);
    }

    void add(const Cluster& a, const Cluster& b) {
        work_.found.push_back({query_.fieldA.faces[a.listed[0]].face, query_.fieldB.faces[b.listed[0]].face});
    }

    /// Every two layers that have clusters whose boxes are not proven apart.
    void reportLayers(Index leafA, Index leafB) {
        const LeafFrame frame(query_.fieldA.cells[leafA], query_.fieldB.cells[leafB], traversal_.boxes());
        const NearLayers a(leafClusters(query_.fieldA, leafA), work_,
                           [&](const Cluster& cluster) { return frame.mayOverlapLeafB(cluster); });
        if (a.clusters.empty()) return;
        const NearLayers b(leafClusters(query_.fieldB, leafB), work_,
                           [&](const Cluster& cluster) { return frame.mayOverlapLeafA(cluster); });
        for (std::size_t i = 0; i < a.count(); ++i) {
            for (std::size_t j = 0; j < b.count(); ++j) reportLayers(frame, a.layer(i), b.layer(j));
        }
    }

    void reportLayers(const LeafFrame& frame, std::span<const Cluster* const> layerA,
                      std::span<const Cluster* const> layerB) {
        for (const Cluster* first : layerA) {
            for (const Cluster* second : layerB) {
                ++work_.boxTests;
                if (!frame.mayOverlap(*first, *second)) continue;
                if (!isTested()) return add(*first, *second);
                traversal_.testClusters(frame, *first, *second);
                if (mayStop()) return;
            }
        }
    }

    const Query& query_;
    const Determining how_;
    const bool onlyFirst_;
    Work& work_;
    Traversal traversal_;
};

}  // namespace

void findPairs(const Query& query, const Determining& how, bool onlyFirst, Work& work) {
    Descent(query, how, onlyFirst, work).run();
}

}  // namespace ricochet::spherical_field
