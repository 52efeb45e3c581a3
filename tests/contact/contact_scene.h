#pragma once

#include "algorithms/contact/contact.h"
#include "tests/support/random_geometry.h"
#include "tests/support/surfaces.h"

#include <memory>

namespace ricochet::test {

/// Hands out every face pair there is, in an order of its own: a superset of whatever was asked for.
class AllPairs final : public NarrowPhase {
public:
    explicit AllPairs(unsigned shuffleSeed = 0) : shuffleSeed_(shuffleSeed) {}
    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const Placed& a, const Placed& b,
                                          PairMemory& memory) const override;

private:
    unsigned shuffleSeed_;
};

/// Hands out exactly the pairs within the distance.
class ClosePairs final : public NarrowPhase {
public:
    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
};

/// Hands out the pairs whose boxes come within the distance, and some more: quick for large meshes.
class BoxPairs final : public NarrowPhase {
public:
    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
};

/// Two meshes at poses, at rest, as `findContacts` takes them.
struct ContactScene {
    std::shared_ptr<const Model> modelA, modelB;
    std::shared_ptr<const ContactSurface> surfaceA, surfaceB;
    ContactInput input;

    ContactScene(const std::shared_ptr<const Mesh>& a, const Pose& poseA,
                 const std::shared_ptr<const Mesh>& b, const Pose& poseB);

    /// The contacts of a pair's first step.
    ContactMemory contacts(const NarrowPhase& narrowPhase = AllPairs(),
                           const ContactSettings& settings = {}) const;
};

/// The same contacts, bit for bit, in the same order.
void expectSame(const ContactMemory& x, const ContactMemory& y);

/// Of one contact at least.
const ContactPoint& deepestOf(const ContactMemory& memory);

/// A torus of ring radius 1 about the y axis; its tube's cross-section lies flat on its side, so that two of
/// them rest face on face.
std::shared_ptr<const Mesh> ring(Index around, Index across, Real tubeRadius = 0.3);

/// A share of the faces cut in two at the middle of an edge, while those across it are not: T-junctions.
SharedMesh withTJunctions(const Mesh& mesh, Random& random, Real share);

Pose at(Real x, Real y, Real z);
Pose turned(Real angle, const Vec3& axis, const Vec3& translation);

}  // namespace ricochet::test
