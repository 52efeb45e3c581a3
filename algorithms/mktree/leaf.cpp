#include "algorithms/mktree/leaf.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace ricochet::mktree {
namespace {

constexpr Index kTreeLeaf = 4;  // triangles of a tree's leaf, as FragmentWriter sorts them

/// Takes values from the front of some bytes; once they do not suffice, it fails and gives zeros.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool hasFailed() const { return hasFailed_; }
    bool isAtEnd() const { return bytes_.empty(); }

    template <class Value>
    Value take() {
        Value value{};
        take(std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }
    Index takeNarrow(unsigned width) {
        Index value = 0;
        take(std::as_writable_bytes(std::span(&value, 1)).first(width));  // little-endian
        return value;
    }

private:
    void take(std::span<std::byte> into) {
        hasFailed_ |= bytes_.size() < into.size();
        if (hasFailed_) return;
        std::memcpy(into.data(), bytes_.data(), into.size());
        bytes_ = bytes_.subspan(into.size());
    }

    std::span<const std::byte> bytes_;
    bool hasFailed_ = false;
};

bool isWidth(unsigned width) { return width == 1 || width == 2 || width == 4; }

Result<void> decodeFragment(Reader& reader, Leaf& leaf) {
    const auto header = reader.take<FragmentHeader>();
    const unsigned indexWidth = header.widths & 15U, numberWidth = header.widths >> 4U;
    if (reader.hasFailed() || !isWidth(indexWidth) || !isWidth(numberWidth) || header.triangles == 0 ||
        (header.coordinateBytes != 4 && header.coordinateBytes != 8)) {
        return tl::unexpected(std::string("an object's header is damaged"));
    }
    const auto index = [](std::size_t size) { return static_cast<Index>(size); };
    leaf.fragments.push_back({header.part, header.box, index(leaf.triangles.size()), header.triangles,
                              index(leaf.spheres.size()), header.spheres, index(leaf.planes.size()),
                              header.planes});
    for (int i = 0; i < header.spheres; ++i) leaf.spheres.push_back(reader.take<Sphere>());
    for (int i = 0; i < header.planes; ++i) leaf.planes.push_back(reader.take<Plane>());
    const Index firstVertex = index(leaf.vertices.size());
    for (int i = 0; i < header.vertices; ++i) {
        Vec3 v;
        for (Real& x : v) x = header.coordinateBytes == 4 ? Real(reader.take<float>()) : reader.take<Real>();
        if (!v.allFinite()) return tl::unexpected(std::string("a vertex is not finite"));
        leaf.vertices.push_back(v);
    }
    const std::size_t first = leaf.triangles.size();
    for (int i = 0; i < header.triangles; ++i) {
        Leaf::Triangle triangle{{}, 0, firstVertex, 0, index(leaf.fragments.size() - 1)};
        for (std::uint16_t& corner : triangle.corners) {
            const Index v = reader.takeNarrow(indexWidth);
            if (v >= header.vertices) return tl::unexpected(std::string("a triangle's vertex is nowhere"));
            corner = static_cast<std::uint16_t>(v);
        }
        leaf.triangles.push_back(triangle);
    }
    for (int i = 0; i < header.triangles; ++i) {
        leaf.triangles[first + static_cast<std::size_t>(i)].number =
            header.leastNumber + reader.takeNarrow(numberWidth);
    }
    for (int i = 0; i < header.triangles; ++i) {
        leaf.triangles[first + static_cast<std::size_t>(i)].owned = reader.take<std::uint8_t>();
    }
    if (reader.hasFailed()) return tl::unexpected(std::string("it ends too early"));
    return {};
}

/// Fragments are divided at medians, then each one's triangles, which are in that order.
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

Result<Leaf> decodeLeaf(std::span<const std::byte> bytes, Index number) {
    Reader reader(bytes);
    const auto header = reader.take<LeafHeader>();
    if (reader.hasFailed() || header.magic != LeafHeader::kMagic || header.number != number) {
        return tl::unexpected(std::string("it is no such leaf"));
    }
    Leaf leaf;
    leaf.number = number;
    for (std::uint32_t i = 0; i < header.fragments; ++i) {
        const Result<void> good = decodeFragment(reader, leaf);
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
