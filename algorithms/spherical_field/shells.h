#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/spherical_field/max_plus.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace ricochet::spherical_field {

/// The range of distances from the centre to the mesh in each leaf cone; metres, by side and Z-order. An
/// empty cone has lower above upper.
struct Samples {
    int level;
    std::vector<Real> lower, upper;

    explicit Samples(int leafLevel);
    void include(std::size_t cell, Real nearest, Real farthest) {
        lower[cell] = std::min(lower[cell], nearest);
        upper[cell] = std::max(upper[cell], farthest);
    }
    bool isEmpty(std::size_t cell) const { return lower[cell] > upper[cell]; }
};

/// How the faces and the distances in a cell are found.
enum class Sampling {
    clipping,      ///< faces are clipped to the cells: no part is missed
    rayCasting,    ///< the paper's first: one ray in the middle of each cell, and the neighbours of the faces
                   ///< that it hits as far as they have corners in the cell's cone; misses parts
    rasterisation  ///< the paper's second: faces are drawn into the charts, a sample in the middle of each
                   ///< cell; misses parts
};

/// The part of space between two radii in a cone; metres. Empty if lower is above upper.
struct Shell {
    Real lower, upper;
    bool isEmpty() const { return lower > upper; }
};

/// One level of a field's shells, for each cell by side and Z-order.
using ShellLevel = std::vector<Shell>;

/// Samples of the six sides after the max-plus transform, in integers: a unit is the largest radius divided
/// by 2^14 - 1, radii are rounded outwards.
class Shells {
public:
    Shells() = default;
    explicit Shells(const Samples& samples);

    int level() const { return level_; }
    /// Shells of level 0 up to `upTo`, by one step of reconstruction each: a shell contains those of its
    /// cell's children.
    std::vector<ShellLevel> reconstruct(int upTo) const;

    /// Coefficients of a side as they are stored, row by row.
    std::span<const Coefficient> coefficients(Bound bound, int side) const;
    Real unit() const { return unit_; }

    std::size_t bytes() const { return (lower_.size() + upper_.size()) * sizeof(Coefficient); }
    /// Bytes of minima and maxima of all levels as floats.
    std::size_t pyramidBytes() const;

private:
    friend class Reconstruction;

    int level_ = 0;
    Real unit_ = 1;  ///< metres
    std::vector<Coefficient> lower_, upper_;
};

/// The shells of the coarse levels that a query needs, each reconstructed from the one before when it is
/// first needed. The shells must outlive it.
class Reconstruction {
public:
    explicit Reconstruction(const Shells& shells)
        : shells_(shells), lower_(shells.lower_), upper_(shells.upper_) {}

    const ShellLevel& level(int level) {
        while (levels_.size() <= static_cast<std::size_t>(level)) addLevel();
        return levels_[static_cast<std::size_t>(level)];
    }
    /// All levels so far.
    std::vector<ShellLevel> take() { return std::move(levels_); }

private:
    void addLevel();

    const Shells& shells_;
    std::vector<Coefficient> lower_, upper_;  ///< reconstructed as far as the last level
    std::vector<ShellLevel> levels_;
};

}  // namespace ricochet::spherical_field
