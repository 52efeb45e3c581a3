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
/// firstContact(const btCollisionObject&, Real end) → std::optional<ObjectContact>.
template <class FirstContact>
void sweepThrough(btCollisionWorld& world, const btVector3& boxMin, const btVector3& boxMax,
                  const btCollisionObject& body, btCollisionWorld::ConvexResultCallback& callback,
                  FirstContact&& firstContact) {
    forEachProxyIn(boxMin, boxMax, *world.getBroadphase(), [&](btBroadphaseProxy& proxy) {
        const auto& object = *static_cast<const btCollisionObject*>(proxy.m_clientObject);
        if (&object == &body || !callback.needsCollision(&proxy)) return;
        const std::optional<ObjectContact> found = firstContact(object, Real(callback.m_closestHitFraction));
        if (!found) return;
        btCollisionWorld::LocalShapeInfo face;
        face.m_shapePart = found->faceB.part;
        face.m_triangleIndex = found->faceB.triangle;
        btCollisionWorld::LocalConvexResult result(&object, &face, normalToBullet(found->contact.normal),
                                                   toBullet(found->contact.onB),
                                                   btScalar(found->contact.time));
        callback.addSingleResult(result, /*normalInWorldSpace*/ true);
    });
}

constexpr const char* kNotRegistered =
    "Nothing can be swept: registerAlgorithms was not called for the world's dispatcher.";

}  // namespace

std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body, const btTransform& from,
                      const btTransform& to, btCollisionWorld::ConvexResultCallback& callback) {
    const std::shared_ptr<const PairContext> context = contextOf(world);
    if (!context) return kNotRegistered;
    const MovingObject moving{&body, motionBetween(from, to)};
    ObjectSweep sweep(context);
    btVector3 min, max;
    sweptBox(moving, 0, min, max);
    sweepThrough(world, min, max, body, callback, [&](const btCollisionObject& object, Real end) {
        const MovingObject other{&object, standing(toPose(object.getWorldTransform()))};
        SweptBudget budget{SweptBudget::kOfAQuery};
        SweptSettings settings;
        settings.end = end;
        settings.budget = &budget;
        return sweep.firstContact(moving, other, settings);
    });
    return {};
}

std::string sweepTest(btCollisionWorld& world, const btCollisionObject& body,
                      const std::vector<btVector3>& from, const std::vector<btVector3>& to,
                      btCollisionWorld::ConvexResultCallback& callback) {
    const std::shared_ptr<const PairContext> context = contextOf(world);
    if (!context) return kNotRegistered;
    const auto sweep = VertexSweep::of(*body.getCollisionShape(), from, to, *context);
    if (!sweep) return sweep.error();
    sweepThrough(world, sweep->boxMin(), sweep->boxMax(), body, callback,
                 [&](const btCollisionObject& object, Real end) { return sweep->firstContact(object, end); });
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
