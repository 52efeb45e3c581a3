#include "algorithms/stencil/collision_map.h"

namespace ricochet::stencil {

PixelCounts CollisionMap::histogram() const {
    PixelCounts counts{};
    for (PixelCase each : cases) ++counts[static_cast<std::size_t>(each)];
    return counts;
}

// The paper's extension 2, lines 190 to 193, and figure 1 where the counters determine the case. Three or
// more layers of B are never classified as one of its cases.
PixelCase pixelCase(unsigned layersA, unsigned sc1, unsigned sc2, unsigned sc1Full) {
    if (layersA == 0) return PixelCase::outside;
    if (sc1 == 0) return PixelCase::clear;
    if (sc1 >= sc1Full) return PixelCase::undecided;
    const bool isSingle = layersA == 2 && sc1 <= 2;
    if (isSingle && sc1 == 1) return sc2 == 0 ? PixelCase::farEnd : PixelCase::insideB;
    if (isSingle && sc2 == 0) return PixelCase::insideA;
    if (isSingle && sc2 == 1) return PixelCase::nearEnd;
    if (isSingle) return PixelCase::before;
    if (sc1 % 2 == 1 || sc2 % 2 == 1) return PixelCase::collides;
    if (sc1 == sc2) return PixelCase::apart;
    return layersA == 2 ? PixelCase::collides : PixelCase::undecided;
}

}  // namespace ricochet::stencil
