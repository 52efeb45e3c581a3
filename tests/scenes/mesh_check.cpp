#include "tests/scenes/mesh_check.h"

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/obb_tree/obb_tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace ricochet::scenes {
namespace {

Vec3 exact(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

Triangle corners(const SceneMesh& mesh, const std::array<int, 3>& face) {
    return {exact(mesh.vertices[face[0]]), exact(mesh.vertices[face[1]]), exact(mesh.vertices[face[2]])};
}

struct BoxedTriangle {
    Triangle triangle;
    Aabb box;
};

Pose poseOf(const btRigidBody& body) {
    Pose pose;
    const btTransform& transform = body.getWorldTransform();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            pose.rotation(row, column) = transform.getBasis()[row][column];
    }
    pose.translation = exact(transform.getOrigin());
    return pose;
}

std::vector<BoxedTriangle> placedTriangles(const SceneBody& body) {
    const Pose pose = poseOf(*body.body);
    std::vector<BoxedTriangle> placed;
    for (const auto& face : body.mesh->faces) {
        const Triangle triangle = transformTriangle(pose, corners(*body.mesh, face));
        placed.push_back({triangle, boxOf(triangle)});
    }
    return placed;
}

Aabb boxOfAll(const std::vector<BoxedTriangle>& triangles) {
    Aabb box;
    for (const BoxedTriangle& t : triangles) {
        box.include(t.box.min);
        box.include(t.box.max);
    }
    return box;
}

std::vector<BoxedTriangle> overlapping(const Aabb& box, const std::vector<BoxedTriangle>& all) {
    std::vector<BoxedTriangle> near;
    std::copy_if(all.begin(), all.end(), std::back_inserter(near),
                 [&](const BoxedTriangle& t) { return overlaps(t.box, box); });
    return near;
}

/// Joins vertices that share a face; `root` leads to one vertex of each piece.
int rootOf(std::vector<int>& parent, int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
}

/// Radius of a sphere about the body's origin that holds its mesh.
btScalar radiusOf(const SceneBody& body) {
    btScalar squared = 0;
    for (const btVector3& v : body.mesh->vertices) squared = std::max(squared, v.length2());
    return std::sqrt(squared) * btScalar(1.001);  // above rounding
}

bool areFarApart(const SceneBody& a, const SceneBody& b) {
    return a.body->getWorldTransform().getOrigin().distance(b.body->getWorldTransform().getOrigin()) >
           radiusOf(a) + radiusOf(b);
}

}  // namespace

std::string whyNotClosed(const SceneMesh& mesh) {
    std::set<std::pair<int, int>> edges;
    std::vector<bool> isUsed(mesh.vertices.size(), false);
    for (const auto& face : mesh.faces) {
        for (int k = 0; k < 3; ++k) {
            const int from = face[k], to = face[(k + 1) % 3];
            isUsed[from] = true;
            if (!edges.insert({from, to}).second) return "two faces run an edge in the same direction";
        }
    }
    for (const auto& [from, to] : edges) {
        if (!edges.contains({to, from})) return "an edge has one face only";
    }
    if (!std::all_of(isUsed.begin(), isUsed.end(), [](bool used) { return used; })) return "an unused vertex";
    std::set<std::tuple<double, double, double>> places;
    for (const btVector3& v : mesh.vertices) places.insert({v.x(), v.y(), v.z()});
    return places.size() == mesh.vertices.size() ? "" : "two vertices at one place";
}

double volumeOf(const SceneMesh& mesh) {
    double sum = 0;
    for (const auto& face : mesh.faces) {
        const Triangle t = corners(mesh, face);
        sum += t[0].dot(t[1].cross(t[2])) / 6;
    }
    return sum;
}

btVector3 centreOfMassOf(const SceneMesh& mesh) {
    Vec3 sum = Vec3::Zero();
    for (const auto& face : mesh.faces) {
        const Triangle t = corners(mesh, face);
        sum += t[0].dot(t[1].cross(t[2])) / 6 * (t[0] + t[1] + t[2]) / 4;
    }
    sum /= volumeOf(mesh);
    return {btScalar(sum.x()), btScalar(sum.y()), btScalar(sum.z())};
}

int longThinFaces(const SceneMesh& mesh, double aspect) {
    return static_cast<int>(std::count_if(mesh.faces.begin(), mesh.faces.end(), [&](const auto& face) {
        const Triangle t = corners(mesh, face);
        const double longest = std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
        const double height = (t[1] - t[0]).cross(t[2] - t[0]).norm() / longest;
        return longest > aspect * height;
    }));
}

std::vector<PieceBox> piecesOf(const SceneMesh& mesh) {
    std::vector<int> parent(mesh.vertices.size());
    std::iota(parent.begin(), parent.end(), 0);
    for (const auto& face : mesh.faces) {
        for (int k : {1, 2}) parent[rootOf(parent, face[k])] = rootOf(parent, face[0]);
    }
    std::map<int, PieceBox> pieces;
    for (int v = 0; v < static_cast<int>(parent.size()); ++v) {
        const btVector3& position = mesh.vertices[v];
        PieceBox& box = pieces.try_emplace(rootOf(parent, v), PieceBox{position, position}).first->second;
        box.min.setMin(position);
        box.max.setMax(position);
    }
    std::vector<PieceBox> boxes;
    for (const auto& [root, box] : pieces) boxes.push_back(box);
    return boxes;
}

std::size_t selfIntersections(const SceneMesh& mesh) {
    std::vector<Vec3> vertices;
    std::vector<ricochet::Face> faces;
    for (const btVector3& v : mesh.vertices) vertices.push_back(exact(v));
    for (const auto& [a, b, c] : mesh.faces) faces.push_back({Index(a), Index(b), Index(c)});
    const ObbTree tree;
    const auto model = tree.build(Mesh::create(vertices, faces).value());
    PairMemory memory;
    FacePairs pairs;
    tree.findFacePairs({model.get(), {}}, {model.get(), {}}, 0, memory, pairs);
    return static_cast<std::size_t>(std::ranges::count_if(pairs, [&](const FacePair& pair) {
        const ricochet::Face &f = faces[pair.faceA], &g = faces[pair.faceB];
        return std::find_first_of(f.begin(), f.end(), g.begin(), g.end()) == f.end();
    }));
}

bool intersect(const SceneBody& a, const SceneBody& b) {
    if (areFarApart(a, b)) return false;
    const std::vector<BoxedTriangle> allOfA = placedTriangles(a), allOfB = placedTriangles(b);
    const std::vector<BoxedTriangle> nearB = overlapping(boxOfAll(allOfB), allOfA);
    if (nearB.empty()) return false;
    const std::vector<BoxedTriangle> nearA = overlapping(boxOfAll(nearB), allOfB);
    for (const BoxedTriangle& ofA : nearB) {
        for (const BoxedTriangle& ofB : nearA) {
            if (overlaps(ofA.box, ofB.box) && intersects(ofA.triangle, ofB.triangle)) return true;
        }
    }
    return false;
}

}  // namespace ricochet::scenes
