#include "algorithms/sweep_and_prune/verlet_list.h"

#include <algorithm>
#include <utility>

namespace ricochet::sweep {
namespace {

constexpr int kLeastAge = 2;      // steps: lists that last less do not pay off
constexpr int kLongestWait = 64;  // steps

}  // namespace

void VerletList::list(const SortedCells& cells, std::span<OverlapFinder> finders, const Executor& executor) {
    parts_.resize(finders.size());
    const Index shares = static_cast<Index>(finders.size()) - 1;
    executor.run(shares + 1, [&](Index part) {
        BodyPairs& near = parts_[part];
        near.clear();
        if (part < shares) {
            const auto [first, last] = cells.share(part, shares);
            finders[part].listAmong(cells, first, last, near);
        } else {
            for (Index a = 0; a < CellPlan::kLayers; ++a) {
                for (Index b = a + 1; b < CellPlan::kLayers; ++b)
                    finders[part].listBetween(cells, b, a, near);
            }
        }
        trim(near);
    });
    escaped_.assign(shares, {});
    areListed_ = true;
    age_ = 0;
}

std::size_t VerletList::findEscaped(SortedCells& cells, const std::vector<Body>& bodies,
                                    const Executor& executor) {
    const Index shares = static_cast<Index>(escaped_.size());
    executor.run(shares, [&](Index share) {
        const auto [first, last] = cells.share(share, shares);
        escaped_[share].clear();
        cells.findEscaped(bodies, first, last, escaped_[share]);
    });
    std::size_t count = 0;
    for (const auto& share : escaped_) count += share.size();
    return count;
}

void VerletList::eraseEscaped(SortedCells& cells, std::vector<Body>& bodies) const {
    for (const auto& share : escaped_) {
        for (const Index body : share) cells.erase(std::exchange(bodies[body].entry, kNone));
    }
}

void VerletList::forget() {
    areListed_ = false;
    parts_ = {};
}

void VerletList::giveUp() {
    const bool haveLasted = areListed_ && age_ >= kLeastAge;
    wait_ = haveLasted ? 1 : std::min(2 * wait_, kLongestWait);
    stepsToWait_ = haveLasted ? 0 : wait_;
    areListed_ = false;
}

std::size_t VerletList::bytes() const {
    std::size_t bytes = 0;
    for (const BodyPairs& part : parts_) bytes += part.capacity() * sizeof(BodyPair);
    return bytes;
}

}  // namespace ricochet::sweep
