#include "plugin/registration.h"

#include <ricochet/collision_configuration.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

template <class Base>
struct BasicCollisionConfiguration<Base>::Implementation {
    std::string error;
    std::unique_ptr<const Registration> registration;
};

template <class Base>
BasicCollisionConfiguration<Base>::BasicCollisionConfiguration(const Settings& settings,
                                                               const btDefaultCollisionConstructionInfo& info)
    : Base(info), implementation_(new Implementation) {
    implementation_->error = validate(settings);
    implementation_->registration = std::make_unique<const Registration>(
        implementation_->error.empty() ? settings : Settings{},
        [this](QueryTable table, int type0, int type1) {
            return table == QueryTable::contacts ? Base::getCollisionAlgorithmCreateFunc(type0, type1)
                                                 : Base::getClosestPointsAlgorithmCreateFunc(type0, type1);
        });
}

template <class Base>
BasicCollisionConfiguration<Base>::~BasicCollisionConfiguration() {
    delete implementation_;
}

template <class Base>
btCollisionAlgorithmCreateFunc* BasicCollisionConfiguration<Base>::getCollisionAlgorithmCreateFunc(
    int type0, int type1) {
    auto* const stock = Base::getCollisionAlgorithmCreateFunc(type0, type1);
    auto* const ours = implementation_->registration->ours(QueryTable::contacts, type0, type1, stock);
    return ours ? ours : stock;
}

template <class Base>
btCollisionAlgorithmCreateFunc* BasicCollisionConfiguration<Base>::getClosestPointsAlgorithmCreateFunc(
    int type0, int type1) {
    auto* const stock = Base::getClosestPointsAlgorithmCreateFunc(type0, type1);
    auto* const ours = implementation_->registration->ours(QueryTable::closestPoints, type0, type1, stock);
    return ours ? ours : stock;
}

template <class Base>
const std::string& BasicCollisionConfiguration<Base>::error() const {
    return implementation_->error;
}

// Bullet's classes are not marked as exported; ours that are made of them must be.
template class RICOCHET_API BasicCollisionConfiguration<btDefaultCollisionConfiguration>;
template class RICOCHET_API BasicCollisionConfiguration<btSoftBodyRigidBodyCollisionConfiguration>;

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
