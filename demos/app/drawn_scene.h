#pragma once

#include "demos/scenes/scene.h"
#include "demos/view/offscreen_renderer.h"

namespace ricochet::app {

view::Point pointOf(const btVector3& v);
view::DrawnMesh drawnMesh(const scenes::SceneMesh& mesh);
/// Many faces, and as wide along one axis as along another: a torus, a sphere, a coin, not a box.
bool isRound(const scenes::SceneMesh& mesh);

inline bool moves(const scenes::SceneBody& body) {
    return body.soft || !body.body->isStaticOrKinematicObject();
}
/// `number`: the body's in its scene.
view::Colour colourOf(const scenes::SceneBody& body, std::size_t number);
void setPose(view::DrawnBody& drawn, const btTransform& pose);

}  // namespace ricochet::app
