#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/round_shapes/round_pair.h"
#include "algorithms/round_shapes/round_path.h"

#include <span>

namespace ricochet::round_shapes {

/// A plane beyond which the shape as a whole does not move, in the mesh's frame.
struct StopPlane {
    Vec3 point, normal;  ///< unit, to the side on which the shape stays
};

/// The time and place at which a shape on its path first comes within `settings.gap` of a face, in the mesh's
/// frame at that time; time 0, without a normal, if it touches a face at the start. Ignores faces behind one
/// of `stops`.
struct FirstTouch {
    Real time;
    Index face;
    Vec3 onMesh, normal;
    Real distance;  ///< metres between the surfaces
};
std::optional<FirstTouch> firstTouch(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                     const RoundPath& path, const SweptSettings& settings,
                                     std::span<const StopPlane> stops = {});

/// A load-bearing touch of features, in the mesh's frame at a time of the path.
struct SweptTouch {
    Real time;
    Touch touch;
};

/// The first feature that the shape touches, at a distance of `gap` (metres), except flat and concave edges.
/// Ignores features that it touches or has passed at the start, and faces behind one of `stops`.
std::optional<SweptTouch> firstBearingTouch(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                            const ContactSurface& surface, const RoundPath& path, Real gap,
                                            SpeculativeMargin margin, std::span<const StopPlane> stops);

}  // namespace ricochet::round_shapes
