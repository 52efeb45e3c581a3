#include "algorithms/geometry/triangle_triangle.h"
#include "demos/peers/dop_tree.h"
#include "demos/peers/peer.h"

#include <Eigen/LU>

namespace ricochet::peers {
namespace {

/// Metres per metre: far above the rounding of a pose.
constexpr Real kPoseRounding = 1e-9;

class DopTreePeer final : public Peer {
public:
    DopTreePeer(const SharedMesh& a, const SharedMesh& b)
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
        DopTreePeer& peer;
        const PosePair& poses;
        const DopAlignment& alignment;

        void visit(Index a, Index b, const Dop& placedB) {
            const DopTree::Node& nodeA = peer.treeA_.nodes[a];
            const DopTree::Node& nodeB = peer.treeB_.nodes[b];
            ++peer.counters_.boxTests;
            if (!nodeA.dop.overlaps(placedB)) return;
            if (nodeA.isLeaf && nodeB.isLeaf) return test(nodeA.first, nodeB.first);
            if (nodeB.isLeaf || (!nodeA.isLeaf && nodeA.dop.size() > nodeB.dop.size())) {
                visit(nodeA.first, b, placedB);
                visit(nodeA.first + 1, b, placedB);
                return;
            }
            for (const Index child : {nodeB.first, nodeB.first + 1}) {
                visit(a, child, peer.placed(alignment, peer.treeB_.nodes[child].dop));
            }
        }

        void test(Index faceA, Index faceB) {
            ++peer.counters_.triangleTests;
            peer.pairs_ += intersects(place(poses.a, peer.meshA_->triangle(faceA)),
                                      place(poses.b, peer.meshB_->triangle(faceB)));
        }
    };

    SharedMesh meshA_, meshB_;
    DopTree treeA_, treeB_;
    Real slack_ = 0;  ///< along the directions
    std::size_t pairs_ = 0;
    Counters counters_;
};

}  // namespace

std::unique_ptr<Peer> makeDopTree(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<DopTreePeer>(a, b);
}

}  // namespace ricochet::peers
