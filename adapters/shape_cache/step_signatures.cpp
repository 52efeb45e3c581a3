#include "adapters/shape_cache/step_signatures.h"

#include "adapters/shapes/shape_kinds.h"

#include <array>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr int kSlotBits = 9;  // 512 shapes: 12 kB; those that share a slot are signed more often

struct Known {
    const btCollisionShape* shape;
    std::uint64_t signature;
    std::uint32_t step;
};

std::size_t slotOf(const btCollisionShape& shape) {
    constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ull;  // Knuth's multiplicative hashing
    return reinterpret_cast<std::uintptr_t>(&shape) * kGoldenRatio >> (64 - kSlotBits);
}

}  // namespace

std::uint64_t signatureInStep(const btCollisionShape& shape, std::uint32_t step) {
    if (step == 0) return shapeSignature(shape);
    thread_local std::array<Known, std::size_t{1} << kSlotBits> slots{};
    Known& known = slots[slotOf(shape)];
    if (known.shape != &shape || known.step != step) known = {&shape, shapeSignature(shape), step};
    return known.signature;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
