#include "demos/app/drawn_scene.h"

#include "demos/app/body_colours.h"

#include <cmath>

namespace ricochet::app {
namespace {

constexpr float kRound = 0.02f;           // difference of two extents of a round body, over them
constexpr std::size_t kRoundFaces = 100;  // at least

}  // namespace

view::Point pointOf(const btVector3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

view::DrawnMesh drawnMesh(const scenes::SceneMesh& mesh) {
    view::DrawnMesh drawn;
    for (const btVector3& v : mesh.vertices) drawn.vertices.push_back(pointOf(v));
    for (const auto& f : mesh.faces) {
        drawn.faces.push_back({static_cast<std::uint32_t>(f[0]), static_cast<std::uint32_t>(f[1]),
                               static_cast<std::uint32_t>(f[2])});
    }
    return drawn;
}

bool isRound(const scenes::SceneMesh& mesh) {
    if (mesh.faces.size() < kRoundFaces) return false;
    btVector3 min = mesh.vertices.front(), max = min;
    for (const btVector3& v : mesh.vertices) {
        min.setMin(v);
        max.setMax(v);
    }
    const btVector3 size = max - min;
    for (int axis = 0; axis < 3; ++axis) {
        const btScalar other = size[(axis + 1) % 3];
        if (std::abs(size[axis] - other) < btScalar(kRound) * other) return true;
    }
    return false;
}

view::Colour colourOf(const scenes::SceneBody& body, std::size_t number) {
    return moves(body) ? kMovingColours[number % kMovingColours.size()] : kStandingColour;
}

void setPose(view::DrawnBody& drawn, const btTransform& pose) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            drawn.rotation[static_cast<std::size_t>(3 * row + column)] =
                static_cast<float>(pose.getBasis()[row][column]);
    }
    drawn.translation = pointOf(pose.getOrigin());
}

}  // namespace ricochet::app
