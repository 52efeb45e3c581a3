#pragma once

#include "demos/scenes/actions.h"

#include <btBulletDynamicsCommon.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class btSoftBody;

namespace ricochet::scenes {

/// A closed mesh of a scene: metres, faces counter-clockwise seen from outside. Every coordinate is exact in
/// float, whatever the precision of Bullet.
struct SceneMesh {
    std::vector<btVector3> vertices;
    std::vector<std::array<int, 3>> faces;
};

/// Options and functions that the app passes to a scene. The first three functions must be set.
struct SceneOptions {
    /// A shape for a moving (true) or static (false) mesh. The scene keeps the shape and the mesh alive.
    std::function<std::unique_ptr<btCollisionShape>(const SceneMesh&, btStridingMeshInterface&, bool moves)>
        makeShape;
    /// Inertia (kg m², about the shape's axes through its centre) of a moving mesh shape, which Bullet does
    /// not compute.
    std::function<btVector3(const btCollisionShape&, btScalar mass)> inertia;
    /// Centre of mass of the solid that a mesh bounds: a scene moves the mesh's origin there before it
    /// creates the shape.
    std::function<btVector3(const SceneMesh&)> centreOfMass;
    /// Gives a mesh shape an algorithm of its own by name; an empty name takes it back. May be unset.
    std::function<void(const btCollisionShape&, const std::string& name)> setAlgorithm;
    /// A static world of any size, object by object (false: there is none left), as a shape that stores them
    /// outside of memory. Null if that failed: the scene omits the world. Not set: scenes with such a world
    /// make one mesh of it by `makeShape`.
    std::function<std::unique_ptr<btCollisionShape>(const std::function<bool(SceneMesh&)>& next)> makeWorld;
    std::string variant;  ///< one of the scene's variants; empty: its first
    unsigned seed = 1;
    btScalar noise = 0;   ///< metres: moving bodies start up to this far aside, in x and z
    btScalar margin = 0;  ///< metres: of every mesh shape; the scene sets it
    bool maySleep = true;
    btScalar timeStep = btScalar(1) / 60;  ///< seconds
    int smallSteps = 1;                    ///< in a time step: how often its solver moves the bodies
    double smallStep() const { return double(timeStep) / smallSteps; }  ///< seconds
    std::optional<btScalar> friction;  ///< of two bodies; none: the scene's own
    std::optional<int> bodies;         ///< of a scene of any number; none: the scene's own
    std::optional<int> triangles;      ///< of a ground of any size, about; none: the scene's own
    std::optional<double> moving;      ///< share of the boxes of a cloud; none: the cloud's own
    /// Called when a shape has changed in a box, which is in the shape's frame. May be unset.
    std::function<void(const btCollisionShape&, const btVector3& minimum, const btVector3& maximum)> changed;
    /// The octree of a moving mesh as a mesh of upright cubes, about the body's centre; called after each
    /// step by scenes that show it. Not set: they show nothing.
    std::function<SceneMesh(const std::shared_ptr<const SceneMesh>&, const btTransform& pose)> movedOctree;
};

struct DescribedShape;
struct SceneDescription;

/// The exit by which a body counts as lost. Scenes without a lip use only `through`.
enum class Place { inside, through, over };

/// A body of a scene, as the app draws and measures it.
struct SceneBody {
    btRigidBody* body;
    std::shared_ptr<const SceneMesh> mesh;
    /// The soft body whose present surface the mesh is. `body` then stands in the middle of its nodes and
    /// collides with nothing. Null: there is only `body`.
    btSoftBody* soft = nullptr;
};

/// A measure that is specific to its scene.
struct Measure {
    const char* name;  ///< with its unit where it has one, in lower case with underscores
    double value;
};

/// A measurement of a scene beside its analytic value.
struct AnalyticFigure {
    const char* name;  ///< with its unit, as a measure's
    double measured, expected;
    double minimum, maximum;  ///< obeyed between these
    bool isObeyed() const { return measured >= minimum && measured <= maximum; }
};

/// A world with bodies in it; owns all that the bodies refer to but not the world, which must outlive it.
class Scene {
public:
    virtual ~Scene() = default;
    const std::vector<SceneBody>& bodies() const { return bodies_; }
    /// Called before every step; scenes with a field of force of their own act here.
    virtual void beforeStep() {}
    /// Called after every step; scenes take their own measurements here.
    virtual void afterStep() {}
    /// The scene's own measures so far; always the same names in the same order.
    virtual std::vector<Measure> measures() const { return {}; }
    /// The scene's measurements and analytic values, at its end; always the same names in the same order.
    virtual std::vector<AnalyticFigure> analyticFigures() const { return {}; }
    /// Duration of an analytic scene, seconds.
    virtual double duration() const { return 0; }
    /// Where the body's centre is: inside the scene's bounds, or lost through its floor or over its lip.
    virtual Place placeOf(const btRigidBody& body) const = 0;
    virtual bool hasLip() const { return false; }
    /// What acts on its bodies in the first `seconds` of its steps.
    virtual SceneActions actions(double /*seconds*/) const { return {}; }
    /// Describes the shape of a body that Bullet's shape does not tell, with the mesh that it needs.
    virtual bool describeShape(std::size_t /*body*/, SceneDescription&, DescribedShape&) const {
        return false;
    }

protected:
    std::vector<SceneBody> bodies_;
};

/// One row of the table of scenes.
struct SceneEntry {
    const char* name;
    const char* about;                  ///< one line
    std::vector<const char*> variants;  ///< the first is the default; may be empty
    std::function<std::unique_ptr<Scene>(btDynamicsWorld&, const SceneOptions&)> make;
    bool isOfAnyNumber = false;  ///< of bodies
    bool isOfAnySize = false;    ///< its ground, in triangles
    bool hasSoftBodies = false;  ///< its world must be a btSoftRigidDynamicsWorld
};

const std::vector<SceneEntry>& sceneTable();

}  // namespace ricochet::scenes
