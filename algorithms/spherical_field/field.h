#pragma once

#include "algorithms/geometry/float_boxes.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/spherical_field/charts.h"
#include "algorithms/spherical_field/shells.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace ricochet::spherical_field {

/// The contents of a cell's cone: their tight box, along the axes of the cell's own frame. One cache line.
struct alignas(64) CellNode : BoxRows {
    bool isEmpty() const { return half[0] < 0; }
    void setEmpty() {
        *this = {};
        half[0] = -1;
        setFirstCluster(0);
    }
    /// The cell is of the last level and not empty.
    Index firstCluster() const { return std::bit_cast<std::uint32_t>(half[3]) & ~kNumberBit; }
    /// With this bit an index is a float that is neither denormal nor infinite.
    void setFirstCluster(Index first) { half[3] = std::bit_cast<float>(first | kNumberBit); }

    Eigen::Vector3f centre() const { return {x[3], y[3], z[3]}; }
    /// Square of the radius of the sphere about the centre that contains the box.
    float radiusSquared() const { return half[0] * half[0] + half[1] * half[1] + half[2] * half[2]; }

private:
    static constexpr std::uint32_t kNumberBit = 0x40000000u;
};
static_assert(sizeof(CellNode) == 64);

/// A face in the list of a cell.
struct ListedFace {
    Index face;
    float distance;      ///< metres: of the face's farthest point in this cell from the centre
    float circleRadius;  ///< metres: of a circle about the face's middle that contains it
    bool isShared;       ///< other cells also list it
};

/// Up to eight neighbouring faces of a cell's list, of one layer, with boxes along the cell's axes, relative
/// to the field's centre. If several cells list a face, each has the box of its own piece.
struct alignas(16) Cluster {
    static constexpr int kWidth = 8;

    float centre[3][kWidth];
    float half[3][kWidth];
    float normal[4][kWidth];  ///< of the faces' planes: unit, or zero for a face without area; and n . x on
                              ///< the plane
    float boxCentre[3];       ///< of all of them
    float boxHalf[3];
    Index listed[kWidth];  ///< in `Field::faces`
    std::uint8_t count;
    bool startsLayer;  ///< the gap to the faces before it is wider than the mean face
    bool isLast;       ///< of its cell
};

/// A mesh seen from a centre: the contents of the cone of each cell of the six charts, at all levels.
struct Field {
    BoundingSphere sphere = {Vec3::Zero(), 0};  ///< about the centre of the charts
    int level = 0;                              ///< of the leaf cells: 2^level x 2^level a side
    BoxRows root = {};                          ///< along the mesh's axes
    std::vector<CellNode> cells;                ///< by their numbers, all levels
    std::vector<Cluster> clusters;              ///< those of a leaf cell are contiguous
    std::vector<ListedFace> faces;              ///< leaf by leaf, the farthest first
    Sampling sampling = Sampling::clipping;     ///< how lists, boxes and shells were found
    Shells shells;          ///< nearest and farthest distance in each leaf's cone, transformed
    Real meanDiameter = 0;  ///< metres: of the faces; gaps wider than this divide layers

    bool isLeaf(Index cell) const { return cell >= firstOfLevel(level); }
    /// Otherwise faces that no sample found are in no list.
    bool listsAllFaces() const { return sampling == Sampling::clipping; }
    /// A vertex relative to the centre.
    Vec3 fromCentre(const Vec3& vertex) const {
        return sphere.radius <= kLargestFloatRadius ? Vec3(vertex - sphere.centre) : Vec3(Vec3::Zero());
    }
    Triangle fromCentre(const Triangle& face) const {
        return {fromCentre(face[0]), fromCentre(face[1]), fromCentre(face[2])};
    }
    std::size_t bytes() const;
};

/// The clusters of a leaf cell that is not empty.
inline std::span<const Cluster> leafClusters(const Field& field, Index leaf) {
    const Cluster* const first = &field.clusters[field.cells[leaf].firstCluster()];
    const Cluster* last = first;
    while (!last->isLast) ++last;
    return {first, last + 1};
}

/// The list of such a cell: the farthest face first.
inline std::span<const ListedFace> facesOf(const Field& field, Index leaf) {
    Index first = kNone;
    std::size_t count = 0;
    for (const Cluster& cluster : leafClusters(field, leaf)) {
        first = std::min(first, *std::min_element(cluster.listed, cluster.listed + cluster.count));
        count += cluster.count;
    }
    return {&field.faces[first], count};
}

/// The centre of the field.
enum class Centre {
    ofMass,           ///< of the solid; of an open mesh, of its hull
    ofBoundingSphere  ///< of a sphere that contains all vertices, nearly the smallest
};

struct FieldSettings {
    int level =
        kChosenLevel;  ///< 2^level samples a side and row, 0 to 8; kChosenLevel: by the number of faces
    Centre centre = Centre::ofMass;
    std::optional<Vec3> centreAt = {};       ///< in the mesh's frame; replaces `centre`
    Sampling sampling = Sampling::clipping;  ///< other ones miss parts, so that pairs are lost
    bool wholeSmallFaces = true;  ///< list a face that is small against its cell once, in the cell of its
                                  ///< middle; false: each cell lists all faces that it has a part of

    static constexpr int kChosenLevel = -1;
};

/// The level at which a cell lists some thirty faces.
int chosenLevel(Index faceCount);

/// Approximate bytes of a field of this level, without its lists of faces.
std::size_t bytesOfCells(int level);

/// An error message for invalid settings: a level outside 0 to 8, a centre that is not finite.
Result<void> check(const FieldSettings& settings);

/// The settings must have passed `check`.
Field buildField(const Mesh& mesh, const FieldSettings& settings);

/// Lists are sorted, and each box contains everything below it; unless faces were sampled, every face is
/// listed and each shell contains its faces' pieces.
bool isValid(const Field& field, const Mesh& mesh);

/// Average number of layers in the non-empty leaf cells, by the gaps in their lists.
Real layersByGaps(const Field& field);

class FieldModel final : public CollisionModel {
public:
    FieldModel(std::shared_ptr<const Mesh> mesh, Field field)
        : CollisionModel(std::move(mesh), Kind::of<FieldModel>()), field_(std::move(field)) {}

    const Field& field() const { return field_; }
    std::size_t bytes() const override { return sizeof *this + field_.bytes(); }

private:
    Field field_;
};

}  // namespace ricochet::spherical_field
