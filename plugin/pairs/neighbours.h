#pragma once

#include "algorithms/contact/contact_types.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <LinearMath/btTransform.h>
#include <ricochet/precision.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The meshes that touch each body, so that contacts at the seams between them can be told from real ones.
/// Only meshes at rest relative to one another form one surface: static and kinematic bodies, and the parts
/// of a body. A step sees what pairs noted in earlier steps, so that results do not depend on the order of
/// pairs. Thread-safe.
class Neighbours {
public:
    /// A mesh, as part of an object, may touch `body` in this step. `pair`: identifies the pair of the two.
    /// `model`: null if the part forms no surface with others in this step.
    void note(const void* pair, const btCollisionObjectWrapper& part,
              const std::shared_ptr<const CollisionModel>& model, const NarrowPhase& narrowPhase,
              const btCollisionObject& body, std::uint32_t step);
    /// The pair no longer exists. `step`: the one whose pairs are being processed: the others of it see what
    /// the pair noted before it; 0: none, and the objects need not exist.
    void forget(const void* pair, const btCollisionObject* object0, const btCollisionObject* object1,
                std::uint32_t step);

    using Renamed = std::unordered_map<const void*, const void*>;
    /// Puts the notes of another moment in place of the present ones. `names`: the present pairs by those of
    /// that moment; what other pairs noted is dropped.
    void restore(const Neighbours& saved, const Renamed& names);
    /// What pairs noted up to now.
    std::unique_ptr<Neighbours> copy() const;

    /// The other parts that touch `body`, with which a side of a pair may form one surface; of those only the
    /// ones whose boxes are no farther than `distance` (metres) from its own: a body may touch thousands.
    /// None of a shape that deforms: another pair of the step may be reading its new vertices. Replaces
    /// `out`.
    void find(const void* pair, const btCollisionObjectWrapper& side, const CollisionModel& model,
              const btCollisionObject& body, std::uint32_t step, Real distance,
              std::vector<Neighbour>& out) const;

private:
    struct Place {
        std::shared_ptr<const CollisionModel> model;  ///< null: nowhere
        const NarrowPhase* narrowPhase = nullptr;
        btTransform inObject = btTransform::getIdentity();
        Vec3 middle = Vec3::Zero();  ///< in the object
        Real radius = 0;             ///< metres: of a sphere about it that contains the mesh
    };
    struct Noted {
        const void* pair;  ///< null: it ended in step `since`, and the following is valid in that step
        const btCollisionObject *object, *body;
        const btCollisionShape* shape;
        Place now, before;  ///< since step `since`, and up to then
        std::uint32_t since;
        btTransform inWorld = btTransform::getIdentity();  ///< of the object, if the pair ended
        bool isStill = false;                              ///< the object, if the pair ended
        const Place& upTo(std::uint32_t step) const { return since == step ? before : now; }
        bool hasEnded() const { return !pair; }
        bool isOfStep(std::uint32_t step) const { return !hasEnded() || since == step; }
        /// For the rest of the step.
        void end(std::uint32_t step);
    };
    void dropEnded(std::uint32_t step);

    mutable std::mutex mutex_;
    std::unordered_map<const btCollisionObject*, std::vector<Noted>> lists_;
    std::vector<const btCollisionObject*> withEnded_;  ///< whose lists have ended pairs,
    std::uint32_t endedIn_ = 0;                        ///< of this step
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
