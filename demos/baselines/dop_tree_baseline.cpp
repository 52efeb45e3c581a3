#include "algorithms/geometry/triangle_triangle.h"
#include "demos/baselines/baseline.h"
#include "demos/baselines/dop_tree.h"

#include <Eigen/LU>

namespace ricochet::baselines {
namespace {

/// Metres per metre: far above the rounding of a pose.
constexpr Real kPoseRounding = 1e-9;

class DopTreeBaseline final : public Baseline {
public:
    DopTreeBaseline(const SharedMesh& a, const SharedMesh& b)
        : meshA_(a), meshB_(b), treeA_(buildDopTree(*a)), treeB_(buildDopTree(*b)) {}

    void collide(const PosePair& poses) override {
        pairs_ = 0;
        ++counters_.calls;
        const Matrix3 inverse = poses.a.rotation.inverse();
        const Vec3 translation = inverse * (poses.b.translation - poses.a.translation);
        const DopAlignment alignment(inverse * poses.b.rotation, translation);
        const Dop& rootB = treeB_.nodes[0].dop;
        slack_ = kPoseRounding * (rootB.size() + treeA_.nodes[0].dop.size() + translation.norm());
        Search{*this, poses, alignment}.visit(0, 0, placed(alignment, rootB));
        counters_.facePairs += pairs_;
    }
    std::size_t pairCount() override { return pairs_; }
    std::optional<Counters> counters() const override { return counters_; }
    std::size_t bytes() const override { return treeA_.bytes() + treeB_.bytes(); }

private:
    /// B's node in A's frame.
    Dop placed(const DopAlignment& alignment, const Dop& dop) const {
        Dop result = alignment.aligned(dop);
        for (std::size_t k = 0; k < kDopDirections; ++k) {
            result.min[k] -= slack_;
            result.max[k] += slack_;
        }
        return result;
    }

    /// The simultaneous descent of a query: refines the larger node, and places a node of B once for all
    /// nodes of A below it.
    struct Search {
        DopTreeBaseline& baseline;
        const PosePair& poses;
        const DopAlignment& alignment;

        void visit(Index a, Index b, const Dop& placedB) {
            const DopTree::Node& nodeA = baseline.treeA_.nodes[a];
            const DopTree::Node& nodeB = baseline.treeB_.nodes[b];
            ++baseline.counters_.boxTests;
            if (!nodeA.dop.overlaps(placedB)) return;
            if (nodeA.isLeaf && nodeB.isLeaf) return test(nodeA.first, nodeB.first);
            if (nodeB.isLeaf || (!nodeA.isLeaf && nodeA.dop.size() > nodeB.dop.size())) {
                visit(nodeA.first, b, placedB);
                visit(nodeA.first + 1, b, placedB);
                return;
            }
            for (const Index child : {nodeB.first, nodeB.first + 1}) {
                visit(a, child, baseline.placed(alignment, baseline.treeB_.nodes[child].dop));
            }
        }

        void test(Index faceA, Index faceB) {
            ++baseline.counters_.triangleTests;
            baseline.pairs_ += intersects(transformTriangle(poses.a, baseline.meshA_->triangle(faceA)),
                                          transformTriangle(poses.b, baseline.meshB_->triangle(faceB)));
        }
    };

    SharedMesh meshA_, meshB_;
    DopTree treeA_, treeB_;
    Real slack_ = 0;  ///< along the directions
    std::size_t pairs_ = 0;
    Counters counters_;
};

}  // namespace

std::unique_ptr<Baseline> makeDopTree(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<DopTreeBaseline>(a, b);
}

}  // namespace ricochet::baselines
