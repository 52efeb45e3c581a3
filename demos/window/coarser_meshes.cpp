#include "demos/window/coarser_meshes.h"

#include <algorithm>
#include <array>
#include <map>
#include <meshoptimizer.h>

namespace ricochet::window {
namespace {

constexpr std::size_t kFewFaces = 2000;     // a mesh that a frame draws in passing
constexpr std::size_t kFewChunkFaces = 64;  // a chunk, likewise
constexpr float kAnyError = 1;              // of the chunk's size
constexpr double kEnoughLess = 0.8;         // of the triangles of the level before
constexpr float kThinnest = 1e-4f;  // height of a face over its longest edge: thinner ones have no normal
constexpr float kSmoothCosine = 0.985f;  // of 10 degrees: faces at flatter edges look like a bent surface

Eigen::Vector3f areaNormal(const view::DrawnMesh& mesh, const std::array<std::uint32_t, 3>& face) {
    const Eigen::Vector3f a = view::toVector(mesh.vertices[face[0]]);
    return (view::toVector(mesh.vertices[face[1]]) - a).cross(view::toVector(mesh.vertices[face[2]]) - a);
}

/// What light falls on at corners of faces that replace others: normals of those that were there.
class CornerNormals {
public:
    explicit CornerNormals(const view::DrawnMesh& mesh) : first_(mesh.vertices.size() + 1) {
        for (const auto& face : mesh.faces) {
            for (const std::uint32_t vertex : face) ++first_[vertex + 1];
        }
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        faces_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for (const auto& face : mesh.faces) {
            for (const std::uint32_t vertex : face)
                faces_[next[vertex]++] = static_cast<std::uint32_t>(normals_.size());
            normals_.push_back(areaNormal(mesh, face));
        }
    }

    /// The mean of faces at the vertex around the one that looks most like `normal`.
    Eigen::Vector3f at(std::uint32_t vertex, const Eigen::Vector3f& normal) const {
        Eigen::Vector3f nearest = Eigen::Vector3f::Zero();
        float greatest = -2;
        for (std::size_t i = first_[vertex]; i < first_[vertex + 1]; ++i) {
            const Eigen::Vector3f each = normals_[faces_[i]].stableNormalized();
            if (each.dot(normal) <= greatest) continue;
            greatest = each.dot(normal);
            nearest = each;
        }
        return mean(vertex, nearest, kSmoothCosine);
    }
    /// The mean of all faces at the vertex.
    Eigen::Vector3f at(std::uint32_t vertex) const { return mean(vertex, Eigen::Vector3f::UnitX(), -1); }

private:
    Eigen::Vector3f mean(std::uint32_t vertex, const Eigen::Vector3f& normal, float cosine) const {
        Eigen::Vector3f sum = Eigen::Vector3f::Zero();
        for (std::size_t i = first_[vertex]; i < first_[vertex + 1]; ++i) {
            const Eigen::Vector3f& each = normals_[faces_[i]];
            if (each.dot(normal) >= cosine * each.norm()) sum += each;
        }
        return sum.stableNormalized();
    }

    std::vector<Eigen::Vector3f> normals_;  ///< of faces, of twice their area
    std::vector<std::uint32_t> faces_;      ///< at the first vertex, at the second one, and so on
    std::vector<std::size_t> first_;        ///< in `faces_`, of each vertex
};

/// Puts faces together whose corners have normals.
class Builder {
public:
    Builder(const view::DrawnMesh& whole, CoarserMesh& result)
        : whole_(whole), normals_(whole), result_(result) {}

    /// `indices`: of vertices of the whole mesh.
    void add(const std::vector<std::uint32_t>& indices) {
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            std::array<std::uint32_t, 3> face = {indices[i], indices[i + 1], indices[i + 2]};
            const Eigen::Vector3f area = areaNormal(whole_, face), normal = area.stableNormalized();
            std::array<Eigen::Vector3f, 3> corners;
            for (std::size_t k = 0; k < 3; ++k) {
                const bool isFlat = area.norm() > kThinnest * longestSquared(face);
                corners[k] = normals_.at(face[k], isFlat ? normal : normals_.at(face[k]));
                // what has no area has one light, as it has no gradient
                if (!isFlat) corners[k] = corners[0];
            }
            for (std::size_t k = 0; k < 3; ++k) face[k] = corner(face[k], view::toPoint(corners[k]));
            result_.mesh.faces.push_back(face);
        }
    }

private:
    float longestSquared(const std::array<std::uint32_t, 3>& face) const {
        float longest = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            longest = std::max(longest, (view::toVector(whole_.vertices[face[k]]) -
                                         view::toVector(whole_.vertices[face[(k + 1) % 3]]))
                                            .squaredNorm());
        }
        return longest;
    }
    std::uint32_t corner(std::uint32_t vertex, const view::Point& normal) {
        const auto number = static_cast<std::uint32_t>(result_.normals.size());
        const auto [known, isNew] = corners_.try_emplace({vertex, normal}, number);
        if (isNew) {
            result_.mesh.vertices.push_back(whole_.vertices[vertex]);
            result_.normals.push_back(normal);
            result_.vertexOfWhole.push_back(vertex);
        }
        return known->second;
    }

    const view::DrawnMesh& whole_;
    CornerNormals normals_;
    CoarserMesh& result_;
    std::map<std::pair<std::uint32_t, view::Point>, std::uint32_t> corners_;
};

/// A chunk's own vertices.
struct Local {
    std::vector<view::Point> vertices;
    std::vector<std::uint32_t> numbers;  ///< in the whole mesh
    std::vector<unsigned> indices;
};

Local localMesh(const view::DrawnMesh& mesh, const MeshChunk& chunk, std::vector<std::uint32_t>& places) {
    Local local;
    for (std::uint32_t i = chunk.firstFace; i < chunk.firstFace + chunk.faceCount; ++i) {
        for (const std::uint32_t vertex : mesh.faces[i]) {
            std::uint32_t& place = places[vertex];
            if (place >= local.numbers.size() || local.numbers[place] != vertex) {
                place = static_cast<std::uint32_t>(local.numbers.size());
                local.numbers.push_back(vertex);
                local.vertices.push_back(mesh.vertices[vertex]);
            }
            local.indices.push_back(place);
        }
    }
    return local;
}

void addChunk(const Local& chunk, Builder& builder, CoarserMesh& result) {
    const float* const coordinates = chunk.vertices.front().data();
    const std::size_t vertices = chunk.vertices.size(), stride = sizeof(view::Point);
    const float size = meshopt_simplifyScale(coordinates, vertices, stride);
    std::vector<unsigned> indices = chunk.indices;
    float error = 0;  // metres
    while (indices.size() > 3 * kFewChunkFaces) {
        std::vector<unsigned> fewer(indices.size());
        float added = 0;
        fewer.resize(meshopt_simplify(fewer.data(), indices.data(), indices.size(), coordinates, vertices,
                                      stride, indices.size() / 2, kAnyError, meshopt_SimplifyLockBorder,
                                      &added));
        if (fewer.empty() || double(fewer.size()) > kEnoughLess * double(indices.size())) break;
        error += added * size;
        indices = fewer;
        for (unsigned& index : fewer) index = chunk.numbers[index];
        result.ofChunk.back().push_back({static_cast<std::uint32_t>(result.mesh.faces.size()),
                                         static_cast<std::uint32_t>(fewer.size() / 3), error});
        builder.add(fewer);
    }
}

}  // namespace

CoarserMesh coarserMesh(const view::DrawnMesh& mesh, const std::vector<MeshChunk>& chunks) {
    CoarserMesh result;
    result.ofChunk.reserve(chunks.size());
    if (mesh.faces.size() <= kFewFaces) {
        result.ofChunk.resize(chunks.size());
        return result;
    }
    Builder builder(mesh, result);
    std::vector<std::uint32_t> places(mesh.vertices.size());
    for (const MeshChunk& chunk : chunks) {
        result.ofChunk.emplace_back();
        addChunk(localMesh(mesh, chunk, places), builder, result);
    }
    return result;
}

}  // namespace ricochet::window
