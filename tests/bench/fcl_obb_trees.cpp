#include "tests/bench/fcl_obb_trees.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>

#include <limits>

namespace ricochet::bench {
namespace {

using FclMesh = fcl::BVHModel<fcl::OBBRSS<double>>;

std::shared_ptr<FclMesh> fclMesh(const Mesh& mesh) {
    auto model = std::make_shared<FclMesh>();
    model->beginModel(static_cast<int>(mesh.faceCount()), static_cast<int>(mesh.vertexCount()));
    std::vector<fcl::Triangle> triangles;
    for (const Face& f : mesh.faces()) triangles.emplace_back(f[0], f[1], f[2]);
    model->addSubModel(mesh.vertices(), triangles);
    model->endModel();
    return model;
}

fcl::Transform3d transform(const Pose& pose) {
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() = pose.rotation;
    t.translation() = pose.translation;
    return t;
}

}  // namespace

struct FclObbTrees::Models {
    std::shared_ptr<FclMesh> a, b;
};

FclObbTrees::FclObbTrees(const Mesh& a, const Mesh& b) : models_(new Models{fclMesh(a), fclMesh(b)}) {}
FclObbTrees::~FclObbTrees() = default;

std::size_t FclObbTrees::countPairs(const Pose& poseA, const Pose& poseB) const {
    fcl::CollisionRequestd request;
    request.num_max_contacts = std::numeric_limits<std::size_t>::max();
    request.enable_contact = false;
    fcl::CollisionResultd result;
    fcl::collide(models_->a.get(), transform(poseA), models_->b.get(), transform(poseB), request, result);
    return result.numContacts();
}

}  // namespace ricochet::bench
