#pragma once

#include "algorithms/geometry/boundary_loops.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace ricochet {

/// Whether a surface has an inside, as `hasInside` says of a mesh, found from its triangles one after the
/// other. It never holds the surface: every edge adds a number to a sum, and its opposite subtracts
/// it, so that the sums of a closed surface are zero. Where some are not, a second pass collects the edges of
/// these. A surface with more than some thousand edges that have no partner counts as open.
class InsideScan {
public:
    /// `triangles`: of the surface, at most; its memory is some bytes a triangle, and 8 MiB where that is not
    /// known.
    explicit InsideScan(std::size_t triangles = std::numeric_limits<std::size_t>::max());

    /// All triangles of the surface, in any order, make a pass.
    void add(const Triangle& triangle);
    /// After a pass: the answer, or nothing where all must be added once more.
    std::optional<bool> endPass();
    /// Every edge has a partner: the first pass has the answer.
    bool isWatertight() const { return !isSecond_; }

private:
    struct Side {
        Vec3 from, to;
    };
    struct Addition {
        std::size_t bucket;
        std::uint64_t number;
    };

    void addToSums(const Triangle& triangle);
    void addWaiting();
    template <class Visit>
    void forEachSide(const Triangle& triangle, Visit&& visit) const;
    bool hasInside() const;
    void foldBuckets();

    std::size_t triangles_ = 0;           ///< of the first pass
    std::vector<std::uint64_t> buckets_;  ///< sums over edges, which are spread over them; a power of two
    std::vector<Addition> waiting_;       ///< few: added together, so that many buckets are loaded at once
    std::vector<Side> sides_;             ///< of edges in buckets that are not zero
    bool isSecond_ = false;               ///< pass
    std::optional<Vec3> origin_;
    Aabb box_;
    SurfaceSums sums_;
};

}  // namespace ricochet
