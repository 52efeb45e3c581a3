#include "adapters/shapes/convert.h"
#include "plugin/continuous/object_sweep.h"
#include "plugin/continuous/swept_box.h"
#include "plugin/continuous/vertex_sweep.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <ricochet/sweep_test.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Tests each object that a body may touch, and passes contacts to the user's callback.
/// FirstContact(const btCollisionObject&, Real end) → std::optional<ObjectContact>.
template <class FirstContact>
class SweepOfBody : public btBroadphaseAabbCallback {
public:
    SweepOfBody(const btCollisionObject& body, btCollisionWorld::ConvexResultCallback& callback,
                FirstContact firstContact)
        : body_(body), callback_(callback), firstContact_(std::move(firstContact)) {}

    bool process(const btBroadphaseProxy* proxy) override {
        auto* const object = static_cast<btCollisionObject*>(proxy->m_clientObject);
        if (object != &body_ && callback_.needsCollision(const_cast<btBroadphaseProxy*>(proxy)))
            test(*object);
        return true;
    }

private:
    void test(const btCollisionObject& object) {
        const std::optional<ObjectContact> found =
            firstContact_(object, Real(callback_.m_closestHitFraction));
        if (!found) return;
        btCollisionWorld::LocalShapeInfo face;
        face.m_shapePart = found->faceB.part;
        face.m_triangleIndex = found->faceB.triangle;
        btCollisionWorld::LocalConvexResult result(&object, &face, toBullet(found->contact.normal),
                                                   toBullet(found->contact.onB),
                                                   btScalar(found->contact.time));
        callback_.addSingleResult(result, /*normalInWorldSpace*/ true);
    }

    const btCollisionObject& body_;
    btCollisionWorld::ConvexResultCallback& callback_;
    FirstContact firstContact_;
};

constexpr const char* kNotRegistered =
    "Nothing can be swept: registerAlgorithms was not called for the world's dispatcher.";

}  // namespace

std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body, const btTransform& from,
                      const btTransform& to, btCollisionWorld::ConvexResultCallback& callback) {
    const std::shared_ptr<const PairContext> context = contextOf(world);
    if (!context) return kNotRegistered;
    const MovingObject moving{&body, motionBetween(from, to)};
    ObjectSweep sweep(context);
    SweepOfBody of(body, callback, [&](const btCollisionObject& object, Real end) {
        const MovingObject other{&object, standing(toPose(object.getWorldTransform()))};
        SweptSettings settings;
        settings.end = end;
        return sweep.firstContact(moving, other, settings);
    });
    btVector3 min, max;
    sweptBox(moving, 0, min, max);
    world.getBroadphase()->aabbTest(min, max, of);
    return {};
}

std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body,
                      const std::vector<btVector3>& from, const std::vector<btVector3>& to,
                      btCollisionWorld::ConvexResultCallback& callback) {
    const std::shared_ptr<const PairContext> context = contextOf(world);
    if (!context) return kNotRegistered;
    const auto sweep = VertexSweep::of(*body.getCollisionShape(), from, to, *context);
    if (!sweep) return sweep.error();
    SweepOfBody of(body, callback, [&](const btCollisionObject& object, Real end) {
        return sweep->firstContact(object, end);
    });
    world.getBroadphase()->aabbTest(sweep->boxMin(), sweep->boxMax(), of);
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
