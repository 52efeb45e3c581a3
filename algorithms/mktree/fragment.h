#pragma once

#include "algorithms/geometry/float_box.h"
#include "algorithms/mktree/world_object.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace ricochet::mktree {

/// A covering sphere; together these contain the object.
struct Sphere {
    std::array<float, 3> centre;
    float radius;  ///< metres
};
static_assert(sizeof(Sphere) == 16);

/// Header of an object of a leaf, or of a piece of a larger object; its arrays follow in the file.
struct FragmentHeader {
    Index part;         ///< see WorldObject
    Index leastNumber;  ///< of its triangles in their part; numbers are stored relative to it
    FloatBox box;
    std::uint16_t triangles, vertices;
    std::uint8_t spheres;
    std::uint8_t planes;           ///< of the bounding polyhedron; 0: none
    std::uint8_t coordinateBytes;  ///< 4 or 8
    std::uint8_t widths;           ///< bits 0-3: bytes of a vertex index, bits 4-7: of a triangle's number
};
static_assert(sizeof(FragmentHeader) == 40);

/// A half-space about an object: normal · x <= height.
struct Plane {
    std::array<float, 3> normal;
    float height;
};
static_assert(sizeof(Plane) == 16);

/// Position and size of a fragment: all of its data that a build keeps in memory.
struct FragmentRecord {
    FloatBox box;
    std::uint64_t position;  ///< of its bytes in the temporary file
    std::uint32_t bytes;
    std::uint16_t triangles;
};

struct FragmentSettings {
    Index mostTriangles = 200;
    std::size_t maximumBytes = std::numeric_limits<std::size_t>::max();  ///< unless it is one triangle
    bool polyhedra = false;
};

using Bytes = std::vector<std::byte>;

inline constexpr std::size_t kLeastTriangleBytes = 5;  ///< three corners, a number, owned features

inline constexpr Index kTreeLeaf = 4;  ///< triangles in a leaf of a Leaf's own tree

/// Cuts an object at medians into pieces of limited triangle count and size. Calls visit(bytes, box,
/// triangles) for each. A piece's triangles are in the order of its tree: see Leaf.
class FragmentWriter {
public:
    explicit FragmentWriter(const FragmentSettings& settings) : settings_(settings) {}

    template <class Visit>
    Result<void> write(const WorldObject& object, Visit&& visit) {
        prepare(object);
        return forEachPiece(object, 0, order_.size(), [&](std::size_t triangles) {
            return visit(std::span<const std::byte>(bytes_), box_, static_cast<Index>(triangles));
        });
    }

private:
    void prepare(const WorldObject& object);
    void encode(const WorldObject& object, std::size_t begin, std::size_t end);
    void number(const WorldObject& object, std::size_t begin, std::size_t end);
    void halve(std::size_t begin, std::size_t end);
    void sortInto(std::size_t begin, std::size_t end);
    void putVertices(std::uint8_t coordinateBytes);
    void putIndices(const WorldObject& object, std::size_t begin, std::size_t end, std::uint8_t width);
    void putNumbers(const WorldObject& object, std::size_t begin, std::size_t end, Index minimum,
                    std::uint8_t width);
    std::vector<Sphere> spheresOf(const WorldObject& object, std::size_t begin, std::size_t end) const;
    std::vector<Plane> planesOf() const;

    /// Encodes a piece unless it is too large.
    bool fits(const WorldObject& object, std::size_t begin, std::size_t end) {
        const std::size_t triangles = end - begin;
        if (triangles > settings_.mostTriangles) return false;
        if (triangles > 1 && triangles * kLeastTriangleBytes > settings_.maximumBytes) return false;
        sortInto(begin, end);
        encode(object, begin, end);
        return triangles == 1 || bytes_.size() <= settings_.maximumBytes;
    }

    template <class Visit>
    Result<void> forEachPiece(const WorldObject& object, std::size_t begin, std::size_t end, Visit&& visit) {
        if (begin == end) return {};
        if (fits(object, begin, end)) return visit(end - begin);
        halve(begin, end);
        const std::size_t middle = begin + (end - begin) / 2;
        const Result<void> left = forEachPiece(object, begin, middle, visit);
        return left ? forEachPiece(object, middle, end, visit) : left;
    }

    FragmentSettings settings_;
    std::vector<Index> order_;
    std::vector<Vec3> centres_;        ///< of faces
    std::vector<std::uint8_t> owned_;  ///< of faces
    std::vector<Index> local_, used_;  ///< per vertex of the object; vertices of the piece
    std::vector<Vec3> places_;         ///< of `used_`
    Aabb box_;
    Bytes bytes_;
};

}  // namespace ricochet::mktree
