#include "algorithms/face_octree/checked_faces.h"

#include <algorithm>

namespace ricochet {

std::size_t endOfFirstBody(const CheckedFaces& faces, std::span<const Index> entries) {
    const Index body = faces.bodies[entries.front()];
    const auto isOfBody = [&](Index entry) { return faces.bodies[entry] == body; };
    const auto end = std::partition_point(entries.begin(), entries.end(), isOfBody);
    return static_cast<std::size_t>(end - entries.begin());
}

std::uint64_t countPairs(const CheckedFaces& faces, std::span<const Index> entries) {
    std::uint64_t pairs = 0;
    while (!entries.empty()) {
        const std::size_t own = endOfFirstBody(faces, entries);
        entries = entries.subspan(own);
        pairs += own * entries.size();
    }
    return pairs;
}

}  // namespace ricochet
