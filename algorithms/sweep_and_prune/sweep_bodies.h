#pragma once

#include "algorithms/geometry/builtins.h"
#include "algorithms/sweep_and_prune/bodies.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>
#include <vector>

namespace ricochet::sweep {

/// The bodies of a sweep by their numbers, and which of them have moved since the last step. A number is used
/// again once its body is gone. Boxes are stored as `cleaned` leaves them.
class SweepBodies {
public:
    SweepBodies();

    /// A new body, of which the next step must take notice.
    Index insert(const SweepBox& box);
    /// Takes notice only of another box.
    void update(Index body, const SweepBox& box) {
        Body& moved = bodies_[body];
        assert(moved.isAlive);
        const SweepBox now = cleaned(box);
        if (std::memcmp(&now, &moved.now, sizeof(now)) == 0) return;
        moved.now = now;
        if (!moved.isMoved) noteMoved(body);
    }
    /// The body is gone, and lies in no cells any more.
    void remove(Index body);
    /// The next step finds the body as if it were new.
    void forgetLast(Index body);

    /// A step begins: bodies that are gone count as moved no longer.
    void forgetRemoved();
    /// The step has looked at all that moved: their present boxes are now their last ones.
    void commit();
    /// Call it once per step: whether the list of bodies has not grown for a while, but did before.
    bool hasJustCalmedDown();
    void trimLists();

    std::size_t aliveCount() const { return alive_; }
    /// Since the last step; between steps it may name the dead.
    std::span<const Index> moved() const { return moved_; }
    /// How many of those lie in no cells yet.
    std::size_t newCount() const;
    void prefetchMoved(std::size_t place) const {
        if (place < moved_.size()) prefetchLine(&bodies_[moved_[place]]);
    }

    Body& operator[](Index body) { return bodies_[body]; }
    const Body& operator[](Index body) const { return bodies_[body]; }
    /// The dead are among them.
    std::vector<Body>& all() { return bodies_; }
    const std::vector<Body>& all() const { return bodies_; }
    Index size() const { return static_cast<Index>(bodies_.size()); }
    std::size_t bytes() const;

private:
    Index takeNumber();
    void noteMoved(Index body);

    std::vector<Body> bodies_;
    std::vector<Index> free_, moved_;
    std::size_t alive_ = 0;
    int stepsSinceGrowth_ = 0;  ///< of the list of bodies
};

}  // namespace ricochet::sweep
