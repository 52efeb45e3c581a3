#pragma once

#include "algorithms/geometry/mesh.h"

#include <functional>
#include <vector>

namespace ricochet::mktree {

/// One surface of a static world. Objects may be open, and may overlap one another.
struct WorldObject {
    Index part = 0;              ///< its input: a mesh file, or a part of a generator
    std::vector<Vec3> vertices;  ///< metres, world
    std::vector<Face> faces;
    std::vector<Index> numbers;  ///< of each face in its part; empty: 0, 1, 2, …
    Index firstNumber = 0;       ///< if `numbers` is empty: the number of the first face

    Index numberOf(std::size_t face) const {
        return numbers.empty() ? firstNumber + static_cast<Index>(face) : numbers[face];
    }
};

/// Provides a world object by object: false at the end; an error ends the build. The object is reused from
/// call to call.
using ObjectStream = std::function<Result<bool>(WorldObject&)>;

/// The connected surfaces of a mesh, in the order of their first faces; faces that share a vertex or a vertex
/// position are connected.
std::vector<WorldObject> objectsOf(const Mesh& mesh, Index part);

/// An error message if an index of the object is out of range or a coordinate is not finite.
Result<void> check(const WorldObject& object);

/// Which features a face owns: bit k its corner k, bit 3 + k the edge from it. Each vertex (by position) and
/// each edge of the surface belongs to exactly one face.
std::vector<std::uint8_t> ownedFeatures(std::span<const Vec3> vertices, std::span<const Face> faces);

}  // namespace ricochet::mktree
