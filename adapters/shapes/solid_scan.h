#pragma once

#include "adapters/shapes/regions.h"
#include "adapters/shapes/shape_parts.h"
#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/geometry/inside_scan.h"

#include <memory>
#include <optional>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Determines whether a large mesh has an inside, by scanning some triangles in each step, or from the mesh's
/// file. Until the result is known, also after a change of the mesh, the previous result applies; initially
/// the mesh counts as open. Regions adopt the result at different steps, so that they are not all prepared
/// again at once. All of this depends only on the numbers of steps and queries.
class SolidScan {
public:
    /// Begins, unless it has already begun for the mesh in its present state. `parts` are those of its kind.
    void begin(const btCollisionShape& shape, const ShapeParts& parts, std::uint64_t signature,
               std::uint64_t deformations);
    /// Continues, once in each step; returns whether the result of some region may have changed. `number` is
    /// that of the step; 0 outside of steps.
    bool step(const btCollisionShape& shape, std::uint32_t number);
    /// Scans what is left, for a query outside of steps, and all regions adopt the result; returns whether
    /// that of some region has changed.
    bool finish(const btCollisionShape& shape);
    bool isSolid(const RegionName& region) const;
    bool isKnown() const { return hasBegun_ && !isReading_ && stepsLeft_ == 0; }

    static constexpr std::size_t kTriangles = 4096;  ///< in a step: a third of a millisecond

private:
    void take(std::optional<std::size_t> passes, std::size_t triangles);
    void readSlice(const btCollisionShape& shape);
    void end(bool isSolid);

    static constexpr int kSpread = 64;  ///< steps

    bool hasBegun_ = false;
    std::uint32_t lastStep_ = 0;
    const ShapeParts* parts_ = nullptr;
    std::uint64_t signature_ = 0, deformations_ = 0;
    bool isReading_ = false;              ///< while the result is not known
    std::unique_ptr<InsideScan> inside_;  ///< from the first step on that reads
    std::size_t next_ = 0;                ///< triangle
    std::vector<Triangle> slice_;
    std::size_t stepsLeft_ = 0;  ///< until the file's result takes effect
    bool isSolidByFile_ = false;
    bool wasSolid_ = false, isSolid_ = false;
    int stepsSince_ = kSpread + 1;  ///< it is known
};

/// Whether the mesh of a shape, which must be one without columns, has a point on or inside it. Reads the
/// triangles that a ray from the point hits. Valid as long as the shape exists and does not change. `parts`
/// are those of its kind.
HoldsPoint pointTest(const btCollisionShape& shape, const ShapeParts& parts);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
