#include "demos/baselines/baseline.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/math/bv/kDOP.h>
#include <fcl/narrowphase/collision.h>

#include <limits>

namespace ricochet::baselines {
namespace {

template <class Volume>
using TreeOf = fcl::BVHModel<Volume>;

template <class Volume>
std::unique_ptr<TreeOf<Volume>> treeOver(const Mesh& mesh) {
    auto tree = std::make_unique<TreeOf<Volume>>();
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

/// Two trees of one kind of bounding volume, built once in the bodies' frames.
template <class Volume>
class FclRigid final : public Baseline {
public:
    FclRigid(const Mesh& a, const Mesh& b, std::size_t mostContacts)
        : a_(treeOver<Volume>(a)), b_(treeOver<Volume>(b)), mostContacts_(mostContacts) {}

    void collide(const PosePair& poses) override {
        const fcl::CollisionRequestd request(mostContacts_, /*enable_contact*/ false);
        result_.clear();
        fcl::collide(a_.get(), transformOf(poses.a), b_.get(), transformOf(poses.b), request, result_);
    }
    std::size_t pairCount() override { return result_.numContacts(); }
    std::size_t bytes() const override { return bytesOf(*a_) + bytesOf(*b_); }

private:
    /// Nodes, and FCL's copies of vertices and triangles.
    static std::size_t bytesOf(const TreeOf<Volume>& tree) {
        return static_cast<std::size_t>(tree.getNumBVs()) * sizeof(fcl::BVNode<Volume>) +
               static_cast<std::size_t>(tree.num_vertices) * sizeof(fcl::Vector3d) +
               static_cast<std::size_t>(tree.num_tris) * sizeof(fcl::Triangle);
    }

    std::unique_ptr<TreeOf<Volume>> a_, b_;
    std::size_t mostContacts_;
    fcl::CollisionResultd result_;
};

constexpr std::size_t kAllContacts = std::numeric_limits<std::size_t>::max();

}  // namespace

std::unique_ptr<Baseline> makeFclObbRss(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FclRigid<fcl::OBBRSSd>>(*a, *b, kAllContacts);
}

std::unique_ptr<Baseline> makeFclFirst(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FclRigid<fcl::OBBRSSd>>(*a, *b, 1);
}

std::unique_ptr<Baseline> makeFclKdop18(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FclRigid<fcl::KDOPd<18>>>(*a, *b, kAllContacts);
}

}  // namespace ricochet::baselines
