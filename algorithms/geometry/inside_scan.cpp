#include "algorithms/geometry/inside_scan.h"

#include "algorithms/geometry/mixed_bits.h"
#include "algorithms/geometry/weld.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <bit>
#include <utility>

namespace ricochet {
namespace {

constexpr std::size_t kEdgesABucket = 8;
constexpr std::size_t kMostBuckets = std::size_t{1} << 20;
constexpr std::size_t kMostOpenBuckets = 4096;
constexpr std::size_t kMostSides = std::size_t{1} << 17;
constexpr std::size_t kAddedTogether = 192;  // edges

/// A hash of the position.
std::uint64_t numberOf(const Vec3& vertex) {
    std::uint64_t number = 0x9e3779b97f4a7c15ull;
    for (const Real x : vertex) number = mixed(number + std::bit_cast<std::uint64_t>(x + Real(0)));  // no -0
    return number;
}

std::size_t bucketsFor(std::size_t triangles) {
    constexpr std::size_t kMany = kMostBuckets * kEdgesABucket;
    return std::bit_ceil(
        std::clamp<std::size_t>(std::min(triangles, kMany) * 3 / 2 / kEdgesABucket, 1, kMostBuckets));
}

}  // namespace

InsideScan::InsideScan(std::size_t triangles) : buckets_(bucketsFor(triangles), 0) {}

/// Calls visit(bucket, number, from, to). The number of an edge is the negated number of the reversed edge.
template <class Visit>
void InsideScan::forEachSide(const Triangle& triangle, Visit&& visit) const {
    const std::uint64_t numbers[] = {numberOf(triangle[0]), numberOf(triangle[1]), numberOf(triangle[2])};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3;
        const std::uint64_t from = numbers[k], to = numbers[next];
        if (from == to) continue;
        const std::uint64_t edge = mixed(std::min(from, to) + mixed(std::max(from, to)));
        visit(edge & (buckets_.size() - 1), from < to ? edge : -edge, triangle[k], triangle[next]);
    }
}

void InsideScan::add(const Triangle& triangle) {
    if (!isSecond_) return addToSums(triangle);
    forEachSide(triangle, [&](std::size_t bucket, std::uint64_t, const Vec3& from, const Vec3& to) {
        if (buckets_[bucket] != 0 && sides_.size() <= kMostSides) sides_.push_back({from, to});
    });
}

void InsideScan::addToSums(const Triangle& triangle) {
    ++triangles_;
    if (!origin_) origin_ = triangle[0];
    const Vec3 a = triangle[0] - *origin_, b = triangle[1] - *origin_, c = triangle[2] - *origin_;
    sums_.volume += a.dot(b.cross(c)) / 6;
    sums_.area += 0.5 * (b - a).cross(c - a).norm();
    for (const Vec3& corner : triangle) box_.include(corner);
    forEachSide(triangle, [&](std::size_t bucket, std::uint64_t number, const Vec3&, const Vec3&) {
        waiting_.push_back({bucket, number});
    });
    if (waiting_.size() >= kAddedTogether) addWaiting();
}

void InsideScan::addWaiting() {
    for (const Addition& addition : waiting_) buckets_[addition.bucket] += addition.number;
    waiting_.clear();
}

/// Reduces the buckets to the number that suits the triangles counted.
void InsideScan::foldBuckets() {
    const std::size_t count = std::min(buckets_.size(), bucketsFor(triangles_));
    for (std::size_t i = count; i < buckets_.size(); ++i) buckets_[i & (count - 1)] += buckets_[i];
    buckets_.resize(count);
}

std::optional<bool> InsideScan::endPass() {
    if (!origin_) return false;
    addWaiting();
    if (isSecond_) return sides_.size() <= kMostSides && hasInside();
    sums_.size = box_.size().norm();
    foldBuckets();
    const auto open =
        static_cast<std::size_t>(std::ranges::count_if(buckets_, [](std::uint64_t sum) { return sum != 0; }));
    if (open == 0) return hasInside();
    if (open > kMostOpenBuckets) return false;
    isSecond_ = true;
    return std::nullopt;
}

bool InsideScan::hasInside() const {
    std::vector<Vec3> vertices;
    for (const Side& side : sides_) vertices.insert(vertices.end(), {side.from, side.to});
    const auto weld = weldVertices(vertices);
    std::vector<BoundaryEdge> halfEdges;
    for (std::size_t i = 0; i < weld.size(); i += 2) {
        const auto [low, high] = std::minmax(weld[i], weld[i + 1]);
        halfEdges.push_back({low, high, weld[i] == low ? 1 : -1});
    }
    const auto isBefore = [](const BoundaryEdge& a, const BoundaryEdge& b) {
        return std::pair(a.low, a.high) < std::pair(b.low, b.high);
    };
    std::ranges::sort(halfEdges, isBefore);
    std::vector<BoundaryEdge> boundaryEdges;
    for (std::size_t begin = 0, end = 0; begin < halfEdges.size(); begin = end) {
        BoundaryEdge boundaryEdge{halfEdges[begin].low, halfEdges[begin].high, 0};
        for (; end < halfEdges.size() && !isBefore(halfEdges[begin], halfEdges[end]); ++end)
            boundaryEdge.balance += halfEdges[end].balance;
        if (boundaryEdge.balance != 0) boundaryEdges.push_back(boundaryEdge);
    }
    return ricochet::hasInside(sums_, vertices, boundaryEdges);
}

}  // namespace ricochet
