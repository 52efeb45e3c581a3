#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"
#include "algorithms/sweep_and_prune/sweep_ray.h"

#include <compare>
#include <functional>
#include <span>
#include <vector>

namespace ricochet {

/// Two bodies whose boxes overlap; a < b.
struct BodyPair {
    Index a, b;
    auto operator<=>(const BodyPair&) const = default;
};
using BodyPairs = std::vector<BodyPair>;

/// What has changed since the step before, each list in ascending order.
struct PairChanges {
    BodyPairs added, removed;
};

/// Receives each body that a query finds, once.
using BodyVisitor = std::function<void(Index body)>;

/// Finds which of many boxes overlap. Bodies are small numbers, reused after a body is removed.
/// A box with a bound that is not a number overlaps nothing.
/// The queries are const and may run in parallel and inside one another, but not concurrently with other
/// calls.
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// The next step finds its pairs, together with those of all other bodies added since the last step.
    virtual Index insert(const SweepBox& box) = 0;
    /// The same for a body that is expected to stand still: some broad phases store it apart.
    virtual Index insertStatic(const SweepBox& box) { return insert(box); }
    virtual void update(Index body, const SweepBox& box) = 0;
    /// Appends to `lost` the pairs that the body had after the last step; no later step reports them. Null:
    /// the caller does not need them.
    virtual void remove(Index body, BodyPairs* lost) = 0;
    /// Appends the body's pairs to `lost`, as `remove` does; the next step reports those that it finds as
    /// added.
    virtual void forgetPairs(Index body, BodyPairs* lost) = 0;

    /// Updates the pairs. The result is valid until the next call, and the same for any number of threads.
    virtual const PairChanges& step() = 0;

    /// Those of the last step, in ascending order.
    virtual BodyPairs pairs() const = 0;
    /// Every body whose present box overlaps the query, in no particular order.
    virtual void rayCast(const SweepRay& ray, const BodyVisitor& visit) const = 0;
    virtual void overlap(const SweepBox& box, const BodyVisitor& visit) const = 0;

    /// For pictures: boxes around what it has in each of its cells, or leaves. Empty without any.
    virtual std::vector<SweepBox> cells() const { return {}; }

    /// Memory used, in bytes.
    virtual std::size_t bytes() const = 0;
};

}  // namespace ricochet
