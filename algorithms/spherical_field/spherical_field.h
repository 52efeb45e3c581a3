#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/spherical_field/determination.h"

namespace ricochet {

namespace spherical_field {

/// What is run.
enum class Method {
    ours,  ///< what the other settings say
    rays   ///< the paper's own run: its rays, its cone test, its queue, whatever the other settings
           ///< are; loses pairs
};

}  // namespace spherical_field

/// How a spherical field is built and compared with another one. Pairs are exact if `sphericalGuarantee` says
/// so.
struct SphericalSettings {
    spherical_field::FieldSettings field = {};
    spherical_field::Determining determining = {};
    spherical_field::Method method = spherical_field::Method::ours;
};

/// The settings that are run: with those of the method in place, and consistent lists.
SphericalSettings resolved(SphericalSettings settings);

/// What the pairs of a narrow phase with these settings are.
enum class SphericalGuarantee {
    exact,      ///< every pair that intersects, each once
    detection,  ///< a pair at least if any intersects; others are missing, and some do not intersect
    none        ///< pairs may be missing, all of them in rare poses
};
SphericalGuarantee sphericalGuarantee(const SphericalSettings& settings);

/// Hierarchical spherical distance fields, with one centre per mesh.
/// Fuenfzig, Ullrich, Fellner. Hierarchical Spherical Distance Fields for Collision Detection. 2006.
/// By default this is the mode `all` of the paper, made exact; see README.md for where it differs.
/// Rays, boxes and points are queried exactly whatever the settings are.
/// Counters: box tests are tests of two boxes or shells, triangle tests are pairs of faces whose boxes are
/// not apart.
class SphericalField final : public NarrowPhase {
public:
    /// The field's settings must have passed `spherical_field::check`.
    explicit SphericalField(const SphericalSettings& settings = {});

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override;
    void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const override;

private:
    spherical_field::FieldSettings field_;
    spherical_field::Determining determining_;
};

}  // namespace ricochet
