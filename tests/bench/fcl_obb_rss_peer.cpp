#include "tests/bench/peer.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>

#include <limits>

namespace ricochet::bench {
namespace {

using Tree = fcl::BVHModel<fcl::OBBRSS<double>>;

std::unique_ptr<Tree> treeOf(const Mesh& mesh) {
    auto tree = std::make_unique<Tree>();
    tree->beginModel(static_cast<int>(mesh.faceCount()), static_cast<int>(mesh.vertexCount()));
    std::vector<fcl::Triangle> faces;
    for (const auto& [u, v, w] : mesh.faces()) faces.emplace_back(u, v, w);
    tree->addSubModel(mesh.vertices(), faces);
    tree->endModel();
    return tree;
}

fcl::Transform3d transformOf(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = pose.rotation;
    transform.translation() = pose.translation;
    return transform;
}

class FclObbRss final : public Peer {
public:
    FclObbRss(const Mesh& a, const Mesh& b) : a_(treeOf(a)), b_(treeOf(b)) {}

    void collide(const PosePair& poses) override {
        constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
        const fcl::CollisionRequestd request(kAll, /*enable_contact*/ false);
        result_.clear();
        fcl::collide(a_.get(), transformOf(poses.a), b_.get(), transformOf(poses.b), request, result_);
    }
    std::size_t pairCount() override { return result_.numContacts(); }
    std::size_t bytes() const override { return bytesOf(*a_) + bytesOf(*b_); }

private:
    /// Its nodes, vertices and triangles: FCL keeps copies of both.
    static std::size_t bytesOf(const Tree& tree) {
        return static_cast<std::size_t>(tree.getNumBVs()) * sizeof(fcl::BVNode<fcl::OBBRSS<double>>) +
               static_cast<std::size_t>(tree.num_vertices) * sizeof(fcl::Vector3d) +
               static_cast<std::size_t>(tree.num_tris) * sizeof(fcl::Triangle);
    }

    std::unique_ptr<Tree> a_, b_;
    fcl::CollisionResultd result_;
};

}  // namespace

std::unique_ptr<Peer> makeFclObbRss(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FclObbRss>(*a, *b);
}

}  // namespace ricochet::bench
