#include "tests/round_shapes/round_scene.h"

namespace ricochet::test {

RoundScene::RoundScene(RoundShape round, const std::shared_ptr<const Mesh>& mesh, std::optional<Vec3> up)
    : shape(std::move(round)), model(narrowPhase.build(mesh)), surface(buildContactSurface(*mesh, up)) {
    input.a.round = &shape;
    input.b.model = model.get();
    input.b.surface = surface.get();
    input.step.timeStep = 1.0 / 60;
    input.step.looksAhead = false;
}

const std::vector<ContactPoint>& RoundScene::contactsAt(const Pose& round) {
    input.a.pose = round;
    input.a.motion.centre = round.translation;
    method.findContacts(narrowPhase, input, {}, pairMemory, memory);
    return memory.points;
}

std::vector<ContactPoint> RoundScene::freshContactsAt(const Pose& round) {
    memory = {};
    return contactsAt(round);
}

std::vector<NamedShape> allKinds() {
    return {{"sphere", RoundShape::sphere(0.5)},
            {"capsule", RoundShape::capsule(1, 0.5, 0.3)},
            {"cylinder", RoundShape::cylinder(2, 0.5, 0.4)},
            {"cone", RoundShape::cone(0, 0.6, 0.5)},
            {"sphere hull", RoundShape::sphereHull({{Vec3(-0.4, 0, 0), 0.3},
                                                    {Vec3(0.4, 0, 0.1), 0.25},
                                                    {Vec3(0, 0.4, 0), 0.2},
                                                    {Vec3(0, 0, 0.5), 0.15}})}};
}

SharedMesh flatSquare(Real halfSize, Index steps) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index j = 0; j <= steps; ++j) {
        for (Index i = 0; i <= steps; ++i) {
            vertices.emplace_back(halfSize * (2.0 * i / steps - 1), halfSize * (2.0 * j / steps - 1), 0);
        }
    }
    for (Index j = 0; j < steps; ++j) {
        for (Index i = 0; i < steps; ++i) {
            const Index a = j * (steps + 1) + i, b = a + 1, c = a + steps + 1, d = c + 1;
            faces.push_back({a, b, d});
            faces.push_back({a, d, c});
        }
    }
    return Mesh::createTwoSided(std::move(vertices), std::move(faces)).value();
}

Pose atHeight(Real height) { return {Matrix3::Identity(), Vec3(0, 0, height)}; }

}  // namespace ricochet::test
