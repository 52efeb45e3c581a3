#include "algorithms/mktree/moving_body.h"

#include "algorithms/mktree/world_object.h"

#include <algorithm>
#include <numeric>

namespace ricochet::mktree {
namespace {

class BodyTree {
public:
    explicit BodyTree(MovingBody& body) : body_(body), order_(body.mesh->faceCount()) {
        std::iota(order_.begin(), order_.end(), Index{0});
        body_.nodes.emplace_back();
        build(0, 0, order_.size());
    }

private:
    Vec3 centre(Index face) const { return boxOf(body_.mesh->triangle(face)).centre(); }

    void build(Index node, std::size_t begin, std::size_t end) {
        Aabb box, centres;
        for (std::size_t i = begin; i < end; ++i) {
            for (const Vec3& v : body_.mesh->triangle(order_[i])) box.include(v);
            centres.include(centre(order_[i]));
        }
        Real squared = 0;
        for (std::size_t i = begin; i < end; ++i) {
            for (const Vec3& v : body_.mesh->triangle(order_[i])) {
                squared = std::max(squared, (v - box.centre()).squaredNorm());
            }
        }
        body_.nodes[node] = {box.centre(), std::sqrt(squared), order_[begin], end - begin == 1};
        if (end - begin == 1) return;
        int axis;
        centres.size().maxCoeff(&axis);
        const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        const std::size_t middle = begin + (end - begin) / 2;
        std::nth_element(at(begin), at(middle), at(end), [&](Index a, Index b) {
            return std::pair(centre(a)[axis], a) < std::pair(centre(b)[axis], b);
        });
        const auto child = static_cast<Index>(body_.nodes.size());
        body_.nodes[node].first = child;
        body_.nodes.resize(body_.nodes.size() + 2);
        build(child, begin, middle);
        build(child + 1, middle, end);
    }

    MovingBody& body_;
    std::vector<Index> order_;
};

}  // namespace

MovingBody::MovingBody(std::shared_ptr<const Mesh> ofMesh)
    : mesh(std::move(ofMesh)), owned(ownedFeatures(mesh->vertices(), mesh->faces())) {
    BodyTree{*this};
}

}  // namespace ricochet::mktree
