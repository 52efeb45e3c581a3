#pragma once

#include "adapters/regions.h"
#include "adapters/shape_kinds.h"
#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/geometry/inside_scan.h"

#include <memory>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Finds whether a large mesh has an inside, some triangles in each step, or takes it from the mesh's file.
/// Until it is known, and again from a change of the mesh until it is known anew, what was known before
/// holds; at first the mesh counts as open. Regions take the answer over in the course of some steps, each in
/// its own one, so that not all are prepared anew at once. All of it depends on how many steps there were,
/// and on nothing else.
class SolidScan {
public:
    /// Begins, unless it has begun for that mesh in that state.
    void begin(const btCollisionShape& shape, std::uint64_t signature, std::uint64_t deformations);
    bool hasBegun() const { return hasBegun_; }
    /// Goes on with it; whether some region's answer may be another one by now.
    bool step(const btCollisionShape& shape);
    bool isSolid(const RegionName& region) const;
    bool isKnown() const { return hasBegun_ && !inside_ && stepsLeft_ == 0; }

    static constexpr std::size_t kTriangles = 4096;  ///< in a step: a third of a millisecond

private:
    void take(const KnownInside& known);
    void readSlice(const btCollisionShape& shape);
    void end(bool isSolid);

    static constexpr int kSpread = 64;  ///< steps

    bool hasBegun_ = false;
    std::uint64_t signature_ = 0, deformations_ = 0;
    std::unique_ptr<InsideScan> inside_;  ///< while it is not known
    std::size_t next_ = 0;                ///< triangle
    std::vector<Triangle> slice_;
    std::size_t stepsLeft_ = 0;  ///< until what a file says holds
    bool isSolidByFile_ = false;
    bool wasSolid_ = false, isSolid_ = false;
    int stepsSince_ = kSpread + 1;  ///< it is known
};

/// Whether the mesh of a shape, which must be one without columns, has a point on or inside it. Reads what a
/// ray from the point meets. Holds as long as the shape lives and stays as it is.
HoldsPoint holdsPointOf(const btCollisionShape& shape);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
