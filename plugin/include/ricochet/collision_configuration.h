#pragma once

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <ricochet/settings.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The backend as a collision configuration, for programs that build their world from one. Must outlive the
/// dispatcher and its pairs, like any configuration. Unknown names in `settings` fall back to the default
/// narrow phase; check `error()`.
template <class Base>
class RICOCHET_API BasicCollisionConfiguration : public Base {
public:
    explicit BasicCollisionConfiguration(const Settings& settings = {},
                                         const btDefaultCollisionConstructionInfo& info = {});
    ~BasicCollisionConfiguration() override;

    btCollisionAlgorithmCreateFunc* getCollisionAlgorithmCreateFunc(int type0, int type1) override;
    btCollisionAlgorithmCreateFunc* getClosestPointsAlgorithmCreateFunc(int type0, int type1) override;
    const std::string& error() const;

private:
    struct Implementation;
    Implementation* implementation_;
};

using CollisionConfiguration = BasicCollisionConfiguration<btDefaultCollisionConfiguration>;
using SoftBodyCollisionConfiguration = BasicCollisionConfiguration<btSoftBodyRigidBodyCollisionConfiguration>;

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
