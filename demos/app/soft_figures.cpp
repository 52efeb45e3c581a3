#include "demos/app/soft_figures.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/solid.h"

#include <BulletSoftBody/btSoftBody.h>
#include <Eigen/LU>

#include <algorithm>

namespace ricochet::app {
namespace {

Vec3 positionOf(const btSoftBody::Node& node) {
    return {Real(node.m_x.x()), Real(node.m_x.y()), Real(node.m_x.z())};
}

Index indexOf(const btSoftBody& body, const btSoftBody::Node* node) {
    return static_cast<Index>(node - &body.m_nodes[0]);
}

/// In the world; fails if a node is not finite.
Result<std::shared_ptr<Mesh>> surfaceOf(const btSoftBody& body) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int i = 0; i < body.m_nodes.size(); ++i) vertices.push_back(positionOf(body.m_nodes[i]));
    for (int f = 0; f < body.m_faces.size(); ++f) {
        const auto& n = body.m_faces[f].m_n;
        faces.push_back({indexOf(body, n[0]), indexOf(body, n[1]), indexOf(body, n[2])});
    }
    for (int l = 0; faces.empty() && l < body.m_links.size(); ++l) {
        const auto& n = body.m_links[l].m_n;
        faces.push_back({indexOf(body, n[0]), indexOf(body, n[1]), indexOf(body, n[1])});
    }
    return Mesh::create(std::move(vertices), std::move(faces));
}

/// A body of the scene, for the search.
struct SearchedBody {
    std::shared_ptr<const CollisionModel> model;
    Pose pose;
    const btSoftBody* soft;  ///< null: rigid

    bool collidesWith(const SearchedBody& other) const { return this != &other || soft->m_useSelfCollision; }
    MeshInstance instance() const { return {model.get(), pose}; }
};

bool haveCommonNode(const Face& a, const Face& b) { return std::ranges::find_first_of(a, b) != a.end(); }

/// Of two bodies, or of one with itself.
int crossingsOf(const WideTree& search, const SearchedBody& a, const SearchedBody& b) {
    PairMemory memory;
    FacePairs pairs;
    search.findFacePairs(a.instance(), b.instance(), 0, memory, pairs);
    if (&a != &b) return static_cast<int>(pairs.size());
    const auto& faces = a.model->mesh().faces();
    return static_cast<int>(std::ranges::count_if(pairs, [&](const FacePair& pair) {
        return pair.faceA < pair.faceB && !haveCommonNode(faces[pair.faceA], faces[pair.faceB]);
    }));
}

int nodesInside(const btSoftBody& body, const Solid& solid, const Pose& pose) {
    const Matrix3 toSolid = pose.rotation.inverse();
    int count = 0;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
        const Vec3 point = toSolid * (positionOf(body.m_nodes[i]) - pose.translation);
        count += solid.box().contains(point) && solid.contains(point);
    }
    return count;
}

}  // namespace

std::optional<SoftFigures> softFigures(const scenes::Scene& scene) {
    SoftFigures figures;
    const WideTree search;
    std::vector<SearchedBody> bodies;
    for (const scenes::SceneBody& each : scene.bodies()) {
        if (!each.soft && (!each.mesh || each.mesh->faces.empty())) continue;
        const auto mesh = each.soft ? surfaceOf(*each.soft) : meshOf(*each.mesh);
        bodies.push_back({search.build(*mesh), each.soft ? Pose{} : poseOf(*each.body), each.soft});
        if (each.soft) figures.nodes += each.soft->m_nodes.size();
    }
    if (figures.nodes == 0) return std::nullopt;
    for (const SearchedBody& a : bodies) {
        for (const SearchedBody& b : bodies) {
            if (a.soft && (&a <= &b || !b.soft) && a.collidesWith(b))
                figures.crossings += crossingsOf(search, a, b);
        }
    }
    for (const scenes::SceneBody& rigid : scene.bodies()) {
        if (rigid.soft || !rigid.mesh || rigid.mesh->faces.empty()) continue;
        const Solid solid(*meshOf(*rigid.mesh));
        for (const scenes::SceneBody& each : scene.bodies()) {
            if (each.soft) figures.inside += nodesInside(*each.soft, solid, poseOf(*rigid.body));
        }
    }
    return figures;
}

}  // namespace ricochet::app
