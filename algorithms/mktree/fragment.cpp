#include "algorithms/mktree/fragment.h"

#include "algorithms/geometry/convex_hull.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace ricochet::mktree {
namespace {

constexpr std::size_t kSphereTriangles = 32;  // triangles in a covering sphere, at most
constexpr std::size_t kMostPlanes = 100;      // of a bounding polyhedron, as in the paper

template <class Value>
void put(Bytes& bytes, const Value& value) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

void putNarrow(Bytes& bytes, Index value, std::uint8_t width) {
    for (std::uint8_t k = 0; k < width; ++k) bytes.push_back(static_cast<std::byte>(value >> (8 * k)));
}

std::uint8_t widthFor(Index largest) {
    if (largest < 0x100) return 1;
    return largest < 0x10000 ? 2 : 4;
}

bool isFloat(const Vec3& v) {
    return std::ranges::all_of(v, [](Real x) { return Real{roundedToFloat(x)} == x; });
}

int longestAxis(const Aabb& box) {
    int axis;
    box.size().maxCoeff(&axis);
    return axis;
}

/// A bounding sphere about the centre of the points' box.
Sphere sphereAbout(const std::vector<Vec3>& points) {
    Aabb box;
    for (const Vec3& p : points) box.include(p);
    const Vec3 exact = box.centre();
    const std::array<float, 3> centre = {roundedToFloat(exact.x()), roundedToFloat(exact.y()),
                                         roundedToFloat(exact.z())};
    const Vec3 middle(centre[0], centre[1], centre[2]);
    Real squared = 0;
    for (const Vec3& p : points) squared = std::max(squared, (p - middle).squaredNorm());
    constexpr Real kRadiusRoundUp = 1 + 1e-14;
    return {centre, floatAbove(kRadiusRoundUp * std::sqrt(squared))};
}

/// The supporting plane with a normal, moved outwards by its rounding error.
Plane planeAlong(const Vec3& direction, const std::vector<Vec3>& points) {
    const Eigen::Vector3f normal(roundedToFloat(direction.x()), roundedToFloat(direction.y()),
                                 roundedToFloat(direction.z()));
    Real height = -std::numeric_limits<Real>::infinity(), largest = 0;
    for (const Vec3& p : points) {
        height = std::max(height, normal.cast<Real>().dot(p));
        largest = std::max(largest, p.cwiseAbs().maxCoeff());
    }
    return {{normal.x(), normal.y(), normal.z()}, floatAbove(height + 1e-15 * largest)};
}

}  // namespace

void FragmentWriter::prepare(const WorldObject& object) {
    order_.resize(object.faces.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    centres_.resize(object.faces.size());
    for (std::size_t f = 0; f < object.faces.size(); ++f) {
        const Face& face = object.faces[f];
        const auto& v = object.vertices;
        centres_[f] = boxOf(Triangle{v[face[0]], v[face[1]], v[face[2]]}).centre();
    }
    owned_ = ownedFeatures(object.vertices, object.faces);
    local_.assign(object.vertices.size(), kNone);
    used_.clear();
}

void FragmentWriter::halve(std::size_t begin, std::size_t end) {
    Aabb box;
    for (std::size_t i = begin; i < end; ++i) box.include(centres_[order_[i]]);
    const int axis = longestAxis(box);
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(begin + (end - begin) / 2), at(end), [&](Index a, Index b) {
        return std::pair(centres_[a][axis], a) < std::pair(centres_[b][axis], b);
    });
}

void FragmentWriter::sortInto(std::size_t begin, std::size_t end) {
    if (end - begin <= kTreeLeaf) return;
    halve(begin, end);
    sortInto(begin, begin + (end - begin) / 2);
    sortInto(begin + (end - begin) / 2, end);
}

void FragmentWriter::number(const WorldObject& object, std::size_t begin, std::size_t end) {
    for (Index v : used_) local_[v] = kNone;
    used_.clear();
    places_.clear();
    box_ = Aabb();
    for (std::size_t i = begin; i < end; ++i) {
        for (Index v : object.faces[order_[i]]) {
            if (local_[v] != kNone) continue;
            local_[v] = static_cast<Index>(used_.size());
            used_.push_back(v);
            places_.push_back(object.vertices[v]);
            box_.include(object.vertices[v]);
        }
    }
}

void FragmentWriter::encode(const WorldObject& object, std::size_t begin, std::size_t end) {
    number(object, begin, end);
    Index minimum = kNone, greatest = 0;
    for (std::size_t i = begin; i < end; ++i) {
        minimum = std::min(minimum, object.numberOf(order_[i]));
        greatest = std::max(greatest, object.numberOf(order_[i]));
    }
    const std::vector<Sphere> spheres = spheresOf(object, begin, end);
    const std::vector<Plane> planes = settings_.polyhedra ? planesOf() : std::vector<Plane>();
    const bool isOfFloats = std::ranges::all_of(places_, isFloat);
    const std::uint8_t indexWidth = widthFor(static_cast<Index>(used_.size() - 1));
    const std::uint8_t numberWidth = widthFor(greatest - minimum);
    const FragmentHeader header{object.part,
                                minimum,
                                floatBoxOf(box_),
                                static_cast<std::uint16_t>(end - begin),
                                static_cast<std::uint16_t>(used_.size()),
                                static_cast<std::uint8_t>(spheres.size()),
                                static_cast<std::uint8_t>(planes.size()),
                                static_cast<std::uint8_t>(isOfFloats ? 4 : 8),
                                static_cast<std::uint8_t>(indexWidth | numberWidth << 4)};
    bytes_.clear();
    put(bytes_, header);
    for (const Sphere& sphere : spheres) put(bytes_, sphere);
    for (const Plane& plane : planes) put(bytes_, plane);
    putVertices(header.coordinateBytes);
    putIndices(object, begin, end, indexWidth);
    putNumbers(object, begin, end, minimum, numberWidth);
    for (std::size_t i = begin; i < end; ++i) put(bytes_, owned_[order_[i]]);
}

void FragmentWriter::putVertices(std::uint8_t coordinateBytes) {
    for (const Vec3& v : places_) {
        for (Real coordinate : v) {
            if (coordinateBytes == 8) put(bytes_, coordinate);
            if (coordinateBytes == 4) put(bytes_, static_cast<float>(coordinate));
        }
    }
}

void FragmentWriter::putIndices(const WorldObject& object, std::size_t begin, std::size_t end,
                                std::uint8_t width) {
    for (std::size_t i = begin; i < end; ++i) {
        for (Index v : object.faces[order_[i]]) putNarrow(bytes_, local_[v], width);
    }
}

void FragmentWriter::putNumbers(const WorldObject& object, std::size_t begin, std::size_t end, Index minimum,
                                std::uint8_t width) {
    for (std::size_t i = begin; i < end; ++i) {
        putNarrow(bytes_, object.numberOf(order_[i]) - minimum, width);
    }
}

std::vector<Sphere> FragmentWriter::spheresOf(const WorldObject& object, std::size_t begin,
                                              std::size_t end) const {
    // At most 255 spheres, since the header stores their number in a byte.
    const std::size_t each = std::max(kSphereTriangles, (end - begin + 254) / 255);
    std::vector<Sphere> spheres;
    std::vector<Vec3> points;
    for (std::size_t from = begin; from < end; from += each) {
        points.clear();
        for (std::size_t i = from; i < std::min(end, from + each); ++i) {
            for (Index v : object.faces[order_[i]]) points.push_back(object.vertices[v]);
        }
        spheres.push_back(sphereAbout(points));
    }
    return spheres;
}

std::vector<Plane> FragmentWriter::planesOf() const {
    const ConvexHull hull = convexHull(places_);
    std::vector<Plane> planes;
    // A hull with more faces gives every n-th: still a bounding polyhedron, slightly larger.
    const std::size_t stride = (hull.faces.size() + kMostPlanes - 1) / kMostPlanes;
    for (std::size_t f = 0; f < hull.faces.size(); f += stride) {
        const Face& face = hull.faces[f];
        const Vec3 normal = (places_[face[1]] - places_[face[0]]).cross(places_[face[2]] - places_[face[0]]);
        if (normal.norm() > 0) planes.push_back(planeAlong(normal.normalized(), places_));
    }
    return planes;
}

}  // namespace ricochet::mktree
