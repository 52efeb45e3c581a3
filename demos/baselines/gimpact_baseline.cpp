#include "demos/baselines/baseline.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <set>

namespace ricochet::baselines {
namespace {

btVector3 toBullet(const Vec3& v) {
    return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

btTransform toBullet(const Pose& pose) {
    btTransform transform;
    for (int row = 0; row < 3; ++row) transform.getBasis()[row] = toBullet(pose.rotation.row(row));
    transform.setOrigin(toBullet(pose.translation));
    return transform;
}

/// A mesh as a user of Bullet stores it: vertices and indices in own arrays.
class GImpactBody {
public:
    explicit GImpactBody(std::shared_ptr<const Mesh> mesh) : mesh_(std::move(mesh)) {
        copyVertices();
        for (const Face& face : mesh_->faces()) indices_.insert(indices_.end(), face.begin(), face.end());
        arrays_ = std::make_unique<btTriangleIndexVertexArray>(
            static_cast<int>(mesh_->faceCount()), indices_.data(), static_cast<int>(3 * sizeof(int)),
            static_cast<int>(vertices_.size()), &vertices_[0][0], static_cast<int>(sizeof(btVector3)));
        shape_ = std::make_unique<btGImpactMeshShape>(arrays_.get());
        shape_->setMargin(0);
        shape_->updateBound();
        object_.setCollisionShape(shape_.get());
    }

    /// Takes over the present vertices of the mesh.
    void update() {
        copyVertices();
        shape_->postUpdate();
        shape_->updateBound();
    }
    btCollisionObject& object() { return object_; }

private:
    void copyVertices() {
        vertices_.clear();
        for (const Vec3& vertex : mesh_->vertices()) vertices_.push_back(toBullet(vertex));
    }

    std::shared_ptr<const Mesh> mesh_;
    std::vector<btVector3> vertices_;
    std::vector<int> indices_;
    std::unique_ptr<btTriangleIndexVertexArray> arrays_;
    std::unique_ptr<btGImpactMeshShape> shape_;
    btCollisionObject object_;
};

/// Records the triangles of the reported points.
class PairNotes final : public btManifoldResult {
public:
    using btManifoldResult::btManifoldResult;

    void setShapeIdentifiersA(int, int index) override { indexA_ = index; }
    void setShapeIdentifiersB(int, int index) override { indexB_ = index; }
    void addContactPoint(const btVector3&, const btVector3&, btScalar) override {
        pairs.emplace(indexA_, indexB_);
    }

    std::set<std::pair<int, int>> pairs;

private:
    int indexA_ = -1, indexB_ = -1;
};

class GImpactBaseline final : public Baseline {
public:
    GImpactBaseline(const SharedMesh& a, const SharedMesh& b) : dispatcher_(&configuration_), a_(a), b_(b) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    }

    void takeVertices() override {
        a_.update();
        b_.update();
    }
    void collide(const PosePair& poses) override {
        a_.object().setWorldTransform(toBullet(poses.a));
        b_.object().setWorldTransform(toBullet(poses.b));
        process<btManifoldResult>();
    }
    /// Number of distinct pairs, found in a second run.
    std::size_t pairCount() override { return process<PairNotes>().pairs.size(); }

private:
    template <class ManifoldResult>
    ManifoldResult process() {
        const auto wrap = [](btCollisionObject& object) {
            return btCollisionObjectWrapper(nullptr, object.getCollisionShape(), &object,
                                            object.getWorldTransform(), -1, -1);
        };
        const btCollisionObjectWrapper a = wrap(a_.object()), b = wrap(b_.object());
        btCollisionAlgorithm* algorithm =
            dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        ManifoldResult result(&a, &b);
        const btDispatcherInfo info;
        algorithm->processCollision(&a, &b, info, &result);
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return result;
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    GImpactBody a_, b_;
};

}  // namespace

std::unique_ptr<Baseline> makeGImpact(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<GImpactBaseline>(a, b);
}

}  // namespace ricochet::baselines
