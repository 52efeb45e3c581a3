#pragma once

#include "tests/stencil/bench_support.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

namespace ricochet::test {

inline BulletMesh bulletMeshOf(const Mesh& mesh) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const Vec3& v : mesh.vertices())
        vertices.push_back({btScalar(v.x()), btScalar(v.y()), btScalar(v.z())});
    for (const Face& f : mesh.faces()) faces.push_back({int(f[0]), int(f[1]), int(f[2])});
    return BulletMesh(vertices, faces);
}

/// Bullet's GImpact: contacts of the surfaces.
class GImpact {
public:
    GImpact(const Mesh& a, const Mesh& b)
        : meshA_(bulletMeshOf(a)),
          meshB_(bulletMeshOf(b)),
          shapeA_(&meshA_.interface),
          shapeB_(&meshB_.interface) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
        a_.setCollisionShape(&shapeA_);
        b_.setCollisionShape(&shapeB_);
        for (btGImpactMeshShape* shape : {&shapeA_, &shapeB_}) {
            shape->setMargin(0);
            shape->updateBound();
        }
    }
    Time time(const Pose& pose) {
        const Matrix3& r = pose.rotation;
        const Vec3& t = pose.translation;
        b_.setWorldTransform(btTransform(btMatrix3x3(btScalar(r(0, 0)), btScalar(r(0, 1)), btScalar(r(0, 2)),
                                                     btScalar(r(1, 0)), btScalar(r(1, 1)), btScalar(r(1, 2)),
                                                     btScalar(r(2, 0)), btScalar(r(2, 1)), btScalar(r(2, 2))),
                                         btVector3(btScalar(t.x()), btScalar(t.y()), btScalar(t.z()))));
        const btCollisionObjectWrapper wrapA(nullptr, &shapeA_, &a_, a_.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper wrapB(nullptr, &shapeB_, &b_, b_.getWorldTransform(), -1, -1);
        btCollisionAlgorithm* algorithm =
            dispatcher_.findAlgorithm(&wrapA, &wrapB, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        btManifoldResult result(&wrapA, &wrapB);
        const Time time =
            timeOf([&] { algorithm->processCollision(&wrapA, &wrapB, btDispatcherInfo(), &result); });
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return time;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    BulletMesh meshA_, meshB_;
    btGImpactMeshShape shapeA_, shapeB_;
    btCollisionObject a_, b_;
};

}  // namespace ricochet::test
