#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/stencil/view.h"

#include <span>

namespace ricochet::stencil {

/// Consecutive faces of an index buffer.
struct FaceRange {
    Index first, count;
};

/// The faces of a mesh in groups of neighbours, each with a box, so that hidden faces can be skipped group by
/// group.
struct FaceGroups {
    static constexpr Index kFaces = 16;  ///< of a group; the last one may have fewer

    struct Box {
        Eigen::Vector3d middle, half;  ///< metres, in the frame of the vertices
    };
    std::vector<Face> faces;  ///< a permutation of the mesh's; group i begins at kFaces * i
    std::vector<Box> boxes;

    FaceRange range(std::size_t group) const;
};

/// `vertices` as they are drawn.
FaceGroups groupFaces(std::span<const Eigen::Vector3f> vertices, std::span<const Face> faces);

/// Each face in one group, and in its box.
bool isValid(const FaceGroups& groups, std::span<const Eigen::Vector3f> vertices,
             std::span<const Face> faces);

/// The greatest value in rectangles of a square image; an upper bound for large ones.
class GreatestValues {
public:
    /// `values` by rows; `pixels` a side, a power of two.
    GreatestValues() = default;
    GreatestValues(std::vector<float> values, int pixels);

    bool isEmpty() const { return levels_.empty(); }
    int pixels() const { return pixels_; }
    /// Takes the pixels from `left`, `bottom` to `right`, `top`, all included and in the picture.
    float in(int left, int bottom, int right, int top) const;

private:
    std::vector<std::vector<float>> levels_;  ///< of each the next has half as many pixels per side
    int pixels_ = 0;
};

/// All groups that, drawn with `toWindow`, may have a fragment in a pixel whose value is not below the
/// fragment's depth; adjacent groups form one range.
std::vector<FaceRange> groupsBefore(const FaceGroups& groups, const WindowMatrix& toWindow,
                                    const GreatestValues& depths);

}  // namespace ricochet::stencil
