#pragma once

#include "algorithms/geometry/subdivision.h"
#include "algorithms/soft_contacts/soft_surface.h"
#include "algorithms/swept/linear_pair.h"

namespace ricochet::soft_contacts {

/// A soft body in a step, in the world.
struct SoftBodyStep {
    const SoftElements& elements;
    std::span<const Vec3> from;  ///< metres: the nodes at the start of the step
    std::span<const Vec3> to;    ///< metres: at its end
};

/// A node and a face, or two edges, of two soft bodies or of one, that share no node.
struct FeaturePair {
    FeatureKind kind;
    /// As the corners of a `LinearPair`. The nodes of a second body have numbers after those of the first
    /// one.
    std::array<Index, 4> nodes;
    auto operator<=>(const FeaturePair&) const = default;
};

/// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
/// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Ours lists pairs of features, and of one body
/// those with itself: each of its parts is a body to the octree. Arrays are reused; for one thread.
class FeaturePairFinder {
public:
    /// Appends at least every pair of a feature of `a` and one of `b` that comes closer than `distance`
    /// (metres) in the step, each once.
    void find(const SoftBodyStep& a, const SoftBodyStep& b, Real distance, std::vector<FeaturePair>& out);
    /// The same of one body with itself.
    void findOfItself(const SoftBodyStep& body, Real distance, std::vector<FeaturePair>& out);

private:
    struct Side {
        const SoftElements* elements = nullptr;
        Index firstNode = 0;      ///< number of its node 0
        std::vector<Aabb> nodes;  ///< around their paths, relative to the mean motion, grown
        std::vector<Aabb> boxes;  ///< per element
        Aabb box;
    };

    static void bound(const SoftBodyStep& body, Real distance, const Vec3& drift, Index firstNode,
                      Side& side);
    void subdivide(const Aabb& root);
    void listInsideParts(const Side& side);
    void append(const Side& a, Index elementA, const Side& b, Index elementB,
                std::vector<FeaturePair>& out) const;
    static void appendNodes(const Side& a, Index elementA, const Side& b, Index elementB,
                            std::vector<FeaturePair>& out);

    Side sides_[2];
    BodyParts entries_;
    std::vector<Index> elements_;  ///< per entry
    std::vector<Index> all_, found_;
    Subdivision subdivision_;
    BoxList ofPart_;
    std::vector<EntryPair> pairs_;
};

}  // namespace ricochet::soft_contacts
