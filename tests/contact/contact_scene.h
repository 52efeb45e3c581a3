#pragma once

#include "algorithms/contact/contact.h"
#include "tests/support/random_geometry.h"
#include "tests/support/surfaces.h"

#include <memory>

namespace ricochet::test {

/// Returns all face pairs, shuffled if the seed is not 0: a superset for any query distance.
class AllPairs final : public NarrowPhase {
public:
    explicit AllPairs(unsigned shuffleSeed = 0) : shuffleSeed_(shuffleSeed) {}
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override;

private:
    unsigned shuffleSeed_;
};

/// Returns exactly the pairs within the query distance.
class ClosePairs final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
};

/// Returns the pairs whose boxes are within the query distance: a superset, fast for large meshes.
class BoxPairs final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    bool endsEarly() const override { return true; }  // so that empty lists are made
};

/// Two meshes at rest, as input of `findContacts`.
struct ContactScene {
    std::shared_ptr<const CollisionModel> modelA, modelB;
    std::shared_ptr<const ContactSurface> surfaceA, surfaceB;
    PairInput input;

    ContactScene(const std::shared_ptr<const Mesh>& a, const Pose& poseA,
                 const std::shared_ptr<const Mesh>& b, const Pose& poseB);

    /// The contacts of a pair's first step.
    PersistentContacts contacts(const NarrowPhase& narrowPhase = AllPairs(),
                                const ContactSettings& settings = {}) const;
};

/// The same contacts, bit for bit, in the same order.
void expectSame(const PersistentContacts& x, const PersistentContacts& y);

/// Requires at least one contact.
const ContactPoint& deepestOf(const PersistentContacts& memory);

/// A torus of ring radius 1 about the y axis. Its tube's cross-section has a horizontal side at the top and
/// the bottom, so that stacked rings rest face on face.
std::shared_ptr<const Mesh> ring(Index around, Index across, Real tubeRadius = 0.3);

/// Splits a share of the faces at the middle of an edge, but not their neighbours across it: T-junctions.
SharedMesh withTJunctions(const Mesh& mesh, Random& random, Real share);

Pose at(Real x, Real y, Real z);
Pose turned(Real angle, const Vec3& axis, const Vec3& translation);

}  // namespace ricochet::test
