#include "algorithms/face_octree/body_table.h"

#include <bit>
#include <cstdint>

namespace ricochet {
namespace {

bool areEqual(const MeshInstance& p, const MeshInstance& q) {
    return p.model == q.model && p.pose.translation == q.pose.translation &&
           p.pose.rotation == q.pose.rotation;
}

/// Equal bodies have equal values. Zeros of both signs are equal, so that zero is added.
std::uint64_t hashOf(const MeshInstance& placed) {
    auto hash = reinterpret_cast<std::uintptr_t>(placed.model);
    for (const Real coordinate : {placed.pose.translation.x(), placed.pose.translation.y(),
                                  placed.pose.translation.z(), placed.pose.rotation(0, 0)}) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(coordinate + 0.0)) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

void BodyTable::assign(std::span<const FacePairQuery> queries) {
    bodies_.clear();
    pairs_.clear();
    slots_.assign(std::bit_ceil(4 * queries.size() + 1), kNone);
    for (const FacePairQuery& query : queries) {
        const Index a = find(query.a), b = find(query.b);
        pairs_.push_back({a, a == b ? add(query.b) : b});
    }
}

Index BodyTable::find(const MeshInstance& placed) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hashOf(placed) & mask;
    while (slots_[slot] != kNone && !areEqual(bodies_[slots_[slot]], placed)) slot = (slot + 1) & mask;
    if (slots_[slot] == kNone) slots_[slot] = add(placed);
    return slots_[slot];
}

Index BodyTable::add(const MeshInstance& placed) {
    bodies_.push_back(placed);
    return static_cast<Index>(bodies_.size() - 1);
}

}  // namespace ricochet
