#include "algorithms/stencil/interval_test.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ricochet::stencil {
namespace {

struct Corner {
    std::int64_t x, y;  ///< steps
    Real depth;
};

/// Twice the signed area of the corner o and the directions to a and b, in square steps.
std::int64_t area(const Corner& o, const Corner& a, std::int64_t x, std::int64_t y) {
    return (a.x - o.x) * (y - o.y) - (a.y - o.y) * (x - o.x);
}

/// Whether a point on the edge from o to a belongs to the face on its left: each edge has one owner.
bool ownsEdge(const Corner& o, const Corner& a) { return a.y < o.y || (a.y == o.y && a.x > o.x); }

bool covers(const std::array<Corner, 3>& t, std::int64_t x, std::int64_t y) {
    for (Index i = 0; i < 3; ++i) {
        const Corner &o = t[i], &a = t[(i + 1) % 3];
        const std::int64_t side = area(o, a, x, y);
        if (side < 0 || (side == 0 && !ownsEdge(o, a))) return false;
    }
    return true;
}

/// The depth at a point inside, by its barycentric coordinates.
Real depthAt(const std::array<Corner, 3>& t, std::int64_t x, std::int64_t y) {
    const auto whole = static_cast<Real>(area(t[0], t[1], t[2].x, t[2].y));
    const Real u = static_cast<Real>(area(t[0], t[1], x, y)) / whole;  // weight of corner 2
    const Real v = static_cast<Real>(area(t[2], t[0], x, y)) / whole;  // weight of corner 1
    return t[0].depth + v * (t[1].depth - t[0].depth) + u * (t[2].depth - t[0].depth);
}

/// The first pixel of the image whose centre is not before a step.
int firstPixel(std::int64_t step, int pixels) {
    const std::int64_t pixel = (step + kStepsPerPixel / 2 - 1) / kStepsPerPixel;
    return static_cast<int>(std::clamp<std::int64_t>(pixel, 0, pixels));
}

void drawFace(std::array<Corner, 3> t, Index face, int pixels, std::vector<Layer>& layers) {
    const std::int64_t whole = area(t[0], t[1], t[2].x, t[2].y);
    if (whole == 0) return;
    if (whole < 0) std::swap(t[1], t[2]);
    const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
    const auto [low, high] = std::minmax({t[0].y, t[1].y, t[2].y});
    for (int y = firstPixel(low, pixels); y < firstPixel(high + 1, pixels); ++y) {
        for (int x = firstPixel(left, pixels); x < firstPixel(right + 1, pixels); ++x) {
            const std::int64_t stepX = std::int64_t{x} * kStepsPerPixel + kStepsPerPixel / 2;
            const std::int64_t stepY = std::int64_t{y} * kStepsPerPixel + kStepsPerPixel / 2;
            if (!covers(t, stepX, stepY)) continue;
            layers.push_back({static_cast<Index>(y * pixels + x), face, depthAt(t, stepX, stepY)});
        }
    }
}

bool isBefore(const Layer& a, const Layer& b) {
    return std::tie(a.pixel, a.depth, a.face) < std::tie(b.pixel, b.depth, b.face);
}

bool intervalsMeet(std::span<const Layer> a, std::span<const Layer> b, Real growth) {
    for (std::size_t i = 0; i + 1 < a.size(); i += 2) {
        for (std::size_t j = 0; j + 1 < b.size(); j += 2) {
            if (a[i].depth - growth <= b[j + 1].depth && b[j].depth <= a[i + 1].depth + growth) return true;
        }
    }
    return false;
}

PixelCase figureOne(Real beginA, Real endA, Real beginB, Real endB) {
    if (beginB > endA) return PixelCase::clear;
    if (endB < beginA) return PixelCase::before;
    if (endB > endA) return beginB < beginA ? PixelCase::insideB : PixelCase::farEnd;
    return beginB < beginA ? PixelCase::nearEnd : PixelCase::insideA;
}

}  // namespace

std::span<const Layer> takePixel(std::span<const Layer>& left, Index pixel) {
    std::size_t begin = 0;
    while (begin < left.size() && left[begin].pixel < pixel) ++begin;
    std::size_t end = begin;
    while (end < left.size() && left[end].pixel == pixel) ++end;
    const auto taken = left.subspan(begin, end - begin);
    left = left.subspan(end);
    return taken;
}

std::vector<Layer> rasterise(const Mesh& mesh, const Pose& pose, const View& view) {
    const Vec3 centre = mesh.box().centre();
    const WindowMatrix toWindow = windowMatrix(view, pose, centre);
    std::vector<Corner> corners;
    corners.reserve(mesh.vertexCount());
    for (const Vec3& vertex : mesh.vertices()) {
        const Snapped s = snapped(toWindow, (vertex - centre).cast<float>());
        corners.push_back({static_cast<std::int64_t>(s.x), static_cast<std::int64_t>(s.y), s.depth});
    }
    std::vector<Layer> layers;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const auto [u, v, w] = mesh.face(face);
        drawFace({corners[u], corners[v], corners[w]}, face, view.pixels, layers);
    }
    sortLayers(layers, view.pixels);
    return layers;
}

void sortLayers(std::vector<Layer>& layers, int pixels) {
    if (std::is_sorted(layers.begin(), layers.end(), isBefore)) return;
    const auto count = static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels);
    std::vector<Index> next(count + 1, 0);
    for (const Layer& layer : layers) ++next[layer.pixel + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<Layer> sorted(layers.size());
    for (const Layer& layer : layers) sorted[next[layer.pixel]++] = layer;
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin + 1;
        while (end < sorted.size() && sorted[end].pixel == sorted[begin].pixel) ++end;
        const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(begin);
        std::sort(first, first + static_cast<std::ptrdiff_t>(end - begin), isBefore);
        begin = end;
    }
    layers = std::move(sorted);
}

PixelCase intervalCase(std::span<const Layer> a, std::span<const Layer> b, Real growth) {
    if (a.empty()) return PixelCase::outside;
    if (a.size() % 2 == 1 || b.size() % 2 == 1) return PixelCase::malformed;
    if (b.empty() || b.front().depth > a.back().depth + growth) return PixelCase::clear;
    if (a.size() == 2 && b.size() == 2) {
        return figureOne(a[0].depth - growth, a[1].depth + growth, b[0].depth, b[1].depth);
    }
    return intervalsMeet(a, b, growth) ? PixelCase::collides : PixelCase::apart;
}

CollisionMap intervalMap(const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB, const View& view,
                         Real growth) {
    const std::vector<Layer> layersA = rasterise(a, poseA, view), layersB = rasterise(b, poseB, view);
    std::span<const Layer> leftA = layersA, leftB = layersB;
    CollisionMap map{view.pixels, {}};
    const auto count = static_cast<Index>(view.pixels) * static_cast<Index>(view.pixels);
    map.cases.reserve(count);
    for (Index pixel = 0; pixel < count; ++pixel) {
        const auto ofA = takePixel(leftA, pixel);
        const auto ofB = takePixel(leftB, pixel);
        map.cases.push_back(intervalCase(ofA, ofB, growth / view.size.z()));
    }
    return map;
}

}  // namespace ricochet::stencil
