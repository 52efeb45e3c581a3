#pragma once

#include "algorithms/mktree/feature_contact.h"
#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/prediction.h"
#include "algorithms/mktree/standing_triangle.h"

#include <optional>

namespace ricochet::mktree {

/// A face of a body during a slice of its motion.
struct MovingFace {
    Index face;
    Triangle corners;                ///< at the slice's beginning
    std::array<ScrewPath, 3> paths;  ///< in the slice
    Aabb box;                        ///< of everything that it sweeps
};

/// The first contact among all faces tested.
class FaceContacts {
public:
    /// `rounding`: metres, of the world's coordinates.
    FaceContacts(const MovingBody& body, const Pose& pose, const ScrewMotion& screw, Real rounding)
        : body_(body), pose_(pose), screw_(screw), rounding_(rounding) {}

    /// Later contacts are ignored.
    void setEnd(Real end) { end_ = end; }

    MovingFace moving(Index face, const Slice& slice) const;

    /// Tests all features of two faces, each for the face that owns it: every root of their distances in the
    /// slice.
    void test(const MovingFace& a, const StandingTriangle& b, const Slice& slice);
    /// Whether they intersect at time 0, exactly; of several pairs the first by part and numbers counts.
    void testStart(Index faceA, const StandingTriangle& b);

    const std::optional<Prediction>& first() const { return first_; }
    /// Contacts after this time are irrelevant.
    Real timeLeft() const { return first_ ? first_->contact.time : end_; }

private:
    struct Faces;

    void testFeatures(const Faces& faces);
    void testEdge(const Faces& faces, unsigned k);
    Real endIn(const Slice& slice) const;
    void record(const Faces& faces, const std::optional<Real>& time, TouchingFeatures features, unsigned k,
                unsigned l, const Vec3& normal);

    const MovingBody& body_;
    const Pose& pose_;
    const ScrewMotion& screw_;
    Real rounding_, end_ = 1;
    std::optional<Prediction> first_;
};

}  // namespace ricochet::mktree
