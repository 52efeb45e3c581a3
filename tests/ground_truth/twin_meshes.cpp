#include "tests/ground_truth/twins.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <cmath>
#include <cstdio>

namespace ricochet::twins {
namespace {

using namespace test;

Real toGrid(Real x) { return std::round(x * 1024) / 1024 + 0.0; }  // + 0: no negative zero

SharedMesh onGrid(const Mesh& mesh) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& v : vertices) v = v.unaryExpr(&toGrid);
    return makeMesh(std::move(vertices), mesh.faces());
}

SharedMesh stretched(const Mesh& mesh, const Vec3& by) {
    return placed(mesh, {by.asDiagonal().toDenseMatrix(), Vec3::Zero()});
}

SharedMesh moved(const Mesh& mesh, const Vec3& by) { return placed(mesh, {Matrix3::Identity(), by}); }

SharedMesh both(const Mesh& a, const Mesh& b) {
    std::vector<Vec3> vertices = a.vertices();
    std::vector<Face> faces = a.faces();
    for (Face f : b.faces()) {
        for (Index& v : f) v += a.vertexCount();
        faces.push_back(f);
    }
    vertices.insert(vertices.end(), b.vertices().begin(), b.vertices().end());
    return makeMesh(std::move(vertices), std::move(faces));
}

/// An animal's twin: round, with hills and hollows.
SharedMesh lump() {
    std::vector<Vec3> vertices = sphereMesh(16, 9)->vertices();
    for (Vec3& v : vertices) v *= 0.7 + 0.15 * std::sin(5 * v.x()) * std::cos(4 * v.y());
    return makeMesh(std::move(vertices), sphereMesh(16, 9)->faces());
}

std::map<std::string, SharedMesh> makeMeshes() {
    Random random(1913);
    const std::map<std::string, SharedMesh> smooth = {
        // file, what it shares with its twin
        {"abb_link2.obj",  // thin triangles, shells in one another, open
         withoutFace(*both(*gridBoxMesh({0.1, 2, 0.2}, 4), *stretched(*sphereMesh(12, 6), {0.5, 1, 0.02})),
                     7)},
        {"banana_x0.03.obj", stretched(*sphereMesh(12, 8), {0.3, 0.9, 0.3})},
        {"bolt_m16.obj", both(*torusMesh(0.5, 0.25, 12, 6), *gridBoxMesh({0.5, 0.5, 2}, 3))},
        {"nut_m16.obj", insideOut(*torusMesh(0.75, 0.25, 16, 8))},                 // interlocks with the bolt
        {"env.obj", unshared(*stretched(*gridBoxMesh({1, 1, 1}, 4), {4, 4, 1}))},  // corners of their own
        {"rob.obj",
         unshared(*both(*gridBoxMesh({1, 1, 1}, 2), *moved(*gridBoxMesh({1, 1, 1}, 2), {0.5, 0, 0})))},
        {"selfx.obj", knotMesh(36, 6, 0.7)},               // closed, and passes through itself
        {"spider_x0.01.obj", soupMesh(random, 150, 0.8)},  // faces without area, faces twice
        {"spot.obj", lump()},
        {"knot_x0.006.obj", knotMesh(36, 5, 0.2)},
        {"tray.obj", gridBoxMesh({4, 4, 0.25}, 4)},  // large coplanar surfaces
        {"piston_x0.05.obj", both(*torusMesh(1, 0.3, 10, 6), *gridBoxMesh({0.5, 0.5, 3}, 2))},  // two shells
    };
    std::map<std::string, SharedMesh> gridded;
    for (const auto& [name, mesh] : smooth) gridded[name] = onGrid(*mesh);
    return gridded;
}

TwinPose at(const char* kind, const Vec3& translation, const Matrix3& rotation = Matrix3::Identity()) {
    return {kind, {rotation, translation}};
}

Matrix3 turned(Real degrees, const Vec3& axis) {
    return Eigen::AngleAxis<Real>(degrees * std::numbers::pi / 180, axis).toRotationMatrix();
}

/// A whole turn's quarters, without rounding.
Matrix3 quarterTurnsAboutY(int quarters) { return turned(90.0 * quarters, Vec3::UnitY()).array().round(); }

/// Some beside one another, some in one another. Numbers are float32 values.
std::vector<TwinPose> randomPoses(unsigned seed, Real farthest) {
    Random random(seed);
    std::vector<TwinPose> poses;
    for (int k = 0; k < 6; ++k) {
        const Pose pose = randomPlacement(random, farthest);
        poses.push_back(at("random", pose.translation.cast<float>().cast<Real>(),
                           pose.rotation.cast<float>().cast<Real>()));
    }
    return poses;
}

std::vector<TwinPair> makePairs() {
    const Real ulp = 0x1p-25;  // of float32 from a quarter upwards; downwards half of it
    return {
        {"abb_banana", "abb_link2.obj", "banana_x0.03.obj", randomPoses(1, 1.4)},
        {"bolt_nut",
         "bolt_m16.obj",
         "nut_m16.obj",
         {at("touching", {0, 0, 0}), at("raised", {0, 0, 0.25}), at("aside", {0.125, 0, 0}),
          at("tilted", {0, 0, 0.125}, turned(7.5, Vec3::UnitX()).cast<float>().cast<Real>()),
          at("above", {0, 0, 1.5})}},
        {"env_rob", "env.obj", "rob.obj", randomPoses(2, 2.2)},
        {"selfx_spider", "selfx.obj", "spider_x0.01.obj", randomPoses(3, 1.6)},
        {"spot_knot", "spot.obj", "knot_x0.006.obj", randomPoses(4, 1.8)},
        {"spot_spot",
         "spot.obj",
         "spot.obj",
         {at("identical", {0, 0, 0}), at("half_turn_y", {0, 0, 0}, quarterTurnsAboutY(2)),
          at("quarter_turn_y", {0, 0, 0}, quarterTurnsAboutY(1)), at("shift_x", {0.25, 0, 0}),
          at("apart", {2, 0, 0})}},
        {"tray_piston", "tray.obj", "piston_x0.05.obj", randomPoses(5, 2.6)},
        {"tray_tray",
         "tray.obj",
         "tray.obj",
         {at("identical", {0, 0, 0}), at("slide_in_plane", {1.5, 0.25, 0}), at("stacked", {0, 0, 0.25}),
          at("stacked_shifted", {0.375, 0.5, 0.25}), at("one_ulp_above", {0, 0, 0.25 + ulp}),
          at("one_ulp_below", {0, 0, 0.25 - ulp / 2}), at("side_by_side", {4, 0, 0})}},
    };
}

}  // namespace

const std::map<std::string, SharedMesh>& meshes() {
    static const std::map<std::string, SharedMesh> all = makeMeshes();
    return all;
}

const std::vector<TwinPair>& pairs() {
    static const std::vector<TwinPair> all = makePairs();
    return all;
}

std::map<std::string, std::string> meshFiles() {
    std::map<std::string, std::string> files;
    for (const auto& [name, mesh] : meshes()) {
        std::string text = "# made by tests/ground_truth/twin_meshes.cpp\n";
        char line[120];
        for (const Vec3& v : mesh->vertices()) {
            std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", v.x(), v.y(), v.z());
            text += line;
        }
        for (const Face& f : mesh->faces()) {
            std::snprintf(line, sizeof line, "f %u %u %u\n", f[0] + 1, f[1] + 1, f[2] + 1);
            text += line;
        }
        // as in the labelled data: a mesh that is scaled for a pair stands beside the pair
        const bool isScaled = name.find("_x0") != std::string::npos;
        files[(isScaled ? "meshpairs/" : "meshes/") + name] = text;
    }
    return files;
}

}  // namespace ricochet::twins
