#include "tests/faults/every_pair.h"

#include <BulletSoftBody/btSoftBodyHelpers.h>

#include <cmath>
#include <stdexcept>

namespace ricochet::faults {
namespace {

std::unique_ptr<btConstraintSolver> makeSolver(bool hasSmallSteps) {
    if (hasSmallSteps) return std::make_unique<SmallStepsSolver>();
    return std::make_unique<btSequentialImpulseConstraintSolver>();
}

bool isFinite(const btVector3& v) {
    return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

}  // namespace

EveryPair::EveryPair(const EveryPairOptions& options)
    : solver_(makeSolver(options.hasSmallSteps)),
      softSolver_(options.hasSmallSteps ? std::make_unique<SoftBodySolver>() : nullptr),
      world_(&dispatcher_, &broadphase_, solver_.get(), &configuration_, softSolver_.get()) {
    Settings settings;
    settings.convexConvex = "convex-features";
    settings.threads = options.threads;
    settings.report = [this](const Report& report) {
        reports_ += report.reason == ReportReason::outOfMemory;
    };
    if (const std::string error = registerAlgorithms(&dispatcher_, settings); !error.empty()) {
        throw std::runtime_error(error);
    }
    world_.setGravity(btVector3(0, btScalar(-9.81), 0));
    for (const btScalar x : {btScalar(-0.3), btScalar(0.3)}) {
        for (const btScalar z : {btScalar(-0.2), btScalar(0.2)}) {
            for (const btScalar y : {btScalar(-0.2), btScalar(0.2)}) hull_.addPoint(btVector3(x, y, z));
        }
    }
    compound_.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-btScalar(0.2), 0, 0)),
                            &cube_);
    compound_.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.2), 0, 0)), &box_);

    add(floor_, 0, btVector3(0, -1, 0));
    add(plane_, 0, btVector3(0, 0, 0));
    // On the floor, in pairs that touch.
    add(torus_, 1, btVector3(-2, btScalar(0.3), 0));
    add(torus_, 1, btVector3(btScalar(-1.9), btScalar(0.9), 0));
    add(sphere_, 1, btVector3(-1, btScalar(0.2), 3));
    add(cube_, 1, btVector3(-1, btScalar(0.62), 3));
    add(box_, 1, btVector3(1, btScalar(0.2), 1));
    add(hull_, 1, btVector3(btScalar(1.1), btScalar(0.6), 1));
    add(compound_, 1, btVector3(1, btScalar(0.2), -1));
    add(capsule_, 1, btVector3(1, btScalar(0.75), -1));
    // Beside the floor, above the plane.
    btRigidBody& last = add(cube_, 1, btVector3(6, btScalar(-1.75), 0));
    joint_ = std::make_unique<btHingeConstraint>(last, btVector3(0, 0, 0), btVector3(0, 1, 0));
    world_.addConstraint(joint_.get());

    btSoftBodyWorldInfo& info = world_.getWorldInfo();
    info.m_gravity = world_.getGravity();
    info.m_sparsesdf.Initialize();
    cloth_ =
        btSoftBodyHelpers::CreatePatch(info, btVector3(btScalar(-0.4), btScalar(0.5), btScalar(-0.4)),
                                       btVector3(btScalar(0.4), btScalar(0.5), btScalar(-0.4)),
                                       btVector3(btScalar(-0.4), btScalar(0.5), btScalar(0.4)),
                                       btVector3(btScalar(0.4), btScalar(0.5), btScalar(0.4)), 4, 4, 0, true);
    cloth_->setVelocity(btVector3(0, -3, 0));
    world_.addSoftBody(cloth_);
}

EveryPair::~EveryPair() {
    world_.removeSoftBody(cloth_);
    delete cloth_;
    world_.removeConstraint(joint_.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    for (const btCollisionShape* const shape :
         std::initializer_list<const btCollisionShape*>{&floor_, &torus_, &cube_, &hull_, &box_}) {
        release(*shape);
    }
    unregisterAlgorithms(&dispatcher_);
}

btRigidBody& EveryPair::add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
    const btVector3 inertia = btScalar(0.1) * mass * btVector3(1, 1, 1);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform.setOrigin(at);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
    return *bodies_.back();
}

bool EveryPair::isWhole() const {
    for (const auto& body : bodies_) {
        const btVector3 at = body->getWorldTransform().getOrigin();
        constexpr btScalar kDepth = btScalar(0.1);  // metres
        const btScalar ground = std::abs(at.x()) < 4 && std::abs(at.z()) < 4 ? btScalar(0) : btScalar(-2);
        const bool isLost = !body->isStaticObject() && at.y() < ground - kDepth;
        if (!isFinite(at) || !isFinite(body->getLinearVelocity()) || isLost) return false;
    }
    for (int i = 0; i < cloth_->m_nodes.size(); ++i) {
        if (!isFinite(cloth_->m_nodes[i].m_x)) return false;
    }
    return true;
}

}  // namespace ricochet::faults
