#include "plugin/prediction/moving_bodies.h"

#include <string>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

Result<PredictedBody> read(const btCollisionShape& shape) {
    Result<ShapeMesh> faces = shapeKind(shape).read(shape);
    if (!faces) return tl::unexpected(faces.error());
    auto mesh = Mesh::create(std::move(faces->vertices), std::move(faces->faces));
    if (!mesh) return tl::unexpected(mesh.error());
    return PredictedBody{mktree::MovingBody(*mesh), std::move(faces->faceNames)};
}

}  // namespace

Result<std::shared_ptr<const PredictedBody>> findBody(MovingBodies& bodies, const btCollisionShape& shape) {
    if (!isReadable(shape)) {
        return tl::unexpected("A " + std::string(shape.getName()) +
                              " has no faces for which a collision could be predicted.");
    }
    CachedModel<Result<PredictedBody>> found;
    update(bodies, shape, std::shared_ptr<const void>(), found,
           [&] { return std::make_shared<const Result<PredictedBody>>(read(shape)); });
    if (!*found.model) {
        return tl::unexpected("No collision is predicted for a " + std::string(shapeKind(shape).about) +
                              ": " + found.model->error() + ".");
    }
    return std::shared_ptr<const PredictedBody>(found.model, &**found.model);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
