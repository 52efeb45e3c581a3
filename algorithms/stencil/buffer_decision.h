#pragma once

#include "algorithms/stencil/layer_source.h"
#include "algorithms/stencil/projection.h"
#include "algorithms/stencil/sampled_overlap.h"
#include "algorithms/stencil/solid_test.h"

namespace ricochet::stencil {

/// How the A of the passes is chosen.
enum class RoleChoice {
    paper,    ///< by convexity, complexity or depth (roles.h)
    asGiven,  ///< the first body of the pair
    swapped   ///< the second one
};

/// The direction of the view.
enum class Projection {
    boxes,      ///< the mean normal of the largest walls of both intersection boxes
    itemBuffer  ///< the mean normal of the faces that the colliding pixels showed in an earlier step
};

enum class BufferContacts {
    hybrid,  ///< by the exact narrow phase, with a window of its own where pixels collide
    sampled  ///< from layers of the region in which pixels collide
};

struct BufferSettings {
    Method method = Method::extended;  ///< `basic` for two convex meshes only; others by `extended`
    Undecided undecided = Undecided::lists;
    RoleChoice roles = RoleChoice::paper;
    bool swapsRoles = true;  ///< two convex solids, after a step in which most pixels needed the second pass
    /// Always both passes, and one evaluation of the counters; false: the second pass only if the first does
    /// not decide, and the map only if they collide.
    bool examinesOnce = false;
    Examiner examiner = Examiner::byRenderer;
    bool cacheDepths = true;  ///< of A, while it does not move in the view
    Projection projection = Projection::boxes;
    int pixels = 128;  ///< a side of the view: a power of two, 8 … 1024
    BufferContacts contacts = BufferContacts::hybrid;
    SampledSettings sampled = {};
};

struct BufferDecision {
    bool collides = false;
    int passes = 0;                 ///< of the counters; 0: the boxes are apart, or on the CPU
    Roles roles = Roles::asGiven;   ///< which body was A
    std::optional<View> view = {};  ///< none if the boxes are apart
    /// If they collide: contains all that the colliding pixels show, and a pixel around it.
    std::optional<IntersectionBoxes::MeshInstance> region = {};
};

/// Data of a pair from one step to the next.
struct DecisionMemory {
    struct Known {
        std::shared_ptr<const Mesh> mesh = nullptr;
        std::uint64_t revision = 0;
        bool isConvex = false;
    };
    std::array<Known, 2> known;
    PairRoles roles;
    std::optional<Vec3> directionInB;  ///< of the item buffer, unit
    Matrix3 turnThen;                  ///< rotation of A in B's frame when it was computed
};

/// Decides whether two closed solids collide, or are nearer along the view than a distance: the paper's
/// intersection boxes, projection, roles and passes. It samples: overlaps between the rays are missed.
class BufferDecider {
public:
    /// `layers`: for the item buffer.
    BufferDecider(std::shared_ptr<const SolidTest> test, std::shared_ptr<const LayerSource> layers,
                  BufferSettings settings)
        : test_(std::move(test)), layers_(std::move(layers)), settings_(settings) {}

    /// `growth`: metres by which A is grown along the view. Fails if OpenGL has ended.
    Result<BufferDecision> decide(const MeshInstance& a, const MeshInstance& b, Real growth,
                                  DecisionMemory& memory) const;

    const BufferSettings& settings() const { return settings_; }

private:
    void recognise(const MeshInstance& a, const MeshInstance& b, DecisionMemory& memory) const;
    Roles rolesFor(const MeshInstance& a, const MeshInstance& b, const View& view,
                   DecisionMemory& memory) const;
    Result<Answer> test(const MeshInstance& a, const MeshInstance& b, const View& view, Real growth,
                        bool areConvex) const;
    Result<void> look(const MeshInstance& a, const MeshInstance& b, const View& view, Real growth,
                      DecisionMemory& memory) const;

    std::shared_ptr<const SolidTest> test_;
    std::shared_ptr<const LayerSource> layers_;
    BufferSettings settings_;
};

}  // namespace ricochet::stencil
