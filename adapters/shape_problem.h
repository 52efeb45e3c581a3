#pragma once

#include "adapters/shape_kinds.h"

#include <functional>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Problems of a shape that are reported.
enum class ShapeProblem { none, cannotCollide, hasNoInside };

/// Called with a message about a shape; may be called from any thread.
using ShapeReporter =
    std::function<void(const btCollisionShape& shape, ShapeProblem problem, const std::string& sentence)>;

// Claims of messages: what a shape of some kind does or has.

inline constexpr const char* kCannotCollide = "cannot collide: ";
inline constexpr const char* kCannotCollideHere = "cannot collide near some bodies: ";
inline constexpr const char* kHasNoInside =
    "has no inside, since it is open or its faces point inwards: bodies collide with both sides";
inline constexpr const char* kIsReadInParts =
    "is large and prepared in regions: bodies collide with both sides until it is known whether it is closed";

inline std::string sentence(const ShapeKind& kind, const std::string& claim) {
    return "A " + std::string(kind.about) + " " + claim + ".";
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
