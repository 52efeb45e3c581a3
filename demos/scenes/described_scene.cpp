#include "demos/scenes/described_scene.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/soft_shape.h"
#include "demos/scenes/stock_scene.h"
#include "demos/scenes/terrain_ground.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace ricochet::scenes {
namespace {

constexpr double kDrawnPlane = 100;  // metres: width of a plane as it is drawn
constexpr double kDrawnGround = 16;  // metres: to each side of a body that digs

SceneMesh placed(SceneMesh mesh, const btTransform& pose) {
    for (btVector3& vertex : mesh.vertices) vertex = pose * vertex;
    return mesh;
}

StockShape plane(const btVector3& normal, btScalar offset) {
    StockShape ground = stockGround(kDrawnPlane);
    const btTransform pose(shortestArcQuat(btVector3(0, 1, 0), normal), offset * normal);
    return {std::make_unique<btStaticPlaneShape>(normal, offset),
            std::make_shared<const SceneMesh>(placed(*ground.mesh, pose))};
}

StockShape spheres(const DescribedShape& shape) {
    SceneMesh drawn;
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
        SceneMesh sphere = icosphere(2, double(shape.radii[i]));
        translate(sphere, shape.points[i]);
        append(drawn, sphere);
    }
    return {std::make_unique<btMultiSphereShape>(shape.points.data(), shape.radii.data(),
                                                 static_cast<int>(shape.points.size())),
            std::make_shared<const SceneMesh>(std::move(drawn))};
}

StockShape cone(double radius, double height) {
    return {std::make_unique<btConeShape>(btScalar(radius), btScalar(height)),
            std::make_shared<const SceneMesh>(
                revolved({{0, -height / 2}, {radius, -height / 2}, {0, height / 2}}, kStockSegments))};
}

class DescribedScene : public StockScene {
public:
    DescribedScene(btDynamicsWorld& world, const SceneOptions& options,
                   std::shared_ptr<const SceneDescription> description)
        : StockScene(world, options, description->gravity),
          description_(std::move(description)),
          timeStep_(options.timeStep),
          hasOwnFriction_(!options.friction),
          options_(options) {
        if (description_->hasSoftBodies()) soft_.emplace(world);
        for (const DescribedBody& body : description_->bodies) noteUse(body.shape, body.mass > 0);
        for (const DescribedBody& body : description_->bodies) addBody(body);
        for (const DescribedJoint& joint : description_->joints) addJoint(joint);
        acting().attraction = description_->attraction;
        acting().walls = description_->walls;
        acting().thermostat = description_->thermostat;
        runner().dig = [this](const Digging& pit, double x, double z) { dig(pit, x, z); };
        letGroupsPass();
        for (auto& [body, ground] : grounds_) drawGround(body);
        findLowest();
    }
    ~DescribedScene() override {
        for (const auto& [use, surface] : surfaces_) setAlgorithm(*surface->shape, "");
        removeBodies();
    }

    void beforeStep() override {
        StockScene::beforeStep();
        ++steps_;
        for (const auto& [use, surface] : surfaces_) {
            if (description_->waves.count(use.first)) wave(use, *surface);
        }
        for (const auto& drive : drives_) drive();
    }

    void afterStep() override {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const DescribedShape& shape = description_->bodies[i].shape;
            if (shape.kind == ShapeKind::soft) SoftBodies::show(bodies_[i]);
            if (shape.kind != ShapeKind::octree || !options_.movedOctree) continue;
            bodies_[i].mesh = octreeOf(shape.of);
            const btVector3& at = bodies_[shape.of].body->getWorldTransform().getOrigin();
            bodies_[i].body->setWorldTransform(btTransform(btQuaternion::getIdentity(), at + shape.beside));
        }
    }

    Place placeOf(const btRigidBody& body) const override {
        const bool isSoft = soft_ && body.getCollisionShape() == &soft_->shapeOfMiddle();
        const bool isLost = (isSoft || !body.isStaticOrKinematicObject()) &&
                            up_.dot(body.getCenterOfMassPosition()) < lowest_;
        return isLost ? Place::through : Place::inside;
    }

private:
    /// Bodies of one mesh have one shape for each algorithm, made for moving bodies if one of them moves.
    using MeshUse = std::pair<std::size_t, std::string>;

    void noteUse(const DescribedShape& shape, bool moves) {
        if (shape.kind == ShapeKind::mesh) moves_[{shape.mesh, shape.algorithm}] |= moves;
        for (const ShapePart& part : shape.parts) noteUse(part.shape, moves);
    }

    Surface& surfaceOf(const DescribedShape& shape) {
        const MeshUse use(shape.mesh, shape.algorithm);
        if (!surfaces_.count(use)) {
            surfaces_[use] = &surface(formOf(shape.mesh, 0), moves_.at(use));
            if (!shape.algorithm.empty()) setAlgorithm(*surfaces_[use]->shape, shape.algorithm);
        }
        return *surfaces_.at(use);
    }

    /// A mesh of the description at a time.
    SceneMesh formOf(std::size_t mesh, double seconds) const {
        const auto waves = description_->waves.find(mesh);
        const SceneMesh& without = *description_->meshes[mesh];
        return waves == description_->waves.end() ? without : waved(without, waves->second, seconds);
    }

    void wave(const MeshUse& use, Surface& surface) {
        const auto form =
            std::make_shared<const SceneMesh>(formOf(use.first, steps_ * double(options_.timeStep)));
        deform(surface, *form);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const DescribedShape& shape = description_->bodies[i].shape;
            if (shape.kind == ShapeKind::mesh && MeshUse(shape.mesh, shape.algorithm) == use)
                bodies_[i].mesh = form;
        }
    }

    std::shared_ptr<const SceneMesh> octreeOf(std::size_t body) const {
        return std::make_shared<const SceneMesh>(
            options_.movedOctree(description_->meshes[description_->bodies[body].shape.mesh],
                                 bodies_[body].body->getWorldTransform()));
    }

    void dig(const Digging& pit, double x, double z) {
        TerrainGround& ground = grounds_.at(pit.ground);
        const auto box = ground.dig(x, z, pit.radius, pit.depth);
        if (options_.changed) options_.changed(ground.shape(), box.minimum, box.maximum);
        drawGround(pit.ground);
    }

    /// Of a ground that a body digs, only the part about it.
    void drawGround(std::size_t body) {
        const TerrainGround& ground = grounds_.at(body);
        btVector3 at(0, 0, 0);
        double seen = ground.half();
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const auto& route = description_->bodies[i].actions.route;
            if (!route || !route->digging || route->digging->ground != body) continue;
            at = bodies_[i].body->getCenterOfMassPosition();
            seen = kDrawnGround;
        }
        bodies_[body].mesh =
            std::make_shared<const SceneMesh>(ground.slabAbout(double(at.x()), double(at.z()), seen));
    }

    void letGroupsPass() {
        std::map<std::string, std::vector<btRigidBody*>> groups;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (const std::string& group = description_->bodies[i].group; !group.empty())
                groups[group].push_back(bodies_[i].body);
        }
        for (const auto& [name, members] : groups) {
            for (btRigidBody* member : members) {
                for (btRigidBody* other : members) member->setIgnoreCollisionCheck(other, member != other);
            }
        }
    }

    /// The scene owns the shape that it returns.
    std::pair<btCollisionShape*, std::shared_ptr<const SceneMesh>> shapeOf(const DescribedShape& shape) {
        std::pair<btCollisionShape*, std::shared_ptr<const SceneMesh>> made;
        if (shape.kind == ShapeKind::mesh) {
            const Surface& surface = surfaceOf(shape);
            return {surface.shape.get(), surface.mesh};
        }
        if (shape.kind == ShapeKind::heights) {
            TerrainGround& ground = grounds_.try_emplace(bodies_.size(), shape.heights).first->second;
            ground.shape().setMargin(options_.margin);
            return {&ground.shape(), nullptr};
        }
        if (shape.kind == ShapeKind::octree)
            return {&nothing_, options_.movedOctree ? octreeOf(shape.of) : std::make_shared<SceneMesh>()};
        if (shape.kind != ShapeKind::compound) {
            const StockShape& stock = keep(stockShape(shape));
            return {stock.shape.get(), stock.mesh};
        }
        auto compound = std::make_unique<btCompoundShape>();
        SceneMesh drawn;
        for (const ShapePart& part : shape.parts) {
            const auto [child, mesh] = shapeOf(part.shape);
            compound->addChildShape(part.pose, child);
            append(drawn, placed(*mesh, part.pose));
        }
        const StockShape& stock =
            keep({std::move(compound), std::make_shared<const SceneMesh>(std::move(drawn))});
        return {stock.shape.get(), stock.mesh};
    }

    btVector3 inertiaOf(const DescribedBody& body, const btCollisionShape& shape) {
        if (body.mass == 0) return {0, 0, 0};
        if (body.inertia) return *body.inertia;
        if (body.shape.kind == ShapeKind::mesh) return solidInertia(shape, body.mass);
        btVector3 inertia;
        shape.calculateLocalInertia(body.mass, inertia);
        return inertia;
    }

    void addSoft(const DescribedBody& body) {
        const SoftShape& shape = body.shape.soft;
        btSoftBody& soft = soft_->add(makeSoft(soft_->worldInfo(), shape, body.pose), body.mass);
        finishSoft(soft, shape, hasOwnFriction_ ? body.friction : std::sqrt(*options_.friction),
                   body.velocity);
        add(soft_->shapeOfMiddle(), nullptr, 0, btVector3(0, 0, 0), btTransform::getIdentity());
        bodies_.back().soft = &soft;
        SoftBodies::show(bodies_.back());
    }

    void addBody(const DescribedBody& body) {
        if (body.shape.kind == ShapeKind::soft) return addSoft(body);
        const auto [shape, mesh] = shapeOf(body.shape);
        btRigidBody& added = add(*shape, mesh, body.mass, inertiaOf(body, *shape), body.pose);
        if (hasOwnFriction_) added.setFriction(body.friction);
        added.setRestitution(body.restitution);
        added.setLinearVelocity(body.velocity);
        added.setAngularVelocity(body.spin);
        if (!body.maySleep) added.setActivationState(DISABLE_DEACTIVATION);
        added.setLinearFactor(body.linearFactor);
        added.setAngularFactor(body.angularFactor);
        if (body.gravity) added.setGravity(*body.gravity);
        if (body.actions.isKinematic()) makeKinematic(added);
        acting().bodies[bodies_.size() - 1] = body.actions;
    }

    void addJoint(const DescribedJoint& joint) {
        btRigidBody& a = *bodies()[joint.a].body;
        btRigidBody& b = joint.b ? *bodies()[*joint.b].body : btTypedConstraint::getFixedBody();
        // Bullet's fixed body is that of all worlds: it gets no references.
        join(make(joint, a, b), /*bodiesCollide*/ joint.bodiesCollide || !joint.b);
    }

    std::unique_ptr<btTypedConstraint> make(const DescribedJoint& joint, btRigidBody& a, btRigidBody& b) {
        switch (joint.kind) {
            case JointKind::hinge:
                return hinge(joint, a, b);
            case JointKind::slider:
                return slider(joint, a, b);
            case JointKind::sixDof:
                return sixDof(joint, a, b);
            case JointKind::cone: {
                auto cone =
                    joint.b ? std::make_unique<btConeTwistConstraint>(a, b, joint.frameInA, joint.frameInB)
                            : std::make_unique<btConeTwistConstraint>(a, joint.frameInA);
                cone->setLimit(joint.cone[0], joint.cone[1], joint.cone[2]);
                return cone;
            }
            case JointKind::fixed:
                break;
        }
        return std::make_unique<btFixedConstraint>(a, b, joint.frameInA, joint.frameInB);
    }

    /// Bullet takes a motor's limit as an impulse in each step.
    std::unique_ptr<btTypedConstraint> hinge(const DescribedJoint& joint, btRigidBody& a, btRigidBody& b) {
        auto hinge = std::make_unique<btHingeConstraint>(a, b, joint.frameInA, joint.frameInB);
        for (const auto& [low, high] : joint.limits) hinge->setLimit(low, high);
        for (const JointMotor& motor : joint.motors) {
            hinge->enableAngularMotor(true, motor.velocity, motor.maximum * timeStep_);
            if (!motor.target) continue;
            drives_.push_back(
                [h = hinge.get(), target = *motor.target, this] { h->setMotorTarget(target, timeStep_); });
        }
        return hinge;
    }

    std::unique_ptr<btTypedConstraint> slider(const DescribedJoint& joint, btRigidBody& a, btRigidBody& b) {
        auto slider = std::make_unique<btSliderConstraint>(a, b, joint.frameInA, joint.frameInB,
                                                           /*useLinearReferenceFrameA*/ true);
        slider->setLowerLinLimit(joint.limits.empty() ? 1 : joint.limits.front()[0]);
        slider->setUpperLinLimit(joint.limits.empty() ? -1 : joint.limits.front()[1]);
        slider->setLowerAngLimit(0);
        slider->setUpperAngLimit(0);
        for (const JointMotor& motor : joint.motors) {
            slider->setPoweredLinMotor(true);
            slider->setMaxLinMotorForce(motor.maximum);
            slider->setTargetLinMotorVelocity(motor.velocity);
            if (!motor.target) continue;
            drives_.push_back([s = slider.get(), target = *motor.target, this] {
                s->calculateTransforms(s->getRigidBodyA().getCenterOfMassTransform(),
                                       s->getRigidBodyB().getCenterOfMassTransform());
                s->setTargetLinMotorVelocity((target - s->getLinearPos()) / timeStep_);
            });
        }
        return slider;
    }

    std::unique_ptr<btTypedConstraint> sixDof(const DescribedJoint& joint, btRigidBody& a, btRigidBody& b) {
        auto six = std::make_unique<btGeneric6DofSpring2Constraint>(a, b, joint.frameInA, joint.frameInB);
        for (int axis = 0; axis < static_cast<int>(joint.limits.size()); ++axis) {
            const auto& [low, high] = joint.limits[static_cast<std::size_t>(axis)];
            six->setLimit(axis, low, high);
        }
        for (const JointMotor& motor : joint.motors) {
            six->enableMotor(motor.axis, true);
            six->setTargetVelocity(motor.axis, motor.velocity);
            six->setMaxMotorForce(motor.axis, motor.maximum);
            if (!motor.target) continue;
            six->setServo(motor.axis, true);
            six->setServoTarget(motor.axis, *motor.target);
        }
        return six;
    }

    void findLowest() {
        const btVector3& gravity = description_->gravity;
        up_ = gravity.fuzzyZero() ? btVector3(0, 1, 0) : -gravity.normalized();
        btScalar size = 0;
        bool hasGround = false;
        for (const SceneBody& each : bodies()) {
            if (each.soft || !each.body->isStaticOrKinematicObject()) {
                size = std::max(size, btScalar(2 * boundingRadius(*each.mesh)));
                continue;
            }
            for (const btVector3& vertex : each.mesh->vertices) {
                const btScalar height = up_.dot(each.body->getWorldTransform() * vertex);
                lowest_ = hasGround ? std::min(lowest_, height) : height;
                hasGround = true;
            }
        }
        lowest_ = hasGround ? lowest_ - size : -BT_LARGE_FLOAT;
    }

    const std::shared_ptr<const SceneDescription> description_;
    const btScalar timeStep_;
    const bool hasOwnFriction_;
    const SceneOptions options_;
    std::map<MeshUse, bool> moves_;
    std::map<MeshUse, Surface*> surfaces_;
    std::vector<std::function<void()>> drives_;     ///< of motors that have a target
    std::map<std::size_t, TerrainGround> grounds_;  ///< by bodies
    btEmptyShape nothing_;                          ///< of octrees
    std::optional<SoftBodies> soft_;
    int steps_ = 0;
    btVector3 up_;
    btScalar lowest_ = 0;  ///< metres, along `up_`
};

}  // namespace

StockShape stockShape(const DescribedShape& shape) {
    const double radius = double(shape.radius), height = double(shape.height);
    StockShape made;
    switch (shape.kind) {
        case ShapeKind::box:
            made = stockBox(shape.half);
            break;
        case ShapeKind::sphere:
            made = stockSphere(radius);
            break;
        case ShapeKind::capsule:
            made = stockCapsule(radius, height);
            break;
        case ShapeKind::cylinder:
            made = stockCylinder(radius, height);
            break;
        case ShapeKind::cone:
            made = cone(radius, height);
            break;
        case ShapeKind::spheres:
            made = spheres(shape);
            break;
        case ShapeKind::hull:
            made = stockHull(shape.points);
            break;
        case ShapeKind::plane:
            made = plane(shape.normal, shape.offset);
            break;
        case ShapeKind::mesh:
        case ShapeKind::heights:
        case ShapeKind::compound:
        case ShapeKind::octree:
        case ShapeKind::soft:
            return made;
    }
    if (shape.margin) made.shape->setMargin(*shape.margin);
    return made;
}

bool SceneDescription::hasSoftBodies() const {
    return std::ranges::any_of(bodies,
                               [](const DescribedBody& body) { return body.shape.kind == ShapeKind::soft; });
}

std::unique_ptr<Scene> makeDescribedScene(btDynamicsWorld& world, const SceneOptions& options,
                                          std::shared_ptr<const SceneDescription> description) {
    return std::make_unique<DescribedScene>(world, options, std::move(description));
}

}  // namespace ricochet::scenes
