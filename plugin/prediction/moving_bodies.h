#pragma once

#include "adapters/shape_cache/shape_builds.h"
#include "adapters/shapes/shape_mesh.h"
#include "algorithms/mktree/moving_body.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A shape in the form that predictions need.
struct PredictedBody {
    mktree::MovingBody body;
    std::vector<FaceName> faceNames;  ///< empty if faces have none
};

/// Bodies that predictions were asked for, cached by the shape's address and checked against a signature.
/// Thread-safe: callers wait for the reading of their own shape, not of another one.
class MovingBodies {
public:
    /// An error message if the shape has no faces.
    Result<std::shared_ptr<const PredictedBody>> find(const btCollisionShape& shape);
    void forget(const btCollisionShape& shape);

private:
    struct Entry {
        std::uint64_t signature;
        std::shared_ptr<const PredictedBody> body;
    };

    std::mutex mutex_;  ///< for what follows
    ShapeBuilds builds_;
    std::unordered_map<const btCollisionShape*, Entry> bodies_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
