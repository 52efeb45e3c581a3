#include "algorithms/contact/manifold/passing_points.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet {
namespace {

class Passing {
public:
    Passing(std::span<const Candidate> candidates, const PairInput& input, const SpeculativeMargin& margin,
            Index maxPatches, ScratchVector<ChosenPatch>& patches)
        : candidates_(candidates),
          input_(input),
          margin_(margin),
          maxPatches_(maxPatches),
          patches_(patches),
          isChosen_(candidates.size()),
          members_(patches.size()) {
        for (const ChosenPatch& patch : patches) {
            for (const Index i : patch) isChosen_[i] = true;
        }
        for (Index i = 0; i < candidates.size(); ++i) {
            const auto nearest = std::ranges::max_element(
                patches, {}, [&](const ChosenPatch& p) { return p.normal.dot(candidates[i].normal); });
            members_[static_cast<std::size_t>(nearest - patches.begin())].push_back(i);
        }
    }

    void run() {
        addBoundary();
        const Real rotation = input_.step.timeStep * (input_.a.motion.angularVelocity.norm() +
                                                      input_.b.motion.angularVelocity.norm());
        const int parts = static_cast<int>(
            std::min(std::ceil(rotation / kTolerances.passingRotation), Real{kTolerances.mostRotationParts}));
        for (int part = 1; rotation > kTolerances.passingRotation / 2 && part <= parts; ++part) {
            const Real time = input_.step.timeStep * part / parts;
            const Matrix3 rotationOfA = rotationAfter(input_.a.motion, time),
                          rotationOfB = rotationAfter(input_.b.motion, time);
            for (std::size_t k = 0; k < members_.size(); ++k) addLowest(k, rotationOfA, rotationOfB);
        }
    }

private:
    /// Four points leave out parts of a patch's boundary, over which a body may rock within the step if it
    /// falls by a good part of its size in that time. So it gets the outermost points in many directions.
    void addBoundary() {
        const Real h = input_.step.timeStep;
        const Real fall = h * h * std::max(input_.a.motion.gravity.norm(), input_.b.motion.gravity.norm());
        if (fall * kTolerances.linearSlop < kTolerances.rockingFall * margin_.linearSlop) return;
        for (std::size_t k = 0; k < members_.size(); ++k) {
            const Vec3 normal = patches_[k].normal, first = normal.unitOrthogonal(),
                       second = normal.cross(first);
            for (int i = 0; i < kTolerances.boundaryPoints; ++i) {
                const Real angle = 2 * std::numbers::pi_v<Real> * i / kTolerances.boundaryPoints;
                addOutermost(k, std::cos(angle) * first + std::sin(angle) * second, fall);
            }
        }
    }

    void addOutermost(std::size_t patch, const Vec3& direction, Real farthestGap) {
        Index outermost = kNone;
        Real extent = -std::numeric_limits<Real>::infinity();
        for (const Index i : members_[patch]) {
            if (candidates_[i].gap - margin_.restGap > farthestGap) continue;
            const Real here = direction.dot(candidates_[i].onA);
            if (here > extent) extent = here, outermost = i;
        }
        if (outermost != kNone && !isChosen_[outermost]) add(outermost, patches_[patch].normal);
    }

    /// The lowest ones after the bodies have rotated so far.
    void addLowest(std::size_t patch, const Matrix3& rotationOfA, const Matrix3& rotationOfB) {
        const Vec3 normal = patches_[patch].normal;
        heights_.clear();
        Real lowest = std::numeric_limits<Real>::infinity();
        for (const Index i : members_[patch]) {
            const Candidate& c = candidates_[i];
            const Vec3 armA = c.onA - input_.a.motion.centre, armB = c.onB - input_.b.motion.centre;
            const Vec3 moved = rotationOfA * armA - armA - rotationOfB * armB + armB;
            heights_.push_back(c.gap + normal.dot(moved));
            lowest = std::min(lowest, heights_.back());
        }
        level_.clear();
        for (std::size_t m = 0; m < heights_.size(); ++m) {
            if (heights_[m] <= lowest + kTolerances.flush * margin_.linearSlop)
                level_.push_back(members_[patch][m]);
        }
        // Those that are chosen already come first, and often suffice.
        std::stable_partition(level_.begin(), level_.end(), [&](Index i) { return isChosen_[i]; });
        for (const Index i : spreadPoints(level_, normal, candidates_, isChosen_, margin_)) {
            if (!isChosen_[i]) add(i, normal);
        }
    }

    void add(Index candidate, const Vec3& normal) {
        ChosenPatch* room = nullptr;
        for (ChosenPatch& patch : patches_) {
            if (patch.normal == normal && patch.size() < kPointsPerPatch) room = &patch;
        }
        if (!room && patches_.size() >= maxPatches_) return;
        isChosen_[candidate] = true;
        if (room) {
            room->push_back(candidate);
        } else {
            patches_.emplace_back(normal, std::span(&candidate, 1));
        }
    }

    std::span<const Candidate> candidates_;
    const PairInput& input_;
    const SpeculativeMargin& margin_;
    const Index maxPatches_;
    ScratchVector<ChosenPatch>& patches_;
    ScratchVector<bool> isChosen_;
    ScratchVector<ScratchVector<Index>> members_;  ///< of each patch
    ScratchVector<Real> heights_;  ///< metres: of a patch's members at a time, from a common level
    ScratchVector<Index> level_;   ///< the lowest of them
};

}  // namespace

void addPassingPoints(std::span<const Candidate> candidates, const PairInput& input,
                      const SpeculativeMargin& margin, Index maxPatches,
                      ScratchVector<ChosenPatch>& patches) {
    std::size_t count = 0;
    for (const ChosenPatch& patch : patches) count += patch.size();
    if (count < candidates.size()) Passing(candidates, input, margin, maxPatches, patches).run();
}

}  // namespace ricochet
