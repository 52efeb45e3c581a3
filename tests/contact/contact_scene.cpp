#include "tests/contact/contact_scene.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::test {

std::shared_ptr<const CollisionModel> AllPairs::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void AllPairs::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real, PairMemory&,
                             FacePairs& out) const {
    out.clear();
    for (Index i = 0; i < a.mesh().faceCount(); ++i) {
        for (Index j = 0; j < b.mesh().faceCount(); ++j) out.push_back({i, j});
    }
    if (shuffleSeed_ != 0) std::ranges::shuffle(out, std::mt19937(shuffleSeed_));
}

std::optional<FacePair> AllPairs::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                PairMemory& memory) const {
    FacePairs all;
    findFacePairs(a, b, 0, memory, all);
    const auto meet = [&](const FacePair& p) { return intersects(a.triangle(p.faceA), b.triangle(p.faceB)); };
    const auto first = std::ranges::find_if(all, meet);
    return first == all.end() ? std::nullopt : std::optional(*first);
}

std::shared_ptr<const CollisionModel> ClosePairs::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void ClosePairs::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                               PairMemory& memory, FacePairs& out) const {
    BoxPairs().findFacePairs(a, b, queryDistance, memory, out);
    std::erase_if(out, [&](const FacePair& pair) {
        return closestPoints(a.triangle(pair.faceA), b.triangle(pair.faceB)).distanceSquared >
               queryDistance * queryDistance;
    });
}

std::shared_ptr<const CollisionModel> BoxPairs::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void BoxPairs::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory&,
                             FacePairs& out) const {
    std::vector<Aabb> boxesOfB;
    for (Index j = 0; j < b.mesh().faceCount(); ++j) boxesOfB.push_back(boxOf(b.triangle(j)));
    Aabb all = boxesOfB.front();
    for (const Aabb& box : boxesOfB) all.include(box.min), all.include(box.max);
    out.clear();
    for (Index i = 0; i < a.mesh().faceCount(); ++i) {
        const Aabb box = grown(boxOf(a.triangle(i)), queryDistance);
        if (!overlaps(box, all)) continue;
        for (Index j = 0; j < boxesOfB.size(); ++j) {
            if (overlaps(box, boxesOfB[j])) out.push_back({i, j});
        }
    }
}

ContactScene::ContactScene(const std::shared_ptr<const Mesh>& a, const Pose& poseA,
                           const std::shared_ptr<const Mesh>& b, const Pose& poseB)
    : modelA(AllPairs().build(a)),
      modelB(AllPairs().build(b)),
      surfaceA(buildContactSurface(*a)),
      surfaceB(buildContactSurface(*b)) {
    input.a.model = modelA.get();
    input.b.model = modelB.get();
    input.a.pose = poseA;
    input.b.pose = poseB;
    input.a.surface = surfaceA.get();
    input.b.surface = surfaceB.get();
    input.step.timeStep = 1.0 / 60;
    input.a.motion.gravity = {0, -9.81, 0};
    input.a.motion.centre = poseA.translation;
    input.b.motion.centre = poseB.translation;
}

PersistentContacts ContactScene::contacts(const NarrowPhase& narrowPhase,
                                          const ContactSettings& settings) const {
    PairMemory pairMemory;
    PersistentContacts memory;
    findContacts(narrowPhase, input, settings, pairMemory, memory);
    return memory;
}

void expectSame(const PersistentContacts& x, const PersistentContacts& y) {
    ASSERT_EQ(x.points.size(), y.points.size());
    ASSERT_EQ(x.patches.size(), y.patches.size());
    for (std::size_t i = 0; i < x.points.size(); ++i) {
        EXPECT_EQ(x.points[i].key, y.points[i].key);
        EXPECT_EQ(x.points[i].distance, y.points[i].distance);
        EXPECT_EQ(x.points[i].onA, y.points[i].onA);
        EXPECT_EQ(x.points[i].normal, y.points[i].normal);
    }
}

const ContactPoint& deepestOf(const PersistentContacts& memory) {
    return *std::ranges::min_element(memory.points, {}, &ContactPoint::distance);
}

std::shared_ptr<const Mesh> ring(Index around, Index across, Real tubeRadius) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < around; ++i) {
        for (Index j = 0; j < across; ++j) {
            const Real u = 2 * std::numbers::pi * i / around;
            const Real v = 2 * std::numbers::pi * (j + 0.5) / across;
            const Real r = 1 + tubeRadius * std::cos(v);
            vertices.emplace_back(r * std::cos(u), tubeRadius * std::sin(v), -r * std::sin(u));
            const Index a = i * across + j, b = (i + 1) % around * across + j;
            const Index c = (i + 1) % around * across + (j + 1) % across, d = i * across + (j + 1) % across;
            faces.push_back({a, b, c});
            faces.push_back({a, c, d});
        }
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

SharedMesh withTJunctions(const Mesh& mesh, Random& random, Real share) {
    std::vector<Vec3> vertices = mesh.vertices();
    std::vector<Face> faces;
    for (const Face& face : mesh.faces()) {
        if (uniform(random, 0, 1) >= share) {
            faces.push_back(face);
            continue;
        }
        const std::size_t k = random() % 3;
        const Index from = face[k], to = face[(k + 1) % 3], across = face[(k + 2) % 3];
        const auto middle = static_cast<Index>(vertices.size());
        vertices.push_back(0.5 * (vertices[from] + vertices[to]));
        faces.push_back({from, middle, across});
        faces.push_back({middle, to, across});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

Pose at(Real x, Real y, Real z) {
    Pose pose;
    pose.translation = {x, y, z};
    return pose;
}

Pose turned(Real angle, const Vec3& axis, const Vec3& translation) {
    Pose pose;
    pose.rotation = Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
    pose.translation = translation;
    return pose;
}

}  // namespace ricochet::test
