#pragma once

#include "algorithms/geometry/boundary_loops.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace ricochet {

/// Determines whether a surface has an inside, like `hasInside` for a mesh, from a stream of its triangles,
/// without storing the surface. Every edge adds a number to a sum, and its opposite subtracts it, so the sums
/// of a closed surface are zero. If some are not, a second pass collects their edges. A surface with more
/// than a few thousand unmatched edges counts as open.
class InsideScan {
public:
    /// `triangles`: of the surface, at most; its memory is some bytes a triangle, and 8 MiB where that is not
    /// known.
    explicit InsideScan(std::size_t triangles = std::numeric_limits<std::size_t>::max());

    /// A pass adds all triangles of the surface, in any order.
    void add(const Triangle& triangle);
    /// After a pass: the answer, or none if all triangles must be added once more.
    std::optional<bool> endPass();
    /// Every edge is matched: the first pass gives the answer.
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
