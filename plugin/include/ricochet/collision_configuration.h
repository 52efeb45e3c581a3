#pragma once

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <ricochet/settings.h>

#include <memory>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

class Registration;

/// The backend as a collision configuration, for programs that build their world from one. Must outlive the
/// dispatcher and its pairs, like any configuration. Unknown names in `settings` fall back to the default
/// narrow phase; check `error()`. Not thread-safe.
template <class Base>
class RICOCHET_API BasicCollisionConfiguration : public Base {
public:
    /// Copies `settings`; `info` is Bullet's own.
    explicit BasicCollisionConfiguration(const Settings& settings = {},
                                         const btDefaultCollisionConstructionInfo& info = {});
    ~BasicCollisionConfiguration() override;

    /// As in btCollisionConfiguration; the function stays the configuration's.
    btCollisionAlgorithmCreateFunc* getCollisionAlgorithmCreateFunc(int type0, int type1) override;
    /// The same for queries of closest points.
    btCollisionAlgorithmCreateFunc* getClosestPointsAlgorithmCreateFunc(int type0, int type1) override;
    /// Empty, or one sentence that tells why the settings are not used.
    const std::string& error() const;

private:
    std::string error_;
    std::shared_ptr<const Registration> registration_;
};

/// For worlds of rigid bodies and multi-bodies.
using CollisionConfiguration = BasicCollisionConfiguration<btDefaultCollisionConfiguration>;
/// For worlds with soft bodies.
using SoftBodyCollisionConfiguration = BasicCollisionConfiguration<btSoftBodyRigidBodyCollisionConfiguration>;

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
