#include "demos/baselines/baseline.h"

#include <fcl/fcl.h>

#include <set>

namespace ricochet::baselines {
namespace {

using Tree = fcl::BVHModel<fcl::AABBd>;

std::shared_ptr<Tree> treeOf(const Mesh& mesh) {
    auto tree = std::make_shared<Tree>();
    std::vector<fcl::Triangle> faces;
    for (const auto& [u, v, w] : mesh.faces()) faces.emplace_back(u, v, w);
    tree->beginModel();
    tree->addSubModel(mesh.vertices(), faces);
    tree->endModel();
    return tree;
}

void refit(Tree& tree, const std::vector<Vec3>& vertices) {
    constexpr bool kRefit = true, kBottomUp = true;
    tree.beginReplaceModel();
    tree.replaceSubModel(vertices);
    tree.endReplaceModel(kRefit, kBottomUp);
}

std::vector<Vec3> placedVertices(const Mesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& vertex : mesh.vertices()) vertices.push_back(transformPoint(pose, vertex));
    return vertices;
}

class FclAabb final : public Baseline {
public:
    FclAabb(SharedMesh a, SharedMesh b)
        : meshA_(std::move(a)), meshB_(std::move(b)), treeA_(treeOf(*meshA_)), treeB_(treeOf(*meshB_)) {}

    /// Uses vertices in the world: fcl::collide would copy a tree at another pose and refit the copy.
    void collide(const PosePair& poses) override {
        refit(*treeA_, placedVertices(*meshA_, poses.a));
        refit(*treeB_, placedVertices(*meshB_, poses.b));

        constexpr std::size_t kAll = 1u << 30;
        const fcl::CollisionRequestd request(kAll, /*enable_contact*/ false);
        const fcl::Transform3d world = fcl::Transform3d::Identity();
        result_.clear();
        fcl::collide<double>(treeA_.get(), world, treeB_.get(), world, request, result_);
    }

    std::size_t pairCount() override {
        std::set<std::pair<std::intptr_t, std::intptr_t>> pairs;
        for (std::size_t i = 0; i < result_.numContacts(); ++i) {
            pairs.emplace(result_.getContact(i).b1, result_.getContact(i).b2);
        }
        return pairs.size();
    }

private:
    SharedMesh meshA_, meshB_;
    std::shared_ptr<Tree> treeA_, treeB_;
    fcl::CollisionResultd result_;
};

}  // namespace

std::unique_ptr<Baseline> makeFclAabb(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FclAabb>(a, b);
}

}  // namespace ricochet::baselines
