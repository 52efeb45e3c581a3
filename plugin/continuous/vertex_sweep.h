#pragma once

#include "algorithms/swept/deforming_contact.h"
#include "plugin/continuous/object_sweep.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A mesh whose vertices each move on a straight line from one position to another, against static objects.
class VertexSweep {
public:
    /// The shape's faces, with vertices in the world; or an error message.
    static Result<VertexSweep> of(const btCollisionShape& shape, const std::vector<btVector3>& from,
                                  const std::vector<btVector3>& to, const PairContext& context);

    std::optional<ObjectContact> firstContact(const btCollisionObject& object, Real end) const;

    /// The box of everything that the mesh sweeps, rounded outwards.
    btVector3 boxMin() const { return boxMin_; }
    btVector3 boxMax() const { return boxMax_; }

private:
    VertexSweep(const ShapeModel& shape, std::vector<Vec3> from, std::vector<Vec3> to,
                const PairContext& context);
    std::optional<ObjectContact> firstContact(const PlacedShape& part, const Pose& pose, Real end) const;
    std::optional<ObjectContact> firstRoundContact(const PlacedShape& part, const Pose& pose, Real end) const;
    FacePairs pairsWith(const ShapeModel& other, const Pose& pose) const;

    const PairContext* context_;
    ShapeModel shape_;
    std::vector<Vec3> from_, to_;
    Aabb box_;
    btVector3 boxMin_, boxMax_;
    std::unique_ptr<const DeformingSweep> sweep_;
    std::unique_ptr<const CollisionModel> at0_, at1_;  ///< if the context has a swept narrow phase
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
