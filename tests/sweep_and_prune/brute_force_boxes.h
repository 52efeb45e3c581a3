#pragma once

#include "algorithms/sweep_and_prune/broad_phase.h"

#include <map>
#include <set>

namespace ricochet::test {

/// The oracle: every box against every other.
class BruteForceBoxes {
public:
    void set(Index body, const SweepBox& box) { boxes_[body] = box; }
    void erase(Index body) { boxes_.erase(body); }

    BodyPairs pairs() const {
        BodyPairs pairs;
        for (auto a = boxes_.begin(); a != boxes_.end(); ++a) {
            for (auto b = std::next(a); b != boxes_.end(); ++b) {
                if (sweep::overlaps(a->second, b->second)) pairs.push_back({a->first, b->first});
            }
        }
        return pairs;
    }
    std::set<Index> hitBy(const SweepRay& ray) const {
        return those([&, inverse = sweep::reciprocal(ray.direction)](const SweepBox& box) {
            return sweep::hits(ray, inverse, sweep::cleaned(box));
        });
    }
    std::set<Index> overlapping(const SweepBox& query) const {
        return those([&](const SweepBox& box) { return sweep::overlaps(box, query); });
    }
    const std::map<Index, SweepBox>& boxes() const { return boxes_; }

private:
    template <class Claim>
    std::set<Index> those(Claim&& isMeant) const {
        std::set<Index> bodies;
        for (const auto& [body, box] : boxes_) {
            if (isMeant(box)) bodies.insert(body);
        }
        return bodies;
    }

    std::map<Index, SweepBox> boxes_;
};

}  // namespace ricochet::test
