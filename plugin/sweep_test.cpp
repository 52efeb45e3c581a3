#include "adapters/convert.h"
#include "plugin/object_sweep.h"
#include "plugin/swept_box.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <ricochet/sweep_test.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

class SweepOfBody : public btBroadphaseAabbCallback {
public:
    SweepOfBody(const std::shared_ptr<const PairContext>& context, const MovingObject& body,
                btCollisionWorld::ConvexResultCallback& callback)
        : sweep_(context), body_(body), callback_(callback) {}

    bool process(const btBroadphaseProxy* proxy) override {
        auto* const object = static_cast<btCollisionObject*>(proxy->m_clientObject);
        if (object != body_.object && callback_.needsCollision(const_cast<btBroadphaseProxy*>(proxy)))
            test(*object);
        return true;
    }

private:
    void test(const btCollisionObject& object) {
        const MovingObject other{&object, standing(toPose(object.getWorldTransform()))};
        SweptSettings settings;
        settings.end = Real(callback_.m_closestHitFraction);
        const auto found = sweep_.firstContact(body_, other, settings);
        if (!found) return;
        btCollisionWorld::LocalShapeInfo face;
        face.m_shapePart = found->faceB.part;
        face.m_triangleIndex = found->faceB.triangle;
        btCollisionWorld::LocalConvexResult result(&object, &face, toBullet(found->contact.normal),
                                                   toBullet(found->contact.onB),
                                                   btScalar(found->contact.time));
        callback_.addSingleResult(result, /*normalInWorldSpace*/ true);
    }

    ObjectSweep sweep_;
    const MovingObject& body_;
    btCollisionWorld::ConvexResultCallback& callback_;
};

}  // namespace

std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body, const btTransform& from,
                      const btTransform& to, btCollisionWorld::ConvexResultCallback& callback) {
    const auto* dispatcher = dynamic_cast<const btCollisionDispatcher*>(world.getDispatcher());
    const std::shared_ptr<const PairContext> context = dispatcher ? contextOf(*dispatcher) : nullptr;
    if (!context)
        return "There is nothing to sweep with: registerAlgorithms was not called for the world's "
               "dispatcher.";
    const MovingObject moving{&body, motionBetween(from, to)};
    const SweptBox box = sweptBox(moving, 0);
    SweepOfBody sweep(context, moving, callback);
    world.getBroadphase()->aabbTest(box.min, box.max, sweep);
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
