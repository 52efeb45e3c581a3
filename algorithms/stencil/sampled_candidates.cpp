#include "algorithms/stencil/sampled_candidates.h"

#include <algorithm>
#include <cmath>

namespace ricochet::stencil {
namespace {

constexpr Real kSameDirection = 0.985;  // cosine of 10 degrees, as in contact patches
constexpr int kDirections = 8;          // in the view plane, in which the outermost pixels are chosen

/// Pieces of one component whose normals differ little.
struct Group {
    Vec3 first;  ///< the deepest one's normal
    Vec3 sum = Vec3::Zero();
    std::vector<Index> members = {};
};

class NormalGroups {
public:
    explicit NormalGroups(const ProjectedPieces& shown) : shown_(shown), direction_(shown.view.axes.row(2)) {}

    /// `members`: of one component, the deepest first.
    std::vector<Group> of(std::span<const Index> members) const {
        std::vector<Group> groups;
        for (const Index i : members) {
            const Vec3& normal = shown_.pieces[i].normal;
            Group* mine = nullptr;
            for (Group& group : groups) {
                if (group.first.dot(normal) > kSameDirection) {
                    mine = &group;
                    break;
                }
            }
            if (!mine) mine = &groups.emplace_back(Group{normal});
            mine->members.push_back(i);
            mine->sum += normal / std::max(std::abs(normal.dot(direction_)), Real{0.1});  // its area
        }
        return groups;
    }

private:
    const ProjectedPieces& shown_;
    const Vec3 direction_;
};

/// The deepest pixel and the outermost ones of a group.
class Chosen {
public:
    Chosen(const ProjectedPieces& shown, const Group& group, Real touching) : shown_(shown), group_(group) {
        take(group.members.front());
        addOutermost([&](Index i) { return shown_.pieces[i].depth <= touching; });
        addOutermost([](Index) { return true; });
    }
    const std::vector<Index>& indices() const { return indices_; }

private:
    void take(Index i) {
        if (std::find(indices_.begin(), indices_.end(), i) == indices_.end()) indices_.push_back(i);
    }

    template <class Claim>
    void addOutermost(Claim&& counts) {
        for (int k = 0; k < kDirections; ++k) {
            const auto angle = static_cast<Real>(2 * EIGEN_PI * k / kDirections);
            const Eigen::Vector2d along(std::cos(angle), std::sin(angle));
            Index best = kNone;
            Real farthest = 0;
            for (const Index i : group_.members) {
                if (!counts(i)) continue;
                const Real position = along.dot(metres(i));
                if (best == kNone || position > farthest) farthest = position, best = i;
            }
            if (best != kNone) take(best);
        }
    }

    Eigen::Vector2d metres(Index i) const {
        const auto across = static_cast<Index>(shown_.view.pixels);
        const Index pixel = shown_.pieces[i].piece.pixel;
        return Eigen::Vector2d(pixel % across, pixel / across)
            .cwiseProduct(shown_.view.size.head<2>() / shown_.view.pixels);
    }

    const ProjectedPieces& shown_;
    const Group& group_;
    std::vector<Index> indices_;
};

Candidate candidateOf(const ProjectedPieces& shown, const SampledPiece& each, const Vec3& normal) {
    const Vec3 middle = shown.middleOf(each.piece), half = 0.5 * each.depth * normal;
    Candidate candidate;
    candidate.onA = middle + half;
    candidate.onB = middle - half;
    candidate.normal = normal;
    candidate.gap = each.depth;
    candidate.faceA = each.piece.faceA;
    candidate.faceB = each.piece.faceB;
    candidate.key = contactKey(FeaturePair::bodies, each.piece.faceA, each.piece.faceB);
    return candidate;
}

}  // namespace

std::vector<Candidate> sampledCandidates(const ProjectedPieces& shown, const SpeculativeMargin& margin) {
    std::vector<Index> order;
    for (Index i = 0; i < shown.pieces.size(); ++i) {
        if (shown.pieces[i].depth <= margin.farthestGap()) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) {
        const SampledPiece &one = shown.pieces[i], &other = shown.pieces[j];
        return std::pair(one.component, one.depth) < std::pair(other.component, other.depth);
    });
    std::vector<Candidate> candidates;
    const NormalGroups groups(shown);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        const Index component = shown.pieces[order[begin]].component;
        while (end < order.size() && shown.pieces[order[end]].component == component) ++end;
        for (const Group& group : groups.of(std::span(order).subspan(begin, end - begin))) {
            const Vec3 normal = group.sum.normalized();
            const Chosen chosen(shown, group, margin.restGap + margin.linearSlop);
            for (const Index i : chosen.indices()) {
                candidates.push_back(candidateOf(shown, shown.pieces[i], normal));
            }
        }
        begin = end;
    }
    return candidates;
}

}  // namespace ricochet::stencil
