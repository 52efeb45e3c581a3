// Fuenfzig, Ullrich, Fellner. 2006. Section "Preprocessing". Here faces are cut exactly along the cells, so
// no part of the mesh is missed, and each cell has a tight box besides its shell. A face that is small
// compared with its cell is listed once, in the cell of its centre; a larger one in each cell that it extends
// into.

#include "algorithms/geometry/bounded.h"
#include "algorithms/geometry/mass_properties.h"
#include "algorithms/spherical_field/bounding_sphere.h"
#include "algorithms/spherical_field/field.h"
#include "algorithms/spherical_field/pieces.h"
#include "algorithms/spherical_field/samplers.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ricochet::spherical_field {
namespace {

/// Mean number of faces per leaf cell from which the level is chosen: four full clusters. On the spheres and
/// the spot of `spherical_bench` this level is the fastest, or slower by at most a sixth than its neighbours.
constexpr Real kFacesPerCell = 4 * Cluster::kWidth;
/// A face counts as small if the radius of its circle is at most this many widths of its cell.
constexpr Real kSmallFace = 1;

struct Extents {
    Vec3 min = Vec3::Constant(std::numeric_limits<Real>::infinity());
    Vec3 max = Vec3::Constant(-std::numeric_limits<Real>::infinity());

    bool isEmpty() const { return min.x() > max.x(); }
    void include(const Vec3& point) {
        min = min.cwiseMin(point);
        max = max.cwiseMax(point);
    }
    void include(const Extents& other) {
        min = min.cwiseMin(other.min);
        max = max.cwiseMax(other.max);
    }
};

/// The box of these extents along the rows of a frame.
void setBox(const Eigen::Matrix3f& frame, const Extents& extents, Real outwards, BoxRows& box) {
    const Vec3 centre = frame.cast<Real>().transpose() * (0.5 * (extents.min + extents.max));
    float* const rows[3] = {box.x, box.y, box.z};
    Vec3 rounded;
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) rows[c][k] = frame(k, c);
        rows[c][3] = static_cast<float>(centre[c]);
        rounded[c] = rows[c][3];
    }
    const Vec3 middle = frame.cast<Real>() * rounded;
    const Vec3 extent = (extents.max - middle).cwiseMax(middle - extents.min);
    for (int k = 0; k < 3; ++k) box.half[k] = roundedUp(extent[k] + outwards);
}

/// An interval as centre and half size, grown outwards.
void setInterval(Real min, Real max, Real outwards, float& centre, float& half) {
    centre = static_cast<float>(0.5 * (min + max));
    half = roundedUp(std::max(max - centre, centre - min) + outwards);
}

struct Circle {
    Vec3 middle;
    Real radius;
};

Circle faceCircle(const Triangle& face) {
    const Vec3 middle = (face[0] + face[1] + face[2]) / 3;
    Real squared = 0;
    for (const Vec3& corner : face) squared = std::max(squared, (corner - middle).squaredNorm());
    return {middle, std::sqrt(squared)};
}

/// A face listed in a leaf cell.
struct Entry {
    Index cell;
    ListedFace listed;
    Extents extents;  ///< in the cell's frame
};

class Builder {
public:
    Builder(const Mesh& mesh, const FieldSettings& settings)
        : mesh_(mesh), listsWholeFaces_(settings.wholeSmallFaces) {
        field_.level =
            settings.level == FieldSettings::kChosenLevel ? chosenLevel(mesh.faceCount()) : settings.level;
        setSphere(settings);
        const bool isBounded = field_.sphere.radius <= kLargestFloatRadius;
        outwards_ = isBounded ? kOutwards * field_.sphere.radius : 0;
        field_.sampling = isBounded ? settings.sampling : Sampling::clipping;
        frames_.resize(cellsUpTo(field_.level));
        extents_.resize(frames_.size());
        leafWidth_ = std::numbers::pi / 2 / cellsPerRow(field_.level);
    }

    Field build() {
        setMeanDiameter();
        field_.shells = Shells(field_.listsAllFaces() ? clip() : takeSamples());
        setBoxes();
        setLists();
        return std::move(field_);
    }

private:
    void setSphere(const FieldSettings& settings) {
        BoundingSphere& sphere = field_.sphere;
        if (settings.centreAt) {
            sphere.centre = *settings.centreAt;
        } else {
            sphere.centre = settings.centre == Centre::ofMass ? massProperties(mesh_).centre
                                                              : boundingSphere(mesh_.vertices()).centre;
            // Any finite centre will do; for huge or flat meshes the sums may be NaN.
            if (!sphere.centre.allFinite()) sphere.centre = mesh_.box().centre();
        }
        for (const Vec3& vertex : mesh_.vertices()) {
            sphere.radius = std::max(sphere.radius, (vertex - sphere.centre).stableNorm());
        }
        sphere.radius *= 1 + kOutwards;
    }

    /// The frame of a cell, computed when it is first needed.
    Matrix3 frame(Index cell) {
        if (extents_[cell].isEmpty()) frames_[cell] = frameOf(cell);
        return frames_[cell].cast<Real>();
    }

    void setMeanDiameter() {
        for (Index face = 0; face < mesh_.faceCount(); ++face) {
            field_.meanDiameter += 2 * faceCircle(field_.fromCentre(mesh_.triangle(face))).radius;
        }
        field_.meanDiameter /= mesh_.faceCount();
    }

    Samples clip() {
        Samples samples(field_.level);
        for (Index face = 0; face < mesh_.faceCount(); ++face) add(face, samples);
        return samples;
    }

    /// Lists what the samples found, each face as a whole.
    Samples takeSamples() {
        const Sampled sampled = sample(mesh_, field_, field_.sampling);
        std::vector<Index> listings(mesh_.faceCount(), 0);
        for (const SampledFace& found : sampled.faces) ++listings[found.face];
        for (const SampledFace& found : sampled.faces) {
            const Index cell = firstOfLevel(field_.level) + found.cell;
            const Triangle triangle = field_.fromCentre(mesh_.triangle(found.face));
            addToBranch(cell, found.face, triangle, found.distance, faceCircle(triangle).radius);
            entries_.back().listed.isShared = listings[found.face] > 1;
        }
        return sampled.samples;
    }

    void add(Index face, Samples& samples) {
        const Triangle triangle = field_.fromCentre(mesh_.triangle(face));
        const Circle circle = faceCircle(triangle);
        const bool isSmall =
            listsWholeFaces_ && circle.radius <= kSmallFace * leafWidth_ * circle.middle.norm();
        const std::size_t before = entries_.size();
        if (isSmall) addWhole(face, triangle, circle);
        const Index firstLeaf = firstOfLevel(field_.level);
        forEachPiece(triangle, field_.level, [&](int level, Index cell, const Polygon& piece) {
            const bool isLeaf = level == field_.level;
            Distances distances = {0, 0};
            if (isLeaf) {
                distances = distancesOf(piece);
                samples.include(cell - firstLeaf, distances.nearest, distances.farthest);
            }
            if (isSmall) return;
            const Extents extents = include(cell, piece.corners());
            if (isLeaf) list(cell, face, distances.farthest, circle.radius, extents);
        });
        const bool isShared = entries_.size() - before > 1;
        for (std::size_t i = before; i < entries_.size(); ++i) entries_[i].listed.isShared = isShared;
    }

    /// Adds the whole face to the cell of its centre and to the ancestors of that cell.
    void addWhole(Index face, const Triangle& triangle, const Circle& circle) {
        const int side = sideOf(circle.middle);
        const Vec3 local = toSide(side, circle.middle);
        const Index i = columnOf(field_.level, local.x() / local.z());
        const Index j = columnOf(field_.level, local.y() / local.z());
        Real farthest = 0;
        for (const Vec3& corner : triangle) farthest = std::max(farthest, corner.norm());
        addToBranch(cellAt(field_.level, side, zOrder(i, j)), face, triangle, farthest, circle.radius);
    }

    /// Lists a face in a leaf cell; the boxes of the cell and of its ancestors contain all of it.
    void addToBranch(Index cell, Index face, const Triangle& triangle, Real distance, Real radius) {
        list(cell, face, distance, radius, include(cell, triangle));
        for (int level = field_.level; level > 0; --level) include(cell = parent(cell), triangle);
    }

    Extents include(Index cell, std::span<const Vec3> points) {
        const Matrix3 rows = frame(cell);
        Extents extents;
        for (const Vec3& point : points) extents.include(rows * point);
        extents_[cell].include(extents);
        return extents;
    }

    void list(Index cell, Index face, Real distance, Real radius, const Extents& extents) {
        entries_.push_back(
            {cell, {face, static_cast<float>(distance), static_cast<float>(radius), false}, extents});
    }

    void setBoxes() {
        field_.cells.resize(frames_.size());
        for (Index cell = 0; cell < frames_.size(); ++cell) {
            field_.cells[cell].setEmpty();
            if (!extents_[cell].isEmpty()) {
                setBox(frames_[cell], extents_[cell], outwards_, field_.cells[cell]);
            }
        }
        Extents all;
        for (const Vec3& vertex : mesh_.vertices()) all.include(field_.fromCentre(vertex));
        setBox(Eigen::Matrix3f::Identity(), all, outwards_, field_.root);
    }

    /// Lists faces cell by cell, the farthest first, and divides each layer into clusters.
    void setLists() {
        std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
            if (a.cell != b.cell) return a.cell < b.cell;
            if (a.listed.distance != b.listed.distance) return a.listed.distance > b.listed.distance;
            return a.listed.face < b.listed.face;
        });
        for (const Entry& entry : entries_) field_.faces.push_back(entry.listed);
        order_.resize(entries_.size());
        std::iota(order_.begin(), order_.end(), Index{0});
        for (std::size_t begin = 0; begin < entries_.size();) {
            std::size_t end = begin + 1;
            while (end < entries_.size() && entries_[end].cell == entries_[begin].cell) ++end;
            field_.cells[entries_[begin].cell].setFirstCluster(static_cast<Index>(field_.clusters.size()));
            addLayers(begin, end);
            field_.clusters.back().isLast = true;
            begin = end;
        }
    }

    /// A layer ends where the next face is nearer to the centre by more than the mean diameter of faces.
    void addLayers(std::size_t begin, std::size_t end) {
        while (begin < end) {
            std::size_t gap = begin + 1;
            while (gap < end &&
                   entries_[gap - 1].listed.distance - entries_[gap].listed.distance <= field_.meanDiameter) {
                ++gap;
            }
            const std::size_t first = field_.clusters.size();
            addClusters({&order_[begin], gap - begin});
            field_.clusters[first].startsLayer = true;
            begin = gap;
        }
    }

    /// Halves the set of faces along the longest side of its box until the parts fit into clusters.
    void addClusters(std::span<Index> faces) {
        Extents all;
        for (const Index face : faces) all.include(entries_[face].extents);
        if (faces.size() <= Cluster::kWidth) return addCluster(faces, all);
        int axis = 0;
        (all.max - all.min).maxCoeff(&axis);
        const auto middle = [&](Index face) {
            return entries_[face].extents.min[axis] + entries_[face].extents.max[axis];
        };
        // Full clusters go to the left, so that only the last cluster may be partly filled.
        const std::size_t clusters = (faces.size() + Cluster::kWidth - 1) / Cluster::kWidth;
        const std::size_t left = (clusters + 1) / 2 * Cluster::kWidth;
        std::nth_element(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(left), faces.end(),
                         [&](Index a, Index b) { return std::pair(middle(a), a) < std::pair(middle(b), b); });
        addClusters(faces.first(left));
        addClusters(faces.subspan(left));
    }

    void addCluster(std::span<const Index> faces, const Extents& all) {
        Cluster cluster = {};
        cluster.count = static_cast<std::uint8_t>(faces.size());
        for (int k = 0; k < 3; ++k) {
            setInterval(all.min[k], all.max[k], outwards_, cluster.boxCentre[k], cluster.boxHalf[k]);
            for (std::size_t f = 0; f < faces.size(); ++f) {
                const Extents& own = entries_[faces[f]].extents;
                setInterval(own.min[k], own.max[k], outwards_, cluster.centre[k][f], cluster.half[k][f]);
            }
        }
        for (std::size_t f = 0; f < faces.size(); ++f) setPlane(entries_[faces[f]], f, cluster);
        std::copy(faces.begin(), faces.end(), cluster.listed);
        field_.clusters.push_back(cluster);
    }

    /// In the cell's frame; the height is that along the rounded normal.
    void setPlane(const Entry& entry, std::size_t place, Cluster& cluster) {
        const Matrix3 rows = frame(entry.cell);
        const Triangle face = field_.fromCentre(mesh_.triangle(entry.listed.face));
        const Vec3 across = (face[1] - face[0]).cross(face[2] - face[0]);
        const Real length = across.stableNorm();
        if (!(length > 0)) return;
        const Vec3 normal = rows * (across / length);
        Real height = 0;
        for (int k = 0; k < 3; ++k) {
            cluster.normal[k][place] = static_cast<float>(normal[k]);
            height += cluster.normal[k][place] * rows.row(k).dot(face[0]);
        }
        cluster.normal[3][place] = static_cast<float>(height);
    }

    const Mesh& mesh_;
    const bool listsWholeFaces_;
    Field field_;
    Real outwards_ = 0;   ///< metres
    Real leafWidth_ = 0;  ///< radians
    std::vector<Eigen::Matrix3f> frames_;
    std::vector<Extents> extents_;
    std::vector<Entry> entries_;
    std::vector<Index> order_;  ///< of the entries, as in the clusters
};

}  // namespace

int chosenLevel(Index faceCount) {
    const Real cells = faceCount / kFacesPerCell / kSides;
    return std::clamp(static_cast<int>(std::lround(std::log(std::max<Real>(cells, 1)) / std::log(4))), 0,
                      kLargestLevel);
}

std::size_t bytesOfCells(int level) {
    return std::size_t{cellsUpTo(level)} * sizeof(CellNode) +
           std::size_t{kSides} * cellsPerSide(level) * 2 * sizeof(Coefficient);
}

Result<void> check(const FieldSettings& settings) {
    if (settings.level != FieldSettings::kChosenLevel &&
        (settings.level < 0 || settings.level > kLargestLevel)) {
        return tl::unexpected("a spherical field has level 0 to " + std::to_string(kLargestLevel) +
                              " (1 to " + std::to_string(cellsPerRow(kLargestLevel)) +
                              " samples in a row, which takes " +
                              std::to_string(bytesOfCells(kLargestLevel) >> 20) + " MiB), not " +
                              std::to_string(settings.level));
    }
    if (settings.centreAt && !areBounded(*settings.centreAt)) {
        return tl::unexpected(std::string("the centre of a spherical field is not a finite point"));
    }
    return {};
}

Field buildField(const Mesh& mesh, const FieldSettings& settings) { return Builder(mesh, settings).build(); }

std::size_t Field::bytes() const {
    return cells.capacity() * sizeof(CellNode) + clusters.capacity() * sizeof(Cluster) +
           faces.capacity() * sizeof(ListedFace) + shells.bytes();
}

Real layersByGaps(const Field& field) {
    std::size_t layers = 0, leaves = 0;
    for (const Cluster& cluster : field.clusters) {
        layers += cluster.startsLayer;
        leaves += cluster.isLast;
    }
    return Real(layers) / Real(std::max<std::size_t>(leaves, 1));
}

}  // namespace ricochet::spherical_field
