#include "demos/scenes/pipes_mesh.h"
#include "tests/bench/contact_poses.h"
#include "tests/bench/protocols.h"
#include "tests/bench/scene_meshes.h"
#include "tests/support/surfaces.h"

namespace ricochet::bench {
namespace {

constexpr Real kCopyScale = 1.0 / 15;  ///< of the small copy among the pipes

Matrix3 rotationAbout(const Vec3& axis, Real angle) {
    return Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
}

/// Two spheres of radius 1 that approach: from just apart to a tenth of the diameter inside.
Case spheres(Index meridians, Index bands, int poses) {
    const SharedMesh sphere = test::sphereMesh(meridians, bands);
    Case scene = {sphere, sphere, {}};
    Random random(81);
    for (int i = 0; i < poses; ++i) {
        const Approach approach = inwards(random, uniform(random, 1.8, 2.02));
        scene.poses.push_back(approach.at(0));
    }
    return scene;
}

/// From above, onto the hills; the ring is 1.4 m wide.
Case torusOnLandscape(int poses) {
    const SharedMesh land = landscapeMesh(221), torus = torusMesh(0.5, 0.2, 125, 80);
    Random random(82);
    const auto approach = [&] {
        return Approach{Matrix3::Identity(), randomRotation(random), 2 * Vec3::UnitZ(), -Vec3::UnitZ(), 3};
    };
    return {land, torus,
            contactPoses(land, torus, poses, approach, [&] { return uniform(random, 0, 0.01); })};
}

/// A cube of pipes, and a copy of it fifteen times smaller that starts in a void between the pipes; both
/// meshes are stored rotated by `storage`.
Case pipes(const Mesh& stored, const Matrix3& storage, int poses) {
    const SharedMesh cube = transformed(stored, storage),
                     copy = transformed(*cube, kCopyScale * Matrix3::Identity());
    Random random(84);
    const auto place = [&] { return pick(random, scenes::kPipesPerSide) - scenes::kPipesPerSide / 2; };
    const auto approach = [&] {
        const int i = place(), j = place(), k = place();
        const btVector3 middle = scenes::voidBetweenPipes(i, j, k);
        const Vec3 from = storage * Vec3(middle.x(), middle.y(), middle.z());
        const Matrix3 rotation = randomRotation(random);
        const Vec3 direction = randomRotation(random).col(0);
        return Approach{Matrix3::Identity(), rotation, from, direction, scenes::kPipesCubeSide};
    };
    return {cube, copy, contactPoses(cube, copy, poses, approach, [&] { return uniform(random, 0, 0.002); })};
}

/// Two thousand intersecting pipes, and a copy fifteen times smaller at random places inside.
Case crossingPipes(int poses) {
    Random random(85);
    const SharedMesh bush = randomPipes(random, 2000),
                     copy = transformed(*bush, kCopyScale * Matrix3::Identity());
    Case scene = {bush, copy, {}};
    for (int i = 0; i < poses; ++i) scene.poses.push_back({{}, randomPose(random, 6)});
    return scene;
}

/// Two scanned or modelled surfaces of animals and fruits, refined and roughened; B comes from any side.
std::optional<Case> organicPair(int poses) {
    const SharedMesh banana = labelledMesh("banana"), spot = labelledMesh("spot");
    if (!banana || !spot) return std::nullopt;
    constexpr Real kNoise = 0.2;
    Random random(86);
    const auto fine = [&](const Mesh& mesh) {
        return subdivided(random, *subdivided(random, *unitSized(mesh), kNoise), kNoise);
    };
    const SharedMesh a = fine(*banana), b = fine(*spot);
    const auto approach = [&] { return inwards(random, 1.05); };
    return Case{a, b, contactPoses(a, b, poses, approach, [&] { return uniform(random, 0, 0.02); })};
}

/// A room of loose polygons and a robot of loose polygons that starts anywhere in it.
std::optional<Case> soups(int poses) {
    const SharedMesh room = labelledMesh("env"), robot = labelledMesh("rob");
    if (!room || !robot) return std::nullopt;
    Random random(87);
    const Real size = room->box().size().norm();
    const auto approach = [&] {
        const Matrix3 rotation = randomRotation(random);
        const Vec3 from = room->box().centre() + randomPoint(random, size / 4);
        return Approach{Matrix3::Identity(), rotation, from, randomRotation(random).col(0), size / 2};
    };
    return Case{room, robot,
                contactPoses(room, robot, poses, approach, [&] { return uniform(random, 0, 0.02 * size); })};
}

/// A torus in the hollow of another one, its wall `gap` metres away; it moves until it touches, and stops a
/// hundredth of the gap before or after that.
Case nestedTori(Real gap, int poses) {
    const SharedMesh outer = torusMesh(0.5, 0.2, 160, 100), inner = torusMesh(0.5, 0.2 - gap, 160, 100);
    Random random(88);
    const auto approach = [&] {
        const Matrix3 rotation = rotationAbout(Vec3::UnitZ(), uniform(random, 0, 6.28)) *
                                 rotationAbout(randomPoint(random), uniform(random, 0, gap / 2));
        return Approach{Matrix3::Identity(), rotation, Vec3::Zero(), randomRotation(random).col(0), 3 * gap};
    };
    const auto depth = [&] { return uniform(random, -0.01, 0.01) * gap; };
    return {outer, inner, contactPoses(outer, inner, poses, approach, depth)};
}

}  // namespace

std::vector<CaseMaker> protocolB() {
    return {
        {"B_spheres_168", [](int poses) { return spheres(12, 8, poses); }},
        {"B_spheres_528", [](int poses) { return spheres(24, 12, poses); }},
        {"B_spheres_960", [](int poses) { return spheres(32, 16, poses); }},
        {"B_spheres_3968", [](int poses) { return spheres(64, 32, poses); }},
        {"B_torus_landscape", torusOnLandscape},
        {"B_pipes", [](int poses) { return pipes(*straightPipes(), Matrix3::Identity(), poses); }},
        {"B_pipes_turned",
         [](int poses) {
             return pipes(*straightPipes(), rotationAbout({1, 2, 3}, 1), poses);
         }},
        {"B_pipes_flanged", [](int poses) { return pipes(*pipesCube(), Matrix3::Identity(), poses); }},
        {"B_pipes_crossing", crossingPipes},
        {"B_organic", organicPair},
        {"B_soups", soups},
        {"B_tori_nested", [](int poses) { return nestedTori(0.01, poses); }},
    };
}

}  // namespace ricochet::bench
