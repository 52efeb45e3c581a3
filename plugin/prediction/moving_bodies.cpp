#include "plugin/prediction/moving_bodies.h"

#include "adapters/shapes/shape_kinds.h"

#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr std::size_t kMost = 64;  // bodies: above this number all entries are dropped

Result<std::shared_ptr<const PredictedBody>> read(const btCollisionShape& shape, const ShapeKind& kind) {
    Result<ShapeMesh> faces = kind.read(shape);
    if (!faces) return tl::unexpected(faces.error());
    auto mesh = Mesh::create(std::move(faces->vertices), std::move(faces->faces));
    if (!mesh) return tl::unexpected(mesh.error());
    return std::make_shared<PredictedBody>(PredictedBody{mktree::MovingBody(*mesh), faces->faceNames});
}

}  // namespace

Result<std::shared_ptr<const PredictedBody>> MovingBodies::find(const btCollisionShape& shape) {
    if (!isReadable(shape)) {
        return tl::unexpected("A " + std::string(shape.getName()) +
                              " has no faces for which a collision could be predicted.");
    }
    const ShapeKind& kind = shapeKind(shape);
    const std::uint64_t signature = shapeSignature(shape);
    std::unique_lock lock(mutex_);
    builds_.await(lock, shape);
    if (const auto found = bodies_.find(&shape);
        found != bodies_.end() && found->second.signature == signature) {
        return found->second.body;
    }
    const auto made = builds_.run(lock, shape, [&] { return read(shape, kind); });
    if (!made) {
        return tl::unexpected("No collision is predicted for a " + std::string(kind.about) + ": " +
                              made.error() + ".");
    }
    if (bodies_.size() >= kMost) bodies_.clear();
    bodies_[&shape] = {signature, *made};
    return *made;
}

void MovingBodies::forget(const btCollisionShape& shape) {
    std::unique_lock lock(mutex_);
    builds_.await(lock, shape);
    bodies_.erase(&shape);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
