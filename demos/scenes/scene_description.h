#pragma once

#include "demos/scenes/height_field.h"
#include "demos/scenes/scene.h"
#include "demos/scenes/soft_bodies.h"
#include "demos/scenes/travelling_waves.h"

#include <btBulletDynamicsCommon.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::scenes {

enum class ShapeKind {
    mesh,
    box,
    sphere,
    capsule,
    cylinder,
    cone,
    spheres,
    hull,
    plane,
    heights,
    compound,
    octree,
    soft
};

/// What a soft body consists of. Links of a material hold pairs of nodes at the distance that they have here.
struct SoftShape {
    std::vector<btVector3> nodes;           ///< metres
    std::vector<std::array<int, 2>> links;  ///< nodes
    std::vector<std::array<int, 3>> faces;  ///< nodes; the surface, for other soft bodies and the air
    std::vector<int> held;                  ///< nodes that stay where they are
    btScalar stiffness = 1;                 ///< of links: up to 1
    btScalar damping = 0;                   ///< share of its velocity that a node loses in a step
    btScalar drag = 0, crossForce = 0;      ///< Bullet's coefficients of air: along its flow and across, lift
    btVector3 wind{0, 0, 0};                ///< m/s
    int iterations = kSoftIterations;       ///< of Bullet's solver for positions, in a step
};

struct ShapePart;

/// A shape about its body's centre of mass. Capsules, cylinders and cones are about the y axis.
struct DescribedShape {
    ShapeKind kind = ShapeKind::mesh;
    std::size_t mesh = 0;           ///< of the description's meshes
    std::string algorithm;          ///< narrow phase of a mesh; empty: the run's
    btVector3 half{0, 0, 0};        ///< metres, of a box
    btScalar radius = 0;            ///< metres
    btScalar height = 0;            ///< metres; of a capsule: that of its middle part
    btVector3 normal{0, 1, 0};      ///< of a plane, upwards
    btScalar offset = 0;            ///< metres along the normal, of a plane
    std::vector<btVector3> points;  ///< corners of a hull, or centres of spheres
    std::vector<btScalar> radii;    ///< of spheres
    std::vector<ShapePart> parts;   ///< of a compound
    HeightField heights = {};
    SoftShape soft = {};
    std::size_t of = 0;              ///< body: the one that an octree shows
    btVector3 beside{0, 0, 0};       ///< metres: from that body to its octree
    std::optional<btScalar> margin;  ///< metres; none: Bullet's own, or that of all meshes
};

struct ShapePart {
    btTransform pose;  ///< in the compound
    DescribedShape shape;
};

struct DescribedBody {
    std::string name;
    DescribedShape shape;
    btScalar mass = 0;                 ///< kg; 0: static, or kinematic by its actions
    std::optional<btVector3> inertia;  ///< kg m², about the shape's axes; none: that of the shape
    btTransform pose = btTransform::getIdentity();  ///< of the centre of mass, in the world
    btVector3 velocity{0, 0, 0};                    ///< m/s
    btVector3 spin{0, 0, 0};                        ///< radians a second
    btScalar friction = 0, restitution = 0;         ///< Bullet multiplies those of two bodies
    bool maySleep = true;
    btVector3 linearFactor{1, 1, 1}, angularFactor{1, 1, 1};  ///< 0: not moved along or about this axis
    std::optional<btVector3> gravity;                         ///< m/s²; none: that of the scene
    std::string group;                                        ///< bodies of one pass through one another
    BodyActions actions;
};

enum class JointKind { hinge, slider, fixed, sixDof, cone };

/// Radians and radians a second about an axis, or metres and m/s along one.
struct JointMotor {
    int axis = 0;  ///< of a sixDof: 0 to 2 along its x, y and z, 3 to 5 about them
    btScalar velocity = 0;
    std::optional<btScalar> target;  ///< position towards which it drives; none: it has its velocity
    btScalar maximum = 0;            ///< Nm or N
};

/// A constraint of Bullet. A hinge turns about z of its frame, a slider moves along x.
struct DescribedJoint {
    std::string name;
    JointKind kind = JointKind::fixed;
    std::size_t a = 0;             ///< body
    std::optional<std::size_t> b;  ///< none: the world
    btTransform frameInA = btTransform::getIdentity(), frameInB = btTransform::getIdentity();
    bool bodiesCollide = false;
    /// Radians or metres; a hinge and a slider have one or none, a sixDof six: free where the first is above
    /// the second.
    std::vector<std::array<btScalar, 2>> limits;
    std::array<btScalar, 3> cone{0, 0, 0};  ///< radians to each side: swing about z, about y, twist about x
    std::vector<JointMotor> motors;         ///< at most one, but of a sixDof
};

/// An option of a run, by its name on the command line without dashes.
struct DescribedOption {
    std::string name, value;
};

/// A scene as data: what a file contains.
struct SceneDescription {
    std::string about;
    btVector3 gravity{0, btScalar(-9.81), 0};        ///< m/s²
    std::vector<DescribedOption> options;            ///< of its run
    std::vector<std::shared_ptr<SceneMesh>> meshes;  ///< about centres of mass, if their bodies move
    std::map<std::size_t, MeshWaves> waves;          ///< of some of the meshes
    std::optional<Attraction> attraction;
    std::optional<Walls> walls;
    double thermostat = 0;  ///< 1/s, as in `SceneActions`
    std::vector<DescribedBody> bodies;
    std::vector<DescribedJoint> joints;

    bool hasSoftBodies() const;
};

}  // namespace ricochet::scenes
