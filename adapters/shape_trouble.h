#pragma once

#include "adapters/shape_kinds.h"

#include <functional>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Problems of a shape that are reported.
enum class ShapeTrouble { none, cannotCollide, hasNoInside };

/// Called with a message about a shape; may be called from any thread.
using TellOfShape =
    std::function<void(const btCollisionShape& shape, ShapeTrouble trouble, const std::string& sentence)>;

// Claims of messages: what a shape of some kind does or has.

inline constexpr const char* kCannotCollide = "takes part in no collision: ";
inline constexpr const char* kCannotCollideHere = "takes part in no collision where bodies are: ";
inline constexpr const char* kHasNoInside =
    "has no inside, as it is open or its faces look inwards: bodies meet it from both sides";
inline constexpr const char* kIsReadInParts =
    "is prepared in parts, as it is large: bodies meet it from both sides until it is known whether it is "
    "closed";

inline std::string sentence(const ShapeKind& kind, const std::string& claim) {
    return "A " + std::string(kind.about) + " " + claim + ".";
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
