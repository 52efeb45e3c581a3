#include "tests/bench/scene_meshes.h"

#include "demos/mesh_files/read_mesh.h"
#include "demos/scenes/pipes_mesh.h"
#include "tests/support/labelled_data.h"

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

namespace ricochet::bench {
namespace {

/// Vertices by their coordinates, without duplicates.
class VertexSet {
public:
    Index indexOf(const Vec3& v) {
        const auto [entry, isNew] =
            known_.try_emplace({v.x(), v.y(), v.z()}, static_cast<Index>(vertices_.size()));
        if (isNew) vertices_.push_back(v);
        return entry->second;
    }
    std::vector<Vec3> take() { return std::move(vertices_); }

private:
    std::map<std::array<Real, 3>, Index> known_;
    std::vector<Vec3> vertices_;
};

Real meanEdge(const Mesh& mesh) {
    Real sum = 0;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [u, v, w] = mesh.triangle(f);
        sum += (u - v).norm() + (v - w).norm() + (w - u).norm();
    }
    return sum / (3.0 * mesh.faceCount());
}

/// Adds a tube of `sides` quads about the line from `begin` to `end`.
void addTube(const Vec3& begin, const Vec3& end, Real radius, Index sides, std::vector<Vec3>& vertices,
             std::vector<Face>& faces) {
    const Vec3 axis = (end - begin).normalized();
    const Vec3 side = radius * axis.unitOrthogonal(), up = axis.cross(side);
    const auto first = static_cast<Index>(vertices.size());
    for (Index i = 0; i < sides; ++i) {
        const Real angle = 2 * std::numbers::pi * i / sides;
        const Vec3 radial = std::cos(angle) * side + std::sin(angle) * up;
        vertices.push_back(begin + radial);
        vertices.push_back(end + radial);
    }
    for (Index i = 0; i < sides; ++i) {
        const Index p = first + 2 * i, q = first + 2 * ((i + 1) % sides);
        faces.push_back({p, q, q + 1});
        faces.push_back({p, q + 1, p + 1});
    }
}

}  // namespace

SharedMesh labelledMesh(const std::string& name) {
    const auto file = labelledData("meshes/" + name + ".obj");
    if (!file) return nullptr;
    auto mesh = readMesh(file->string());
    if (!mesh) throw std::runtime_error(mesh.error());
    return *mesh;
}

SharedMesh transformed(const Mesh& mesh, const Matrix3& matrix) {
    return placed(mesh, {matrix, Vec3::Zero()});
}

SharedMesh unitSized(const Mesh& mesh) {
    const Real scale = 1 / mesh.box().size().norm();
    return placed(mesh, {scale * Matrix3::Identity(), -scale * mesh.box().centre()});
}

SharedMesh landscapeMesh(Index side) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i <= side; ++i) {
        for (Index j = 0; j <= side; ++j) {
            const Real x = 4.0 * i / side - 2, y = 4.0 * j / side - 2;
            vertices.emplace_back(x, y,
                                  0.2 * std::sin(3 * x) * std::cos(2 * y) + 0.02 * std::sin(31 * x + 17 * y));
        }
    }
    for (Index i = 0; i < side; ++i) {
        for (Index j = 0; j < side; ++j) {
            const Index a = i * (side + 1) + j, b = a + side + 1;
            faces.push_back({a, b, b + 1});
            faces.push_back({a, b + 1, a + 1});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh pipesCube() {
    const scenes::SceneMesh generated = scenes::pipesMesh();
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const btVector3& v : generated.vertices) vertices.emplace_back(v.x(), v.y(), v.z());
    for (const auto& f : generated.faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh straightPipes() {
    constexpr int kTubesPerSide = 5;
    constexpr Index kSides = 38;
    constexpr Real kSpacing = 0.14, kRadius = 0.06;
    constexpr Real kHalf = scenes::kPipesCubeSide / 2, kFirstLine = -(scenes::kPipesPerSide - 1) / 2.0;
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int axis = 0; axis < 3; ++axis) {
        for (int i = 0; i < scenes::kPipesPerSide * kTubesPerSide; ++i) {
            for (int j = 0; j < scenes::kPipesPerSide * kTubesPerSide; ++j) {
                const Real u = (kFirstLine + i / kTubesPerSide + 0.25) * scenes::kPipesPitch;
                const Real v = (kFirstLine + j / kTubesPerSide - 0.25) * scenes::kPipesPitch;
                Vec3 begin;
                begin[axis] = -kHalf;
                begin[(axis + 1) % 3] = v + (j % kTubesPerSide - kTubesPerSide / 2) * kSpacing;
                begin[(axis + 2) % 3] = u + (i % kTubesPerSide - kTubesPerSide / 2) * kSpacing;
                Vec3 end = begin;
                end[axis] = kHalf;
                addTube(begin, end, kRadius, kSides, vertices, faces);
            }
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh randomPipes(Random& random, Index pipes) {
    constexpr Real kHalfCube = 7.5, kHalfLength = 2.5, kThinnest = 0.02, kWidest = 0.06;
    constexpr Index kSides = 32;
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < pipes; ++i) {
        const Vec3 middle = randomPoint(random, kHalfCube);
        const Vec3 half = kHalfLength * randomRotation(random).col(0);
        addTube(middle - half, middle + half, uniform(random, kThinnest, kWidest), kSides, vertices, faces);
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh subdivided(Random& random, const Mesh& mesh, Real noise) {
    VertexSet set;
    std::vector<Face> faces;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [u, v, w] = mesh.triangle(f);
        const Index iu = set.indexOf(u), iv = set.indexOf(v), iw = set.indexOf(w);
        const Index uv = set.indexOf(0.5 * (u + v)), vw = set.indexOf(0.5 * (v + w)),
                    wu = set.indexOf(0.5 * (w + u));
        for (const Face& quarter : {Face{iu, uv, wu}, {uv, iv, vw}, {wu, vw, iw}, {uv, vw, wu}}) {
            faces.push_back(quarter);
        }
    }
    std::vector<Vec3> vertices = set.take();
    const Real amplitude = noise * meanEdge(mesh) / 2;
    for (Vec3& vertex : vertices) vertex += randomPoint(random, amplitude);
    return makeMesh(std::move(vertices), std::move(faces));
}

}  // namespace ricochet::bench
