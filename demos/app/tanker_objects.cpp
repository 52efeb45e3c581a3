#include "demos/app/tanker_objects.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

namespace ricochet::app {

mktree::ObjectStream objectsOf(std::function<bool(scenes::SceneMesh&)> next) {
    const auto mesh = std::make_shared<scenes::SceneMesh>();
    return [next = std::move(next), mesh,
            number = Index{0}](mktree::WorldObject& object) mutable -> Result<bool> {
        if (!next(*mesh)) return false;
        object.part = 0;
        object.numbers.clear();
        object.firstNumber = number;
        object.vertices.clear();
        for (const btVector3& v : mesh->vertices) object.vertices.emplace_back(v.x(), v.y(), v.z());
        object.faces.clear();
        for (const auto& face : mesh->faces) {
            object.faces.push_back(
                {static_cast<Index>(face[0]), static_cast<Index>(face[1]), static_cast<Index>(face[2])});
        }
        number += static_cast<Index>(object.faces.size());
        return true;
    };
}

mktree::ObjectStream tankerObjects(std::int64_t triangles, unsigned seed,
                                   const scenes::TankerStructure& structure) {
    const auto tanker = std::make_shared<scenes::Tanker>(triangles, seed, structure);
    return objectsOf([tanker](scenes::SceneMesh& object) { return tanker->next(object); });
}

std::shared_ptr<Mesh> maintenancePart(Real diameter) {
    // A lathed body of 25 sectors and 10 rings between two apexes: 25 * 2 * 10 triangles.
    constexpr Index kSectors = 25, kRings = 10;
    constexpr Real kTurn = 2 * std::numbers::pi;
    const Real radius = 0.5 * diameter;
    std::vector<Vec3> vertices = {Vec3(0, 0, -radius), Vec3(0, 0, radius)};
    std::vector<Face> faces;
    for (Index r = 0; r < kRings; ++r) {
        const Real polar = 0.5 * kTurn * (r + 1) / (kRings + 1);
        const Real waist = r % 3 == 1 ? 0.6 : 1;  // grooves
        for (Index s = 0; s < kSectors; ++s) {
            const Real a = kTurn * s / kSectors;
            vertices.emplace_back(0.98 * radius * waist * std::sin(polar) * std::cos(a),
                                  0.98 * radius * waist * std::sin(polar) * std::sin(a),
                                  -0.98 * radius * std::cos(polar));
        }
    }
    const auto at = [](Index r, Index s) { return 2 + r * kSectors + s % kSectors; };
    for (Index s = 0; s < kSectors; ++s) {
        faces.push_back({0, at(0, s + 1), at(0, s)});
        faces.push_back({1, at(kRings - 1, s), at(kRings - 1, s + 1)});
        for (Index r = 0; r + 1 < kRings; ++r) {
            faces.push_back({at(r, s), at(r, s + 1), at(r + 1, s + 1)});
            faces.push_back({at(r, s), at(r + 1, s + 1), at(r + 1, s)});
        }
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

}  // namespace ricochet::app
