// Fowler, Noll, Vo. FNV-1a, 64 bit.

#include "algorithms/geometry/face_pair.h"

namespace ricochet {

std::uint64_t hashOf(std::span<const FacePair> pairs) {
    std::uint64_t hash = 14695981039346656037ull;
    const auto addLittleEndian = [&hash](Index value) {
        for (int byte = 0; byte < 4; ++byte) {
            hash ^= (value >> (8 * byte)) & 0xffu;
            hash *= 1099511628211ull;
        }
    };
    for (const FacePair& pair : pairs) {
        addLittleEndian(pair.faceA);
        addLittleEndian(pair.faceB);
    }
    return hash;
}

}  // namespace ricochet
