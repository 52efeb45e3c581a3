#include "adapters/shapes/mesh_interface.h"

#include "adapters/shapes/convert.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Limit of faces and vertices for which memory is reserved before any is read: a mesh's counts may be wrong.
constexpr std::size_t kMostTrusted = std::size_t{1} << 24;

/// One part of an indexed mesh, locked for reading during the lifetime of this.
struct LockedPart {
    LockedPart(const btStridingMeshInterface& mesh, int part) : mesh_(mesh), part_(part) {
        mesh.getLockedReadOnlyVertexIndexBase(&vertices, vertexCount, vertexType, vertexStride, &indices,
                                              indexStride, faceCount, indexType, part);
    }
    ~LockedPart() { mesh_.unLockReadOnlyVertexBase(part_); }
    LockedPart(const LockedPart&) = delete;
    LockedPart& operator=(const LockedPart&) = delete;

    const unsigned char* vertex(int i) const { return vertices + std::ptrdiff_t{i} * vertexStride; }
    const unsigned char* face(int i) const { return indices + std::ptrdiff_t{i} * indexStride; }

    const unsigned char* vertices = nullptr;
    int vertexCount = 0;
    PHY_ScalarType vertexType = PHY_FLOAT;
    int vertexStride = 0;
    const unsigned char* indices = nullptr;
    int indexStride = 0;
    int faceCount = 0;
    PHY_ScalarType indexType = PHY_INTEGER;

private:
    const btStridingMeshInterface& mesh_;
    int part_;
};

template <class Scalar>
Vec3 toVertex(const unsigned char* bytes) {
    Scalar v[3];  // copied, since a stride may make it unaligned
    std::memcpy(v, bytes, sizeof v);
    return {Real(v[0]), Real(v[1]), Real(v[2])};
}

template <class Integer>
Face toFace(const unsigned char* bytes) {
    Integer f[3];
    std::memcpy(f, bytes, sizeof f);
    return {Index(f[0]), Index(f[1]), Index(f[2])};
}

/// Bytes of a vertex; 0: the type is unknown.
std::size_t vertexSize(const LockedPart& part) {
    return part.vertexType == PHY_FLOAT    ? 3 * sizeof(float)
           : part.vertexType == PHY_DOUBLE ? 3 * sizeof(double)
                                           : 0;
}

/// Bytes of a face; 0: the type is unknown.
std::size_t faceSize(const LockedPart& part) {
    switch (part.indexType) {
        case PHY_INTEGER:
            return 3 * sizeof(std::uint32_t);
        case PHY_SHORT:
            return 3 * sizeof(std::uint16_t);
        case PHY_UCHAR:
            return 3 * sizeof(std::uint8_t);
        default:
            return 0;
    }
}

Vec3 vertexAt(const LockedPart& part, int i, const Vec3& scaling) {
    const unsigned char* const bytes = part.vertex(i);
    const Vec3 vertex = part.vertexType == PHY_DOUBLE ? toVertex<double>(bytes) : toVertex<float>(bytes);
    return vertex.cwiseProduct(scaling);
}

/// With the part's own vertex numbers, which may be out of range.
Face faceAt(const LockedPart& part, int i, bool mirrors) {
    const unsigned char* const bytes = part.face(i);
    Face face = part.indexType == PHY_INTEGER ? toFace<std::uint32_t>(bytes)
                : part.indexType == PHY_SHORT ? toFace<std::uint16_t>(bytes)
                                              : toFace<std::uint8_t>(bytes);
    if (mirrors) std::swap(face[1], face[2]);
    return face;
}

std::string partName(int part) { return "part " + std::to_string(part) + " of the mesh"; }

/// Empty, or an error message about the part's arrays.
std::string validate(const LockedPart& part) {
    if (part.vertexCount < 0 || part.faceCount < 0) return "has a negative number of vertices or faces";
    if (part.vertexCount > 0 && !part.vertices) return "has no vertex array";
    if (part.faceCount > 0 && !part.indices) return "has no index array";
    if (vertexSize(part) == 0) return "has vertices that are neither float nor double";
    if (faceSize(part) == 0) return "has indices of neither 8, 16 nor 32 bits";
    return {};
}

Result<Face> readFace(const LockedPart& part, int partIndex, int i, bool mirrors) {
    const Face face = faceAt(part, i, mirrors);
    for (const Index v : face) {
        if (v >= Index(part.vertexCount)) {
            return tl::unexpected("face " + std::to_string(i) + " in " + partName(partIndex) +
                                  " names vertex " + std::to_string(v) + ", but the part has only " +
                                  std::to_string(part.vertexCount));
        }
    }
    return face;
}

Triangle triangle(const LockedPart& part, const Face& face, const Vec3& scaling) {
    const auto corner = [&](Index v) { return vertexAt(part, static_cast<int>(v), scaling); };
    return {corner(face[0]), corner(face[1]), corner(face[2])};
}

Result<void> appendPart(const btStridingMeshInterface& mesh, int partIndex, const Vec3& scaling,
                        ShapeMesh& out) {
    const LockedPart part(mesh, partIndex);
    if (std::string fault = validate(part); !fault.empty()) {
        return tl::unexpected(partName(partIndex) + " " + fault);
    }
    const auto firstVertex = static_cast<Index>(out.vertices.size());
    out.vertices.reserve(out.vertices.size() +
                         std::min(static_cast<std::size_t>(part.vertexCount), kMostTrusted));
    for (int i = 0; i < part.vertexCount; ++i) out.vertices.push_back(vertexAt(part, i, scaling));
    const bool mirrors = scaling.prod() < 0;
    for (int i = 0; i < part.faceCount; ++i) {
        Face face = faceAt(part, i, mirrors);
        if (std::max({face[0], face[1], face[2]}) >= Index(part.vertexCount))
            return tl::unexpected(readFace(part, partIndex, i, mirrors).error());
        for (Index& v : face) v += firstVertex;
        out.faces.push_back(face);
        out.faceNames.push_back({partIndex, i});
    }
    return {};
}

/// Triangles of one part, with only the vertices that they use.
Result<void> appendTriangles(const btStridingMeshInterface& mesh, std::span<const FaceName> names,
                             const Vec3& scaling, ShapeMesh& out) {
    const LockedPart part(mesh, names.front().part);
    if (std::string fault = validate(part); !fault.empty()) {
        return tl::unexpected(partName(names.front().part) + " " + fault);
    }
    std::vector<Index> used;
    const std::size_t firstFace = out.faces.size();
    for (const FaceName& name : names) {
        const Result<Face> face = readFace(part, name.part, name.triangle, scaling.prod() < 0);
        if (!face) return tl::unexpected(face.error());
        out.faces.push_back(*face);
        used.insert(used.end(), face->begin(), face->end());
    }
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const auto firstVertex = static_cast<Index>(out.vertices.size());
    for (const Index v : used) out.vertices.push_back(vertexAt(part, static_cast<int>(v), scaling));
    for (std::size_t f = firstFace; f < out.faces.size(); ++f) {
        for (Index& v : out.faces[f]) {
            v = firstVertex + static_cast<Index>(std::ranges::lower_bound(used, v) - used.begin());
        }
    }
    return {};
}

/// Three floats or three 32-bit indices have a constant size: signatures are computed for each pair and step.
template <class At>
void signSamples(int count, std::size_t size, At&& at, Signature& signature) {
    constexpr std::size_t kMostFrequent = 12;  // bytes
    if (size == kMostFrequent) {
        forEachSample(count, [&](int i) { signature.add(at(i), kMostFrequent); });
    } else {
        forEachSample(count, [&](int i) { signature.add(at(i), size); });
    }
}

}  // namespace

Result<ShapeMesh> readMeshInterface(const btStridingMeshInterface& mesh, const btVector3& scaling) {
    const std::size_t indices = 3 * countTriangles(mesh);
    if (indices > kMostIndices) {
        return tl::unexpected("it has " + std::to_string(indices) + " indices; at most " +
                              std::to_string(kMostIndices) + " are supported");
    }
    ShapeMesh out;
    const std::size_t triangles = std::min(countTriangles(mesh), kMostTrusted);
    out.faces.reserve(triangles);
    out.faceNames.reserve(triangles);
    for (int part = 0; part < mesh.getNumSubParts(); ++part) {
        const Result<void> read = appendPart(mesh, part, toVec3(scaling), out);
        if (!read) return tl::unexpected(read.error());
    }
    return out;
}

Result<ShapeMesh> readTriangles(const btStridingMeshInterface& mesh, const btVector3& scaling,
                                std::vector<FaceName> names) {
    ShapeMesh out;
    for (std::size_t begin = 0, end = 0; begin < names.size(); begin = end) {
        while (end < names.size() && names[end].part == names[begin].part) ++end;
        const auto ofPart = std::span<const FaceName>(names).subspan(begin, end - begin);
        if (auto read = appendTriangles(mesh, ofPart, toVec3(scaling), out); !read) {
            return tl::unexpected(read.error());
        }
    }
    out.faceNames = std::move(names);
    return out;
}

Result<void> readSlice(const btStridingMeshInterface& mesh, const btVector3& scaling, std::size_t first,
                       std::size_t count, std::vector<Triangle>& out) {
    std::size_t before = 0;  // triangles of the parts up to this one
    for (int p = 0; p < mesh.getNumSubParts() && count > 0; ++p) {
        const LockedPart part(mesh, p);
        if (std::string fault = validate(part); !fault.empty())
            return tl::unexpected(partName(p) + " " + fault);
        const std::size_t end = before + static_cast<std::size_t>(part.faceCount);
        for (; first < end && count > 0; ++first, --count) {
            const int i = static_cast<int>(first - before);
            const Result<Face> face = readFace(part, p, i, toVec3(scaling).prod() < 0);
            if (!face) return tl::unexpected(face.error());
            out.push_back(triangle(part, *face, toVec3(scaling)));
        }
        before = end;
    }
    return {};
}

std::size_t countTriangles(const btStridingMeshInterface& mesh) {
    std::size_t count = 0;
    for (int p = 0; p < mesh.getNumSubParts(); ++p) {
        count += static_cast<std::size_t>(std::max(LockedPart(mesh, p).faceCount, 0));
    }
    return count;
}

void sign(const btStridingMeshInterface& mesh, Signature& signature) {
    signature.add(static_cast<const void*>(&mesh));
    const int parts = mesh.getNumSubParts();
    signature.add(parts);
    forEachSample(parts, [&](int p) {
        const LockedPart part(mesh, p);
        signature.add(static_cast<const void*>(part.vertices));
        signature.add(static_cast<const void*>(part.indices));
        for (int number : {part.vertexCount, part.faceCount, int(part.vertexType), int(part.indexType)}) {
            signature.add(number);
        }
        if (!validate(part).empty()) return;
        signSamples(
            part.vertexCount, vertexSize(part), [&](int i) { return part.vertex(i); }, signature);
        signSamples(
            part.faceCount, faceSize(part), [&](int i) { return part.face(i); }, signature);
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
