#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/round_shapes/round_pair.h"
#include "algorithms/round_shapes/round_path.h"

#include <span>

namespace ricochet::round_shapes {

/// When a shape on its path first comes as near to a face as `settings.gap`, and where, in the mesh's frame
/// then; at time 0, with no normal, where it meets a face from the start.
struct FirstTouch {
    Real time;
    Index face;
    Vec3 onMesh, normal;
    Real distance;  ///< metres between the surfaces
};
std::optional<FirstTouch> firstTouch(const NarrowPhase& narrowPhase, const Model& model,
                                     const RoundPath& path, const SweptSettings& settings);

/// A touch of features that bears, in the mesh's frame at a time of the path.
struct SweptTouch {
    Real time;
    Touch touch;
};

/// A plane beyond which the shape does not go as a whole, in the mesh's frame.
struct StopPlane {
    Vec3 point, normal;  ///< unit, to the side where the shape stays
};

/// The first feature that the shape comes to touch at a distance of `gap` (metres): flat and concave edges
/// touch nothing. What it touches or has passed from the start does not count, and no face that lies behind
/// one of `stops`.
std::optional<SweptTouch> firstBearingTouch(const NarrowPhase& narrowPhase, const Model& model,
                                            const ContactSurface& surface, const RoundPath& path, Real gap,
                                            SpeculativeMargin margin, std::span<const StopPlane> stops);

}  // namespace ricochet::round_shapes
