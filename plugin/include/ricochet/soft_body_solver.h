#pragma once

#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <ricochet/api.h>
#include <ricochet/precision.h>

#include <memory>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Bullet's solver of soft bodies, after which no layers of cloth have passed through each other, and no
/// nodes into meshes. Pass it to the constructor of a btSoftRigidDynamicsWorld or of a SweptWorld made of it,
/// and delete it after the world:
///     ricochet::SoftBodySolver softBodies;
///     btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration, &softBodies);
/// - Soft bodies whose faces collide (`btSoftBody::fCollision::VF_SS`) collide with themselves, too, after
///   `body.setSelfCollision(true)`. Layers touch at twice the body's margin, or at half of the altitude of
///   its faces if that is less.
/// - Bullet's links may move nodes through another layer. After its solver, nodes that would cross one move
///   less: layers that do not cross at the start of a step do not cross at its end, at any speed. This holds
///   for the nodes, edges and faces of different bodies and of one that collides with itself. Layers that
///   cross at the start are not separated.
/// - Nor do links and springs pull nodes through a mesh with which the body's nodes collide
///   (`btSoftBody::fCollision::SDF_RS`) and whose bounding box its own overlaps: nodes that would pass the
///   surface end the step at the margin. Where two meshes press on a node, one of them may contain it.
/// Where memory is lacking, a step is Bullet's own, and that is reported (`Settings::report`).
/// For one world and one thread.
class RICOCHET_API SoftBodySolver : public btDefaultSoftBodySolver {
public:
    SoftBodySolver();
    ~SoftBodySolver() override;
    SoftBodySolver(const SoftBodySolver&) = delete;
    SoftBodySolver& operator=(const SoftBodySolver&) = delete;

    /// At the start of a step.
    void optimize(btAlignedObjectArray<btSoftBody*>& bodies, bool forceUpdate = false) override;
    /// Adds the contacts of bodies with themselves, solves as Bullet does, and separates what would cross.
    /// `timeStep` in seconds.
    void solveConstraints(btScalar timeStep) override;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
