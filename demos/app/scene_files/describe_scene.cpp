#include "demos/app/scene_files/describe_scene.h"

#include "demos/scenes/argument_of.h"
#include "demos/scenes/described_scene.h"
#include "demos/scenes/soft_shape.h"
#include "demos/scenes/stock_scene.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ricochet::app {
namespace {

using scenes::argumentOf;
using scenes::ShapeKind;

btScalar inverseOf(btScalar inverse) {
    if (inverse == 0) return 0;
    return argumentOf([](btScalar x) { return 1 / x; }, inverse, 1 / inverse);
}

/// Bullet keeps the size of a box or cylinder without its margin, and rounds.
btVector3 halfExtents(const btConvexInternalShape& shape, btConvexInternalShape* (*make)(const btVector3&)) {
    constexpr int kFarthest = 2;  // units in the last place
    const btVector3 margin(shape.getMargin(), shape.getMargin(), shape.getMargin());
    const btVector3 guess = shape.getImplicitShapeDimensions() + margin;
    const auto moved = [](btScalar x, int by) {
        for (; by > 0; --by) x = std::nextafter(x, BT_LARGE_FLOAT);
        for (; by < 0; ++by) x = std::nextafter(x, btScalar(0));
        return x;
    };
    for (int i = -kFarthest; i <= kFarthest; ++i) {
        for (int j = -kFarthest; j <= kFarthest; ++j) {
            for (int k = -kFarthest; k <= kFarthest; ++k) {
                const btVector3 half(moved(guess.x(), i), moved(guess.y(), j), moved(guess.z(), k));
                const std::unique_ptr<btConvexInternalShape> made(make(half));
                made->setMargin(shape.getMargin());
                if (made->getImplicitShapeDimensions() == shape.getImplicitShapeDimensions()) return half;
            }
        }
    }
    return guess;
}

/// What a file cannot express.
struct Unexpressed {
    std::string message;
};

class Describer {
public:
    explicit Describer(Simulation& simulation) : simulation_(simulation) {}

    Result<scenes::SceneDescription> describe(double seconds) {
        const scenes::Scene& scene = simulation_.scene();
        if (simulation_.impulses())
            return tl::unexpected(std::string("a file cannot express --dynamics impulses"));
        scene_.gravity = simulation_.world().getGravity();
        actions_ = scene.actions(seconds);
        scene_.attraction = actions_.attraction;
        scene_.walls = actions_.walls;
        scene_.thermostat = actions_.thermostat;
        for (const scenes::SceneBody& each : scene.bodies())
            each.soft ? addSoft(*each.soft) : addBody(*each.body);
        for (int i = 0; i < simulation_.world().getNumConstraints(); ++i) {
            addJoint(*simulation_.world().getConstraint(i));
        }
        findGroups();
        if (!missing_.empty()) return tl::unexpected("a file cannot express " + missing_);
        return std::move(scene_);
    }

private:
    void miss(const std::string& what) {
        if (missing_.empty()) missing_ = what;
    }

    std::size_t meshIndex(const scenes::SceneMesh& mesh) {
        const auto [at, isNew] = meshes_.try_emplace(&mesh, scene_.meshes.size());
        if (isNew) scene_.meshes.push_back(std::make_shared<scenes::SceneMesh>(mesh));
        return at->second;
    }

    scenes::DescribedShape shapeOf(const btCollisionShape& given) {
        scenes::DescribedShape shape;
        if (const auto* mesh = simulation_.meshOfShape(given)) {
            shape.kind = ShapeKind::mesh;
            shape.mesh = meshIndex(*mesh);
            return shape;
        }
        switch (given.getShapeType()) {
            case BOX_SHAPE_PROXYTYPE:
                shape.kind = ShapeKind::box;
                shape.half = halfExtents(
                    static_cast<const btBoxShape&>(given),
                    [](const btVector3& half) -> btConvexInternalShape* { return new btBoxShape(half); });
                break;
            case CYLINDER_SHAPE_PROXYTYPE: {
                shape.kind = ShapeKind::cylinder;
                const btVector3 half = halfExtents(
                    static_cast<const btCylinderShape&>(given),
                    [](const btVector3& h) -> btConvexInternalShape* { return new btCylinderShape(h); });
                shape.radius = half.x();
                shape.height = 2 * half.y();
                break;
            }
            case SPHERE_SHAPE_PROXYTYPE:
                shape.kind = ShapeKind::sphere;
                shape.radius = static_cast<const btSphereShape&>(given).getRadius();
                return shape;
            case CAPSULE_SHAPE_PROXYTYPE:
                shape.kind = ShapeKind::capsule;
                shape.radius = static_cast<const btCapsuleShape&>(given).getRadius();
                shape.height = 2 * static_cast<const btCapsuleShape&>(given).getHalfHeight();
                return shape;
            case CONE_SHAPE_PROXYTYPE:
                shape.kind = ShapeKind::cone;
                shape.radius = static_cast<const btConeShape&>(given).getRadius();
                shape.height = static_cast<const btConeShape&>(given).getHeight();
                break;
            case MULTI_SPHERE_SHAPE_PROXYTYPE: {
                shape.kind = ShapeKind::spheres;
                const auto& spheres = static_cast<const btMultiSphereShape&>(given);
                for (int i = 0; i < spheres.getSphereCount(); ++i) {
                    shape.points.push_back(spheres.getSpherePosition(i));
                    shape.radii.push_back(spheres.getSphereRadius(i));
                }
                return shape;
            }
            case CONVEX_HULL_SHAPE_PROXYTYPE: {
                shape.kind = ShapeKind::hull;
                const auto& hull = static_cast<const btConvexHullShape&>(given);
                for (int i = 0; i < hull.getNumPoints(); ++i)
                    shape.points.push_back(hull.getUnscaledPoints()[i]);
                break;
            }
            case STATIC_PLANE_PROXYTYPE:
                shape.kind = ShapeKind::plane;
                shape.normal = static_cast<const btStaticPlaneShape&>(given).getPlaneNormal();
                shape.offset = static_cast<const btStaticPlaneShape&>(given).getPlaneConstant();
                return shape;
            case COMPOUND_SHAPE_PROXYTYPE: {
                shape.kind = ShapeKind::compound;
                const auto& compound = static_cast<const btCompoundShape&>(given);
                for (int i = 0; i < compound.getNumChildShapes(); ++i) {
                    shape.parts.push_back(
                        {compound.getChildTransform(i), shapeOf(*compound.getChildShape(i))});
                }
                return shape;
            }
            default:
                miss("a shape of the kind " + std::string(given.getName()));
                return shape;
        }
        if (given.getMargin() != scenes::stockShape(shape).shape->getMargin())
            shape.margin = given.getMargin();
        return shape;
    }

    std::string nextName() const { return "body " + std::to_string(scene_.bodies.size()); }

    void addSoft(const btSoftBody& body) {
        scenes::DescribedSoft soft = scenes::describeSoft(body);
        if (!soft.unexpressed.empty()) miss(soft.unexpressed);
        scenes::DescribedBody described;
        described.name = nextName();
        described.shape.kind = ShapeKind::soft;
        described.shape.soft = std::move(soft.shape);
        described.mass = soft.mass;
        described.friction = soft.friction;
        described.velocity = soft.velocity;
        scene_.bodies.push_back(std::move(described));
    }

    void addBody(const btRigidBody& body) {
        scenes::DescribedBody described;
        described.name = nextName();
        if (!simulation_.scene().describeShape(scene_.bodies.size(), scene_, described.shape))
            described.shape = shapeOf(*body.getCollisionShape());
        described.mass = inverseOf(body.getInvMass());
        if (described.mass > 0) {
            const btVector3& inverse = body.getInvInertiaDiagLocal();
            described.inertia =
                btVector3(inverseOf(inverse.x()), inverseOf(inverse.y()), inverseOf(inverse.z()));
        }
        described.pose = body.getWorldTransform();
        described.velocity = body.getLinearVelocity();
        described.spin = body.getAngularVelocity();
        described.friction = body.getFriction();
        described.restitution = body.getRestitution();
        described.maySleep = body.getActivationState() != DISABLE_DEACTIVATION;
        if (const auto acting = actions_.bodies.find(scene_.bodies.size()); acting != actions_.bodies.end())
            described.actions = acting->second;
        if (body.isKinematicObject() && !described.actions.isKinematic()) miss("what moves a kinematic body");
        if (body.getLinearDamping() != 0 || body.getAngularDamping() != 0) miss("damping");
        if (described.mass > 0) {
            described.linearFactor = body.getLinearFactor();
            described.angularFactor = body.getAngularFactor();
            if (body.getGravity() != scene_.gravity) described.gravity = body.getGravity();
        }
        indices_[&body] = scene_.bodies.size();
        scene_.bodies.push_back(std::move(described));
    }

    void addJoint(btTypedConstraint& constraint) {
        scenes::DescribedJoint joint;
        joint.name = "joint " + std::to_string(scene_.joints.size());
        joint.a = indices_.at(&constraint.getRigidBodyA());
        const auto b = indices_.find(&constraint.getRigidBodyB());
        if (b != indices_.end()) joint.b = b->second;
        joint.bodiesCollide = constraint.getRigidBodyA().checkCollideWith(&constraint.getRigidBodyB());
        if (constraint.getConstraintType() == HINGE_CONSTRAINT_TYPE) {
            describeHinge(static_cast<btHingeConstraint&>(constraint), joint);
        } else if (constraint.getConstraintType() == CONETWIST_CONSTRAINT_TYPE) {
            const auto& cone = static_cast<const btConeTwistConstraint&>(constraint);
            joint.kind = scenes::JointKind::cone;
            joint.frameInA = cone.getAFrame();
            joint.frameInB = cone.getBFrame();
            joint.cone = {cone.getSwingSpan1(), cone.getSwingSpan2(), cone.getTwistSpan()};
        } else {
            miss("a constraint other than hinges and cones");
        }
        scene_.joints.push_back(std::move(joint));
    }

    void describeHinge(btHingeConstraint& hinge, scenes::DescribedJoint& joint) {
        joint.kind = scenes::JointKind::hinge;
        joint.frameInA = hinge.getAFrame();
        joint.frameInB = hinge.getBFrame();
        if (hinge.hasLimit()) joint.limits.push_back({hinge.getLowerLimit(), hinge.getUpperLimit()});
        if (!hinge.getEnableAngularMotor()) return;
        const btScalar step = simulation_.timeStep(), impulse = hinge.getMaxMotorImpulse();
        const btScalar torque = argumentOf([&](btScalar t) { return t * step; }, impulse, impulse / step);
        joint.motors.push_back(
            {.velocity = hinge.getMotorTargetVelocity(), .target = std::nullopt, .maximum = torque});
    }

    /// Bodies that pass through one another are joined, or in one group.
    void findGroups() {
        std::map<std::pair<std::size_t, std::size_t>, bool> joined;
        for (const auto& joint : scene_.joints) {
            if (joint.b) joined[std::minmax(joint.a, *joint.b)] = true;
        }
        const auto& bodies = simulation_.scene().bodies();
        const auto pass = [&](std::size_t i, std::size_t j) {
            if (bodies[i].body->isStaticObject()) std::swap(i, j);
            return !bodies[i].body->isStaticObject() &&
                   !bodies[i].body->checkCollideWithOverride(bodies[j].body);
        };
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            for (std::size_t j = i + 1; j < bodies.size(); ++j) {
                if (joined.count({i, j}) || !pass(i, j)) continue;
                std::string &a = scene_.bodies[i].group, &b = scene_.bodies[j].group;
                if (a.empty()) a = "group " + std::to_string(++groups_);
                if (b.empty()) b = a;
                if (a != b) miss("bodies of which each passes through some of the others");
            }
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (scene_.bodies[i].group.empty()) continue;
            for (std::size_t j = i + 1; j < bodies.size(); ++j) {
                if (scene_.bodies[i].group == scene_.bodies[j].group && !pass(i, j))
                    miss("bodies of which each passes through some of the others");
            }
        }
    }

    Simulation& simulation_;
    scenes::SceneDescription scene_;
    scenes::SceneActions actions_;
    std::map<const scenes::SceneMesh*, std::size_t> meshes_;
    std::map<const btCollisionObject*, std::size_t> indices_;
    int groups_ = 0;
    std::string missing_;
};

}  // namespace

Result<scenes::SceneDescription> describe(Simulation& simulation, double seconds) {
    return Describer(simulation).describe(seconds);
}

}  // namespace ricochet::app
