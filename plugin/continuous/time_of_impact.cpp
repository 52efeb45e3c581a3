#include "plugin/continuous/time_of_impact.h"

#include "plugin/continuous/object_sweep.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

MovingObject predicted(const btCollisionObject& object) {
    return {&object, motionBetween(object.getWorldTransform(), object.getInterpolationWorldTransform())};
}

}  // namespace

btScalar timeOfImpact(std::shared_ptr<const PairContext> context, btCollisionObject& a,
                      btCollisionObject& b) {
    ObjectSweep sweep(std::move(context));
    SweptBudget budget;
    SweptSettings settings;
    settings.gap = sweep.combinedRestGap(a, b).value_or(0);
    settings.budget = &budget;
    const auto met = sweep.firstContact(predicted(a), predicted(b), settings);
    const bool isAhead = met && (met->contact.time > 0 || met->contact.isCoarse);
    const btScalar time = isAhead ? btScalar(met->contact.time) : 1;
    for (btCollisionObject* object : {&a, &b}) {
        object->setHitFraction(std::min(object->getHitFraction(), time));
    }
    return time;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
