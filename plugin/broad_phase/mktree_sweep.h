#pragma once

#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "plugin/broad_phase/static_boxes.h"

#include <memory>
#include <vector>

namespace ricochet {

/// A broad phase whose static bodies are in an MKtree, and whose moving bodies are in a sweep and prune. A
/// static body whose box has changed a few times, such as a kinematic platform, is a moving one from then on.
class MkTreeSweep final : public BroadPhase {
public:
    MkTreeSweep(const SweepSettings& moving, const mktree::BoxTreeSettings& standing);

    Index insert(const SweepBox& box) override;
    Index insertStatic(const SweepBox& box) override;
    void update(Index body, const SweepBox& box) override;
    void remove(Index body, BodyPairs* lost) override;
    void forgetPairs(Index body, BodyPairs* lost) override;
    const PairChanges& step() override;
    BodyPairs pairs() const override;
    void rayCast(const SweepRay& ray, const BodyVisitor& visit) const override;
    void overlap(const SweepBox& box, const BodyVisitor& visit) const override;
    std::vector<SweepBox> cells() const override;
    std::size_t bytes() const override;

private:
    static constexpr Index kNone = ~Index{0};

    struct Body {
        SweepBox box = sweep::kEmpty;
        Index inMoving = kNone;  ///< its number there; kNone: it is static, or gone
        bool isChanged = false;  ///< the next step compares it with static bodies
        int changes = 0;         ///< of a static body's box
        /// With which it has a pair of which one body or both are static, as of the last step.
        std::vector<Index> partners = {};

        bool isStatic() const { return inMoving == kNone; }
    };

    Index newBody(const SweepBox& box);
    void startMoving(Index body, const SweepBox& box);
    void noteChange(Index body);
    void dropPartners(Index body, BodyPairs* lost);
    void takeTransferred(Index body, BodyPairs* lost);
    void findPartners(Index body);
    void setPartners(Index body);
    BodyPairs toOwnNumbers(const BodyPairs& pairs) const;

    std::unique_ptr<BroadPhase> moving_;
    StaticBoxes static_;
    std::vector<Body> bodies_;
    std::vector<Index> free_;
    std::vector<Index> ownNumber_;  ///< by number in moving_
    std::vector<Index> changed_;    ///< those that are, and some that no longer are
    /// Pairs of the last step whose static body has begun to move since: the sweep finds them again.
    BodyPairs transferred_;
    std::vector<Index> found_;  ///< while a step compares a body
    PairChanges changes_;
};

}  // namespace ricochet
