#pragma once

#include "demos/scenes/random.h"
#include "demos/scenes/scene.h"

#include <cassert>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::scenes {

/// A scene of mesh bodies: owns meshes, index arrays, shapes, motion states and bodies, and takes the bodies
/// out of the world at its end.
class MeshScene : public Scene {
public:
    ~MeshScene() override { removeBodies(); }
    void beforeStep() override { runner_.act(bodies_, actions_); }
    SceneActions actions(double) const override { return actions_; }

protected:
    /// A mesh and the shape that bodies share.
    struct Surface {
        std::shared_ptr<SceneMesh> mesh;  ///< its vertices move only by `deform`
        std::unique_ptr<btTriangleIndexVertexArray> array;
        std::unique_ptr<btCollisionShape> shape;
    };

    /// `usualFriction`: of two bodies, where the options name none.
    MeshScene(btDynamicsWorld& world, const SceneOptions& options, const btVector3& gravity,
              btScalar usualFriction = btScalar(0.5));

    /// From the world; for a scene that owns the shapes of its bodies, which are destroyed before this class.
    void removeBodies();

    /// The shape of static bodies at the mesh's own place.
    Surface& standing(SceneMesh mesh);
    /// The shape of bodies that move: the mesh is moved to its centre of mass first.
    Surface& moving(SceneMesh mesh);
    /// The shape of bodies that move or stand; the mesh is as it is.
    Surface& surface(SceneMesh mesh, bool moves);

    /// For a shape of this scene, if the options' app can.
    void setAlgorithm(const btCollisionShape& shape, const std::string& name) const;
    /// Of the solid of a moving surface, about the shape's axes.
    btVector3 solidInertia(const btCollisionShape& shape, btScalar mass) const;

    /// Gives a mesh, which a shape of `moving` or `standing` refers to, the vertices of another form of it.
    /// Bullet's mesh shapes are refitted, others keep their form.
    void deform(Surface& surface, const SceneMesh& form);

    /// What acts in the steps; a constructor adds to it.
    SceneActions& acting() { return actions_; }
    /// That of a body of the scene.
    BodyActions& actingOn(const btRigidBody& body);
    ActionRunner& runner() { return runner_; }

    /// Adds a body to the world; a mass of 0 fixes it. Restitution is 0.
    btRigidBody& add(const Surface& surface, btScalar mass, const btTransform& start);
    /// The same for a shape that the scene owns; `mesh`: for drawing.
    btRigidBody& add(btCollisionShape& shape, std::shared_ptr<const SceneMesh> mesh, btScalar mass,
                     const btVector3& inertia, const btTransform& start);

    /// Two such bodies have `restitution` between them: Bullet multiplies what each has.
    static void setMutualRestitution(btRigidBody& body, btScalar restitution);

    btDynamicsWorld& world() { return world_; }
    /// Draws the random part of a start; the noise has numbers of its own.
    Random& random() { return random_; }
    const Random& random() const { return random_; }

private:
    struct OwnedBody {
        std::unique_ptr<btMotionState> motion;
        std::unique_ptr<btRigidBody> body;
    };

    btDynamicsWorld& world_;
    const SceneOptions options_;
    const btScalar friction_;  ///< of two bodies
    Random random_;
    Random noise_;
    SceneActions actions_;
    ActionRunner runner_;
    std::deque<Surface> surfaces_;
    std::deque<OwnedBody> owned_;
};

/// The row of a scene's variants with that name; the first without a name.
template <class Rows>
const auto& variantOf(const Rows& rows, const std::string& name) {
    for (const auto& row : rows) {
        if (name == row.name) return row;
    }
    assert(name.empty() && "a variant that the scene's table does not list");
    return *std::begin(rows);
}

}  // namespace ricochet::scenes
