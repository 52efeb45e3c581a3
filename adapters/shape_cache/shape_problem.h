#pragma once

#include "adapters/shapes/shape_kinds.h"
#include "algorithms/geometry/boundary_loops.h"

#include <functional>
#include <sstream>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Problems of a shape that are reported.
enum class ShapeProblem { none, cannotCollide, hasNoInside };

/// Called with a message about a shape; may be called from any thread.
using ShapeReporter =
    std::function<void(const btCollisionShape& shape, ShapeProblem problem, const std::string& message)>;

// Claims of messages: what a shape of some kind does or has.

inline constexpr const char* kCannotCollide = "cannot collide: ";
inline constexpr const char* kCannotCollideHere = "cannot collide near some bodies: ";
inline constexpr const char* kHasNoInside =
    "has no inside, since it is open or its faces point inwards: bodies collide with both sides";
/// Why a mesh without an inside has none; `open` are its open edges.
inline std::string hasNoInside(const OpenEdges& open) {
    if (open.count == 0)
        return "has no inside, since its faces point inwards: bodies collide with both sides";
    const auto text = [](const Vec3& point) {
        std::ostringstream out;
        out << '(' << point.x() << ", " << point.y() << ", " << point.z() << ')';
        return out.str();
    };
    return "has no inside, since " + std::to_string(open.count) +
           (open.count == 1 ? " of its edges is open: " : " of its edges are open, the first ") + "from " +
           text(open.from) + " to " + text(open.to) + "; bodies collide with both sides";
}
inline constexpr const char* kIsReadInParts =
    "is large and prepared in regions: bodies collide with both sides until it is known whether it is closed";

inline std::string message(const ShapeKind& kind, const std::string& claim) {
    return "A " + std::string(kind.about) + " " + claim + ".";
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
