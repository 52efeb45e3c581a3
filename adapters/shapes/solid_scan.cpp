#include "adapters/shapes/solid_scan.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/point_in_mesh.h"

#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// The number of steps after which a region adopts the result.
int adoptionDelay(const RegionName& region, int steps) {
    Signature signature;
    signature.add(region.level);
    for (const std::int64_t cell : region.cell) signature.add(&cell, sizeof cell);
    return static_cast<int>(signature.value() % static_cast<std::uint64_t>(steps));
}

}  // namespace

void SolidScan::begin(const btCollisionShape& shape, const ShapeParts& parts, std::uint64_t signature,
                      std::uint64_t deformations) {
    const bool isSame = hasBegun_ && signature_ == signature;
    if (isSame && deformations_ == deformations) return;
    if (!isSame) {
        const std::uint32_t lastStep = lastStep_;
        *this = {};
        lastStep_ = lastStep;
    }
    if (stepsSince_ <= kSpread) end(isSolid_);
    hasBegun_ = true;
    parts_ = &parts;
    signature_ = signature;
    deformations_ = deformations;
    if (parts.passesToInside) return take(parts.passesToInside(shape), parts.triangles(shape));
    isReading_ = true;
    inside_.reset();
    next_ = 0;
}

void SolidScan::take(std::optional<std::size_t> passes, std::size_t triangles) {
    stepsLeft_ = passes.value_or(0) * (triangles / kTriangles + 1);
    isSolidByFile_ = passes.has_value();
    if (stepsLeft_ > 0) return;
    end(isSolidByFile_);
    stepsSince_ = kSpread + 1;
}

bool SolidScan::step(const btCollisionShape& shape, std::uint32_t number) {
    if (number == lastStep_) return false;
    lastStep_ = number;
    if (stepsLeft_ > 0) {
        if (--stepsLeft_ == 0) end(isSolidByFile_);
        return false;
    }
    if (isReading_) {
        readSlice(shape);
        return false;
    }
    if (stepsSince_ > kSpread) return false;
    ++stepsSince_;
    return wasSolid_ != isSolid_;
}

bool SolidScan::finish(const btCollisionShape& shape) {
    if (isKnown() && stepsSince_ > kSpread) return false;
    if (std::exchange(stepsLeft_, 0) > 0) end(isSolidByFile_);
    while (isReading_) readSlice(shape);
    stepsSince_ = kSpread + 1;
    return wasSolid_ != isSolid_;
}

void SolidScan::readSlice(const btCollisionShape& shape) {
    if (!inside_) inside_ = std::make_unique<InsideScan>(parts_->triangles(shape));
    slice_.clear();
    const auto read = parts_->slice(shape, next_, kTriangles, slice_);
    if (!read) return end(false);
    next_ += slice_.size();
    for (const Triangle& triangle : slice_) inside_->add(triangle);
    if (slice_.size() == kTriangles) return;
    next_ = 0;
    if (const auto answer = inside_->endPass()) end(*answer);
}

void SolidScan::end(bool isSolid) {
    wasSolid_ = isSolid_;
    isSolid_ = isSolid;
    stepsSince_ = 0;
    isReading_ = false;
    inside_.reset();
    slice_ = {};
}

bool SolidScan::isSolid(const RegionName& region) const {
    return stepsSince_ > adoptionDelay(region, kSpread) ? isSolid_ : wasSolid_;
}

HoldsPoint pointTest(const btCollisionShape& shape, const ShapeParts& parts) {
    return [&shape, &parts, box = shapeBox(shape)](const Vec3& point) {
        if (!box.contains(point)) return false;
        const Aabb ray{point, {box.max.x(), point.y(), point.z()}};
        const auto read = parts.read(shape, {&ray, 1});
        if (!read || read->faces.empty()) return false;
        const auto mesh = Mesh::create(read->vertices, read->faces);
        return mesh && contains(**mesh, Pose{}, point);
    };
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
