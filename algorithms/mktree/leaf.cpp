#include "algorithms/mktree/leaf.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace ricochet::mktree {
namespace {

/// Reads values from the front of some bytes; fails for good if there are too few.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool hasFailed() const { return hasFailed_; }
    bool isAtEnd() const { return bytes_.empty(); }

    template <class Value>
    Value take() {
        Value value{};
        forEach<Value>(1, [&](const Value& v) { value = v; });
        return value;
    }
    template <class Value, class Visit>
    void forEach(std::size_t count, Visit&& visit) {
        hasFailed_ |= bytes_.size() / sizeof(Value) < count;
        if (hasFailed_) return;
        for (std::size_t i = 0; i < count; ++i) {
            Value value;
            std::memcpy(&value, &bytes_[i * sizeof(Value)], sizeof(Value));
            visit(value);
        }
        bytes_ = bytes_.subspan(count * sizeof(Value));
    }
    /// Integers of 1, 2 or 4 bytes.
    template <class Visit>
    void forEachNarrow(std::size_t count, unsigned width, Visit&& visit) {
        if (width == 1) return forEach<std::uint8_t>(count, visit);
        if (width == 2) return forEach<std::uint16_t>(count, visit);
        forEach<std::uint32_t>(count, visit);
    }

private:
    std::span<const std::byte> bytes_;
    bool hasFailed_ = false;
};

bool isWidth(unsigned width) { return width == 1 || width == 2 || width == 4; }

template <class Scalar>
void decodeVertices(Reader& reader, std::size_t count, Leaf& leaf) {
    reader.forEach<std::array<Scalar, 3>>(count, [&](const std::array<Scalar, 3>& v) {
        leaf.vertices.emplace_back(Real(v[0]), Real(v[1]), Real(v[2]));
    });
}

Result<void> decodeFragment(Reader& reader, std::size_t parts, Leaf& leaf) {
    const auto header = reader.take<FragmentHeader>();
    const unsigned indexWidth = header.widths & 15U, numberWidth = header.widths >> 4U;
    if (reader.hasFailed() || !isWidth(indexWidth) || !isWidth(numberWidth) || header.triangles == 0 ||
        (header.coordinateBytes != 4 && header.coordinateBytes != 8)) {
        return tl::unexpected(std::string("an object's header is damaged"));
    }
    if (header.part >= parts) return tl::unexpected(std::string("the index of a part is out of range"));
    const auto index = [](std::size_t size) { return static_cast<Index>(size); };
    leaf.fragments.push_back({header.part, header.box, index(leaf.triangles.size()), header.triangles,
                              index(leaf.spheres.size()), header.spheres, index(leaf.planes.size()),
                              header.planes});
    reader.forEach<Sphere>(header.spheres, [&](const Sphere& sphere) { leaf.spheres.push_back(sphere); });
    reader.forEach<Plane>(header.planes, [&](const Plane& plane) { leaf.planes.push_back(plane); });
    const std::size_t firstVertex = leaf.vertices.size(), first = leaf.triangles.size();
    if (header.coordinateBytes == 4) {
        decodeVertices<float>(reader, header.vertices, leaf);
    } else {
        decodeVertices<Real>(reader, header.vertices, leaf);
    }
    const auto isFinite = [](const Vec3& v) { return v.allFinite(); };
    if (!std::ranges::all_of(std::span(leaf.vertices).subspan(firstVertex), isFinite)) {
        return tl::unexpected(std::string("a vertex is not finite"));
    }
    leaf.triangles.resize(first + header.triangles,
                          {{}, 0, index(firstVertex), 0, index(leaf.fragments.size() - 1)});
    const std::span<Leaf::Triangle> triangles = std::span(leaf.triangles).subspan(first);
    std::size_t corner = 0, number = 0, owned = 0;
    Index last = 0;
    reader.forEachNarrow(std::size_t{3} * header.triangles, indexWidth, [&](Index v) {
        last = std::max(last, v);
        triangles[corner / 3].corners[corner % 3] = static_cast<std::uint16_t>(v);
        ++corner;
    });
    reader.forEachNarrow(header.triangles, numberWidth,
                         [&](Index n) { triangles[number++].number = header.leastNumber + n; });
    reader.forEach<std::uint8_t>(header.triangles,
                                 [&](std::uint8_t features) { triangles[owned++].owned = features; });
    if (reader.hasFailed()) return tl::unexpected(std::string("it ends too early"));
    if (last >= header.vertices) return tl::unexpected(std::string("a triangle's vertex is out of range"));
    return {};
}

/// Divides the fragments at medians, then the triangles of each, which are stored in that order.
class TreeMaker {
public:
    explicit TreeMaker(Leaf& leaf) : leaf_(leaf), order_(leaf.fragments.size()) {
        std::iota(order_.begin(), order_.end(), Index{0});
    }

    void make() {
        leaf_.tree.reserve(leaf_.triangles.size() + 1);
        leaf_.tree.emplace_back();
        overFragments(0, 0, order_.size());
    }

private:
    Vec3 centre(Index fragment) const { return leaf_.fragments[fragment].box.box().centre(); }

    Index addChildren() {
        const auto child = static_cast<Index>(leaf_.tree.size());
        leaf_.tree.resize(leaf_.tree.size() + 2);
        return child;
    }

    void overFragments(Index node, std::size_t begin, std::size_t end) {
        if (end - begin == 1) {
            const Leaf::Fragment& only = leaf_.fragments[order_[begin]];
            overTriangles(node, only.firstTriangle, only.triangles);
            return;
        }
        Aabb centres;
        for (std::size_t i = begin; i < end; ++i) centres.include(centre(order_[i]));
        int axis;
        centres.size().maxCoeff(&axis);
        const std::size_t middle = begin + (end - begin) / 2;
        const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        std::nth_element(at(begin), at(middle), at(end), [&](Index a, Index b) {
            return std::pair(centre(a)[axis], a) < std::pair(centre(b)[axis], b);
        });
        const Index child = addChildren();
        overFragments(child, begin, middle);
        overFragments(child + 1, middle, end);
        join(node, child);
    }

    void overTriangles(Index node, Index first, Index count) {
        if (count <= kTreeLeaf) {
            Aabb box;
            for (Index i = first; i < first + count; ++i) include(box, boxOf(leaf_.triangle(i)));
            leaf_.tree[node] = {floatBoxOf(box), first, count};
            return;
        }
        const Index child = addChildren();
        overTriangles(child, first, count / 2);
        overTriangles(child + 1, first + count / 2, count - count / 2);
        join(node, child);
    }

    void join(Index node, Index child) {
        FloatBox box = leaf_.tree[child].box;
        const FloatBox& other = leaf_.tree[child + 1].box;
        for (std::size_t k = 0; k < 3; ++k) {
            box.min[k] = std::min(box.min[k], other.min[k]);
            box.max[k] = std::max(box.max[k], other.max[k]);
        }
        leaf_.tree[node] = {box, child, 0};
    }

    Leaf& leaf_;
    std::vector<Index> order_;
};

}  // namespace

std::size_t Leaf::bytes() const {
    return sizeof(Leaf) + fragments.capacity() * sizeof(Fragment) + spheres.capacity() * sizeof(Sphere) +
           planes.capacity() * sizeof(Plane) + vertices.capacity() * sizeof(Vec3) +
           triangles.capacity() * sizeof(Triangle) + tree.capacity() * sizeof(TreeNode);
}

Result<Leaf> decodeLeaf(std::span<const std::byte> bytes, Index number, std::size_t parts) {
    Reader reader(bytes);
    const auto header = reader.take<LeafHeader>();
    if (reader.hasFailed() || header.magic != LeafHeader::kMagic || header.number != number) {
        return tl::unexpected(std::string("it is not such a leaf"));
    }
    Leaf leaf;
    leaf.number = number;
    constexpr std::size_t kLeastBytes = 5;  // of a triangle
    leaf.triangles.reserve(std::min<std::size_t>(header.triangles, bytes.size() / kLeastBytes));
    for (std::uint32_t i = 0; i < header.fragments; ++i) {
        const Result<void> good = decodeFragment(reader, parts, leaf);
        if (!good) return tl::unexpected(good.error());
    }
    if (!reader.isAtEnd() || leaf.fragments.empty() || leaf.triangles.size() != header.triangles) {
        return tl::unexpected(std::string("its size is wrong"));
    }
    TreeMaker(leaf).make();
    leaf.vertices.shrink_to_fit();
    leaf.triangles.shrink_to_fit();
    leaf.tree.shrink_to_fit();
    return leaf;
}

}  // namespace ricochet::mktree
