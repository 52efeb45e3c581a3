#include "algorithms/mktree/world_object.h"

#include "algorithms/geometry/components.h"
#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace ricochet::mktree {
namespace {

/// An edge by its welded ends, and its face and corner.
struct EdgeUse {
    Index low, high;
    Index face;
    std::uint8_t corner;
};

std::vector<EdgeUse> edgeUses(std::span<const Face> faces, std::span<const Index> weld) {
    std::vector<EdgeUse> uses;
    uses.reserve(3 * faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        for (std::uint8_t k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax({weld[faces[f][k]], weld[faces[f][(k + 1) % 3]]});
            if (low != high) uses.push_back({low, high, static_cast<Index>(f), k});
        }
    }
    return uses;
}

}  // namespace

std::vector<WorldObject> objectsOf(const Mesh& mesh, Index part) {
    const auto weld = weldVertices(mesh.vertices());
    Components components(mesh.vertexCount());
    for (const Face& face : mesh.faces()) {
        components.join(weld[face[0]], weld[face[1]]);
        components.join(weld[face[0]], weld[face[2]]);
    }
    std::vector<WorldObject> objects;
    std::unordered_map<std::size_t, std::size_t> objectOfRoot;
    std::vector<Index> local(mesh.vertexCount(), kNone);
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const auto [entry, isNew] =
            objectOfRoot.try_emplace(components.rootOf(weld[mesh.faces()[f][0]]), objects.size());
        if (isNew) objects.push_back({.part = part, .vertices = {}, .faces = {}, .numbers = {}});
        WorldObject& object = objects[entry->second];
        Face face;
        for (std::size_t k = 0; k < 3; ++k) {
            Index& number = local[mesh.faces()[f][k]];
            if (number == kNone) {
                number = static_cast<Index>(object.vertices.size());
                object.vertices.push_back(mesh.vertices()[mesh.faces()[f][k]]);
            }
            face[k] = number;
        }
        object.faces.push_back(face);
        object.numbers.push_back(f);
    }
    return objects;
}

Result<void> check(const WorldObject& object) {
    const std::string name = "part " + std::to_string(object.part);
    if (!object.numbers.empty() && object.numbers.size() != object.faces.size()) {
        return tl::unexpected(name + ": an object has " + std::to_string(object.numbers.size()) +
                              " numbers for " + std::to_string(object.faces.size()) + " faces");
    }
    constexpr Real kFarthest = std::numeric_limits<float>::max() / 4;  // boxes are float
    for (const Vec3& v : object.vertices) {
        if (v.allFinite() && v.cwiseAbs().maxCoeff() < kFarthest) continue;
        return tl::unexpected(name + ": a vertex is not finite, or beyond what a float can hold");
    }
    for (std::size_t f = 0; f < object.faces.size(); ++f) {
        for (Index v : object.faces[f]) {
            if (v < object.vertices.size()) continue;
            return tl::unexpected(name + ": triangle " + std::to_string(object.numberOf(f)) +
                                  " names a vertex that does not exist");
        }
    }
    return {};
}

std::vector<std::uint8_t> ownedFeatures(std::span<const Vec3> vertices, std::span<const Face> faces) {
    const auto weld = weldVertices(vertices);
    std::vector<std::uint8_t> owned(faces.size(), 0);
    std::vector<bool> isTaken(vertices.size(), false);
    for (std::size_t f = 0; f < faces.size(); ++f) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Index v = weld[faces[f][k]];
            if (!isTaken[v]) owned[f] = static_cast<std::uint8_t>(owned[f] | (1U << k));
            isTaken[v] = true;
        }
    }
    std::vector<EdgeUse> uses = edgeUses(faces, weld);
    std::ranges::sort(uses, [](const EdgeUse& a, const EdgeUse& b) {
        return std::tie(a.low, a.high, a.face, a.corner) < std::tie(b.low, b.high, b.face, b.corner);
    });
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const EdgeUse& use = uses[i];
        if (i > 0 && uses[i - 1].low == use.low && uses[i - 1].high == use.high) continue;
        owned[use.face] = static_cast<std::uint8_t>(owned[use.face] | (8U << use.corner));
    }
    return owned;
}

}  // namespace ricochet::mktree
