#include "algorithms/mktree/moving_world.h"

#include <algorithm>
#include <cmath>

namespace ricochet::mktree {
namespace {

constexpr std::size_t kMostScrews = 1'000'000;
constexpr Real kOverlap = 1e-9;  // of a piece: so that no contact between two pieces is missed

/// Radius of the placed body's bounding sphere.
Real placedRadius(const MovingBody& body, const Pose& pose) {
    return body.nodes[0].radius * pose.rotation.norm() / std::sqrt(Real(3)) * (1 + 1e-6);
}

class Series {
public:
    Series(const MkTree& tree, const MovingBody& body, const RigidMotion& a, const RigidMotion& b,
           const MovingWorldSettings& settings, MethodCounters* counters)
        : tree_(tree),
          body_(body),
          a_(a),
          b_(b),
          settings_(settings),
          counters_(counters),
          radius_((transformPoint(a.poseAt0, body.nodes[0].centre) - a.centre).norm() +
                  placedRadius(body, a.poseAt0)) {}

    /// Searches pieces in order of time, until there is a contact.
    Result<void> search(Real begin, Real end) {
        const Real length = end - begin;
        const RelativeScrew piece = relativeScrew(part(a_, begin, end + kOverlap * length),
                                                  part(b_, begin, end + kOverlap * length), radius_);
        if (!(piece.deviation <= settings_.tolerance)) {
            const Real middle = 0.5 * (begin + end);
            if (found_.screws > kMostScrews || middle <= begin || middle >= end) {
                return tl::unexpected(std::string("the tolerance requires more than a million screws"));
            }
            const auto good = search(begin, middle);
            return good && !found_.first ? search(middle, end) : good;
        }
        ++found_.screws;
        found_.deviation = std::max(found_.deviation, piece.deviation);
        auto first = predictBy(*settings_.method, tree_, body_, piece.poseAt0, piece.screw, 1, counters_);
        if (!first) return tl::unexpected(first.error());
        if (*first) take(**first, begin, (1 + kOverlap) * length);
        return {};
    }

    MovingWorldPrediction found() const { return found_; }

private:
    void take(Prediction first, Real begin, Real length) {
        first.contact.time = begin + length * first.contact.time;
        first.startsInContact &= begin == 0;
        found_.first = first;
    }

    const MkTree& tree_;
    const MovingBody& body_;
    const RigidMotion &a_, &b_;
    const MovingWorldSettings& settings_;
    MethodCounters* counters_;
    Real radius_;
    MovingWorldPrediction found_;
};

Result<void> check(const RigidMotion& motion, Real end) {
    return checkMotion(motion.poseAt0, {motion.centre, motion.axis, motion.angle, motion.translation.norm()},
                       end);
}

}  // namespace

Result<MovingWorldPrediction> predictInMovingWorld(const MkTree& tree, const MovingBody& body,
                                                   const RigidMotion& bodyMotion,
                                                   const RigidMotion& worldMotion,
                                                   const MovingWorldSettings& settings,
                                                   MethodCounters* counters) {
    for (const RigidMotion* motion : {&bodyMotion, &worldMotion}) {
        if (const auto good = check(*motion, settings.end); !good) return tl::unexpected(good.error());
    }
    if (!(settings.tolerance > 0)) return tl::unexpected(std::string("the tolerance is not above zero"));
    Series series(tree, body, bodyMotion, worldMotion, settings, counters);
    const auto good = series.search(0, std::min(settings.end, Real(1)));
    if (!good) return tl::unexpected(good.error());
    MovingWorldPrediction found = series.found();
    if (found.first && found.first->contact.time > settings.end) found.first.reset();
    return found;
}

}  // namespace ricochet::mktree
