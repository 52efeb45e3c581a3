#include "algorithms/stencil/projection.h"

#include "algorithms/stencil/detector.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::stencil {
namespace {

/// The bounds along `axes` of a box with a frame of its own.
Aabb seen(const IntersectionBoxes::MeshInstance& placed, const Matrix3& axes) {
    Aabb box;
    for (int corner = 0; corner < 8; ++corner) {
        Vec3 at = placed.box.min;
        for (int axis = 0; axis < 3; ++axis) {
            if (corner >> axis & 1) at[axis] = placed.box.max[axis];
        }
        box.include(axes * transformPoint(placed.pose, at));
    }
    return box;
}

Aabb boxInFrame(const Pose& frame, const PlacedMesh& placed) {
    const Matrix3 inverse = frame.rotation.inverse();
    const Pose inFrame{inverse * placed.pose.rotation,
                       inverse * (placed.pose.translation - frame.translation)};
    return seen({placed.mesh->box(), inFrame}, Matrix3::Identity());
}

/// The normal of the largest side of the box: the direction of its shortest edge.
Vec3 largestWall(const IntersectionBoxes::MeshInstance& placed) {
    int shortest = 0;
    placed.box.size().minCoeff(&shortest);
    return placed.pose.rotation.col(shortest).normalized();
}

// Beyond this many steps of the rasteriser's grid, a float cannot represent every step.
constexpr Real kFarthestSteps = 0x1p24;

/// The view of a rectangle of the view plane, enlarged if float could not draw the meshes in it.
View withRectangle(View view, Eigen::Vector2d low, Eigen::Vector2d high, const PlacedMesh& a,
                   const PlacedMesh& b) {
    const Eigen::Vector2d middle = 0.5 * (low + high);
    Real farthest = 0;
    for (const PlacedMesh* placed : {&a, &b}) {
        const Aabb box = seen({placed->mesh->box(), placed->pose}, view.axes);
        const Eigen::Vector2d beyond =
            (box.max.head<2>() - middle).cwiseAbs().cwiseMax((box.min.head<2>() - middle).cwiseAbs());
        farthest = std::max(farthest, beyond.maxCoeff());
    }
    const Real minimum = farthest * view.pixels * kStepsPerPixel / kFarthestSteps;
    const Eigen::Vector2d size = (high - low).cwiseMax(minimum);
    view.min.head<2>() = middle - 0.5 * size;
    view.size.head<2>() = size;
    return view;
}

/// The depth of the meshes' overlap in a view, or their distance if they are apart. Orders overlaps first.
std::pair<bool, Real> piecesMeasure(const std::vector<Piece>& pieces) {
    Real deepest = 0, nearest = std::numeric_limits<Real>::infinity();
    for (const Piece& piece : pieces) {
        deepest = std::max(deepest, -piece.distance);
        nearest = std::min(nearest, piece.distance);
    }
    return deepest > 0 ? std::pair(false, deepest) : std::pair(true, nearest);
}

}  // namespace

IntersectionBoxes intersectionBoxes(const PlacedMesh& a, const PlacedMesh& b, Real queryDistance) {
    const auto common = [&](const PlacedMesh& own, const PlacedMesh& other) {
        return IntersectionBoxes::MeshInstance{
            intersection(grown(own.mesh->box(), queryDistance),
                         grown(boxInFrame(own.pose, other), queryDistance)),
            own.pose};
    };
    return {{common(a, b), common(b, a)}};
}

Vec3 firstGuess(const IntersectionBoxes& boxes) {
    const Vec3 one = largestWall(boxes.of[0]), other = largestWall(boxes.of[1]);
    return (one + (one.dot(other) < 0 ? -1 : 1) * other).normalized();
}

std::vector<Vec3> candidateDirections(const IntersectionBoxes& boxes, const PlacedMesh& a,
                                      const PlacedMesh& b) {
    std::vector<Vec3> directions = {firstGuess(boxes)};
    const Vec3 between =
        transformPoint(a.pose, a.mesh->box().centre()) - transformPoint(b.pose, b.mesh->box().centre());
    if (between.norm() > 0) directions.push_back(between.normalized());
    for (const IntersectionBoxes::MeshInstance& placed : boxes.of) {
        for (int axis = 0; axis < 3; ++axis)
            directions.push_back(placed.pose.rotation.col(axis).normalized());
    }
    return directions;
}

Matrix3 axesAlong(const Vec3& direction) {
    Matrix3 axes;
    axes.row(0) = direction.unitOrthogonal();
    axes.row(2) = direction;
    axes.row(1) = direction.cross(Vec3(axes.row(0)));
    return axes;
}

Aabb boundsAlong(const IntersectionBoxes& boxes, const Matrix3& axes) {
    return intersection(seen(boxes.of[0], axes), seen(boxes.of[1], axes));
}

View viewOf(const IntersectionBoxes& boxes, const PlacedMesh& a, const PlacedMesh& b, const Matrix3& axes,
            int pixels) {
    View view;
    view.axes = axes;
    view.pixels = pixels;
    const Aabb common = boundsAlong(boxes, axes);
    view = withRectangle(view, common.min.head<2>(), common.max.head<2>(), a, b);
    view.size.z() = 0;  // contains no mesh
    return withDepthRange(view, *a.mesh, a.pose, *b.mesh, b.pose);
}

View zoomedTo(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a, const PlacedMesh& b,
              int pixels) {
    const auto across = static_cast<Index>(view.pixels);
    Eigen::Vector2d low = Eigen::Vector2d::Constant(view.pixels), high = Eigen::Vector2d::Zero();
    for (const Piece& piece : pieces) {
        const Eigen::Vector2d at(piece.pixel % across, piece.pixel / across);
        low = low.cwiseMin(at);
        high = high.cwiseMax(at);
    }
    const Eigen::Vector2d pixel = view.size.head<2>() / view.pixels;
    View zoomed = view;
    zoomed.pixels = pixels;
    const Eigen::Vector2d one = Eigen::Vector2d::Ones(), corner = view.min.head<2>();
    return withRectangle(zoomed, corner + pixel.cwiseProduct(low - one),
                         corner + pixel.cwiseProduct(high + 2 * one), a, b);
}

Result<Vec3> leastOverlap(const LayerSource& source, const PlacedMesh& a, const PlacedMesh& b,
                          const IntersectionBoxes& boxes, std::span<const Vec3> candidates,
                          Real queryDistance, int pixels) {
    std::vector<View> views;
    for (const Vec3& direction : candidates) {
        views.push_back(viewOf(boxes, a, b, axesAlong(direction), pixels));
    }
    auto drawn = source.layers(a, b, views);
    if (!drawn) return tl::unexpected(drawn.error());
    std::size_t best = 0;
    std::pair<bool, Real> minimum = {true, std::numeric_limits<Real>::infinity()};
    for (std::size_t i = 0; i < views.size(); ++i) {
        const auto measure = piecesMeasure(piecesOf(std::move((*drawn)[i]), views[i], queryDistance));
        if (measure < minimum) minimum = measure, best = i;
    }
    return candidates[best];
}

std::optional<Vec3> meanNormal(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a,
                               const PlacedMesh& b) {
    constexpr Real kSteepest = 0.1;  // cosine: steeper surfaces count as this steep
    const Vec3 direction = view.axes.row(2);
    Vec3 sum = Vec3::Zero();
    for (const Piece& piece : pieces) {
        for (const Vec3& normal : {faceNormal(a, piece.faceA), faceNormal(b, piece.faceB)}) {
            const Real cosine = normal.dot(direction);
            const Real towardsA = (piece.isBBehind ? -1 : 1) * (cosine < 0 ? -1 : 1);
            sum += towardsA / std::max(std::abs(cosine), kSteepest) * normal;
        }
    }
    const Real length = sum.norm();
    return length > 1e-9 * static_cast<Real>(pieces.size()) ? std::optional<Vec3>(sum / length)
                                                            : std::nullopt;
}

Vec3 faceNormal(const PlacedMesh& placed, Index face) {
    const Triangle t = placed.mesh->triangle(face);
    const Vec3 area = (t[1] - t[0]).cross(t[2] - t[0]);
    const Real length = area.norm();
    if (!(length > 0)) return Vec3::Zero();
    return (placed.pose.rotation * (area / length)).normalized();
}

}  // namespace ricochet::stencil
