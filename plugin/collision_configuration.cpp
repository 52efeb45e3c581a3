#include "plugin/registration.h"

#include <ricochet/collision_configuration.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

template <class Base>
BasicCollisionConfiguration<Base>::BasicCollisionConfiguration(const Settings& settings,
                                                               const btDefaultCollisionConstructionInfo& info)
    : Base(info), error_(validate(settings)) {
    registration_ = std::make_shared<const Registration>(
        error_.empty() ? settings : Settings{}, [this](ebtDispatcherQueryType table, int type0, int type1) {
            return table == BT_CONTACT_POINT_ALGORITHMS
                       ? Base::getCollisionAlgorithmCreateFunc(type0, type1)
                       : Base::getClosestPointsAlgorithmCreateFunc(type0, type1);
        });
}

template <class Base>
BasicCollisionConfiguration<Base>::~BasicCollisionConfiguration() = default;

template <class Base>
btCollisionAlgorithmCreateFunc* BasicCollisionConfiguration<Base>::getCollisionAlgorithmCreateFunc(
    int type0, int type1) {
    auto* const stock = Base::getCollisionAlgorithmCreateFunc(type0, type1);
    auto* const ours = registration_->ours(BT_CONTACT_POINT_ALGORITHMS, type0, type1, stock);
    return ours ? ours : stock;
}

template <class Base>
btCollisionAlgorithmCreateFunc* BasicCollisionConfiguration<Base>::getClosestPointsAlgorithmCreateFunc(
    int type0, int type1) {
    auto* const stock = Base::getClosestPointsAlgorithmCreateFunc(type0, type1);
    auto* const ours = registration_->ours(BT_CLOSEST_POINT_ALGORITHMS, type0, type1, stock);
    return ours ? ours : stock;
}

template <class Base>
const std::string& BasicCollisionConfiguration<Base>::error() const {
    return error_;
}

// Bullet's classes are not marked as exported; ours that are made of them must be.
template class RICOCHET_API BasicCollisionConfiguration<btDefaultCollisionConfiguration>;
template class RICOCHET_API BasicCollisionConfiguration<btSoftBodyRigidBodyCollisionConfiguration>;

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
