#include "demos/window/session.h"

#include "demos/app/body_state.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <ricochet/registration.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace ricochet::window {
namespace {

constexpr int kMostSteps = 4;  // per frame: a slow simulation runs slower, and the window still answers
constexpr btScalar kGravity = btScalar(9.81);  // m/s²
constexpr btScalar kThrowSpeed = 8;            // radii of the body in a tenth of a second

/// An error message, or nothing, as `setAlgorithm`.
std::string setAlgorithmOfAll(const btCollisionShape& shape, const std::string& name) {
    if (!shape.isCompound()) return setAlgorithm(shape, name);
    const auto& compound = static_cast<const btCompoundShape&>(shape);
    std::string error;
    for (int i = 0; i < compound.getNumChildShapes() && error.empty(); ++i)
        error = setAlgorithmOfAll(*compound.getChildShape(i), name);
    return error;
}

btScalar radiusOf(const btRigidBody& body) {
    btVector3 centre;
    btScalar radius = 0;
    body.getCollisionShape()->getBoundingSphere(centre, radius);
    return radius;
}

const scenes::SceneBody* firstThatMoves(const scenes::Scene& scene) {
    const auto found = std::ranges::find_if(
        scene.bodies(), [](const auto& each) { return each.mesh && each.body->getInvMass() > 0; });
    return found == scene.bodies().end() ? nullptr : &*found;
}

btScalar smallestRadius(const scenes::Scene& scene) {
    btScalar smallest = std::numeric_limits<btScalar>::infinity();
    for (const scenes::SceneBody& each : scene.bodies()) {
        if (each.body->getInvMass() > 0) smallest = std::min(smallest, radiusOf(*each.body));
    }
    return smallest < BT_LARGE_FLOAT ? smallest : 1;
}

}  // namespace

Session::Session(std::unique_ptr<app::Simulation> simulation, const app::RunOptions& options)
    : simulation_(std::move(simulation)),
      hz_(options.hz),
      narrowPhase_(simulation_->narrowPhase().name),
      broadPhase_(options.broad),
      typicalSize_(smallestRadius(simulation_->scene())) {
    moments_.push_back({.seconds = 0, .state = saveState(world()), .measured = {}});
}

Session::~Session() {
    static_cast<void>(setAlgorithms(""));
    for (const auto& body : thrown_) world().removeRigidBody(body.get());
}

void Session::play(double seconds) {
    if (isPaused) return;
    ahead_ = std::min(ahead_ + seconds * speed, kMostSteps / hz_);
    for (; ahead_ >= 1 / hz_; ahead_ -= 1 / hz_) step();
}

void Session::step() {
    const auto begin = std::chrono::steady_clock::now();
    drag.attach(world());
    simulation_->step();
    drag.detach(world());
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
    const double now = seconds() + 1 / hz_;
    moments_.resize(moment_ + 1);
    moments_.push_back({.seconds = now, .state = saveState(world()), .measured = measure(passed.count())});
    if (moments_.back().seconds - moments_.front().seconds > kRemembered) moments_.pop_front();
    moment_ = moments_.size() - 1;
}

void Session::goTo(std::size_t moment) {
    moment = std::min(moment, moments_.size() - 1);
    if (moment == moment_ || !moments_[moment].state.saved()) return;
    if (restoreState(world(), moments_[moment].state).empty()) moment_ = moment;
}

Measured Session::measure(double milliseconds) {
    btScalar deepest = 0;
    int pairs = 0;
    btDispatcher& dispatcher = simulation_->dispatcher();
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
        pairs += manifold.getNumContacts() > 0;
        for (int j = 0; j < manifold.getNumContacts(); ++j)
            deepest = std::max(deepest, -manifold.getContactPoint(j).getDistance());
    }
    return {.detection = float(simulation_->detectionMilliseconds()),
            .step = float(milliseconds),
            .energy = float(app::kineticEnergy(bodies())),
            .deepest = float(1000 * deepest),
            .pairs = float(pairs)};
}

void Session::throwBody(const btVector3& from, const btVector3& direction) {
    const scenes::SceneBody* const like = firstThatMoves(simulation_->scene());
    if (!like) return;
    const btScalar mass = 1 / like->body->getInvMass();
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, like->body->getCollisionShape(),
                                                  like->body->getLocalInertia());
    info.m_friction = like->body->getFriction();
    info.m_restitution = like->body->getRestitution();
    info.m_startWorldTransform.setOrigin(from);
    auto body = std::make_unique<btRigidBody>(info);
    body->setLinearVelocity(10 * kThrowSpeed * radiusOf(*body) * direction);
    world().addRigidBody(body.get());
    thrown_.push_back(std::move(body));
    thrownMesh_ = like->mesh;
}

std::string Session::setAlgorithms(const std::string& name) {
    std::string error;
    for (const scenes::SceneBody& each : simulation_->scene().bodies()) {
        if (error.empty()) error = setAlgorithmOfAll(*each.body->getCollisionShape(), name);
    }
    return error;
}

Result<void> Session::useNarrowPhase(const std::string& name) {
    if (!simulation_->narrowPhase().isOurs)
        return tl::unexpected("the scene began with " + simulation_->narrowPhase().name +
                              ", whose shapes Ricochet's narrow phases do not take over");
    if (const std::string error = setAlgorithms(name); !error.empty()) return tl::unexpected(error);
    narrowPhase_ = name;
    return {};
}

Result<void> Session::useBroadPhase(const std::string& name) {
    return simulation_->useBroadPhase(name).map([&] { broadPhase_ = name; });
}

const btRigidBody* Session::onlyMover() const {
    const btRigidBody* only = nullptr;
    for (const scenes::SceneBody& each : simulation_->scene().bodies()) {
        if (each.body->isStaticOrKinematicObject()) continue;
        if (only) return nullptr;
        only = each.body;
    }
    return only;
}

btScalar Session::typicalImpulse() const {
    const scenes::SceneBody* const body = firstThatMoves(simulation_->scene());
    return (body ? 1 / body->body->getInvMass() : 1) * kGravity * btScalar(1 / hz_);
}

std::vector<scenes::SceneBody> Session::bodies() const {
    std::vector<scenes::SceneBody> all = simulation_->scene().bodies();
    for (const auto& body : thrown_) all.push_back({body.get(), thrownMesh_});
    return all;
}

}  // namespace ricochet::window
