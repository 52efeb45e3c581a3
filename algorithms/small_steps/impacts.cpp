#include "algorithms/small_steps/impacts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ricochet::small_steps {
namespace {

constexpr int kSweeps = 60;                // of one pair's points
constexpr Real kConverged = 1e-9;          // greatest change of a speed in a sweep, in units of the approach
constexpr std::size_t kPassesPerPair = 4;  // bounds the work where bodies jam

}  // namespace

void Impacts::start(std::span<const SolverContact> contacts, Real threshold) {
    threshold_ = threshold;
    std::map<std::pair<Index, Index>, std::size_t> places;
    for (const SolverContact& contact : contacts) {
        if (contact.restitution > 0) places.try_emplace({contact.a, contact.b}, places.size());
    }
    pairs_.assign(places.size(), {});
    for (Index i = 0; i < contacts.size(); ++i) {
        const auto found = places.find({contacts[i].a, contacts[i].b});
        if (found == places.end()) continue;
        Pair& pair = pairs_[found->second];
        pair.a = contacts[i].a;
        pair.b = contacts[i].b;
        pair.contacts.push_back(i);
    }
}

void Impacts::noteApproach(std::span<const ContactRows> rows, std::span<const BodyState> bodies) {
    if (pairs_.empty()) return;
    kick_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        kick_[i] = rows[i].normal().speed(bodies[rows[i].a()], bodies[rows[i].b()]);
    }
}

void Impacts::resolve(std::span<ContactRows> rows, std::span<BodyState> bodies, Real h) {
    for (std::size_t i = 0; !pairs_.empty() && i < rows.size(); ++i) {
        kick_[i] -= rows[i].normal().speed(bodies[rows[i].a()], bodies[rows[i].b()]);
    }
    bool isAny = !pairs_.empty();
    for (std::size_t pass = 0; isAny && pass < kPassesPerPair * (pairs_.size() + 1); ++pass) {
        isAny = false;
        for (const Pair& pair : pairs_) isAny |= strike(pair, rows, bodies, h);
    }
}

bool Impacts::strike(const Pair& pair, std::span<ContactRows> rows, std::span<BodyState> bodies, Real h) {
    BodyState &a = bodies[pair.a], &b = bodies[pair.b];
    closing_.clear();
    approach_.clear();
    bool bounces = false;
    for (const Index i : pair.contacts) {
        const Real speed = rows[i].normal().speed(a, b);
        if (rows[i].normal().mass == 0 || rows[i].gap() + h * speed > kSlop * rows[i].contact().size)
            continue;
        closing_.push_back(i);
        approach_.push_back(-speed);
        bounces |= -speed > threshold_ && rows[i].contact().restitution > 0;
    }
    if (!bounces) return false;

    Outcome outcome = solved(rows, a, b, true);
    if (const Real whole = gain(rows, a, b, outcome); whole > 0) {
        // The energy is a quadratic function of the share: zero of it between the plastic impact and this
        // one.
        const Outcome plastic = solved(rows, a, b, false);
        const auto between = [&](Real share) {
            Outcome mixed = plastic;
            for (std::size_t k = 0; k < closing_.size(); ++k) {
                mixed.normal[k] += share * (outcome.normal[k] - plastic.normal[k]);
                mixed.friction[k] += share * (outcome.friction[k] - plastic.friction[k]);
            }
            mixed.linearA += share * (outcome.linearA - plastic.linearA);
            mixed.angularA += share * (outcome.angularA - plastic.angularA);
            mixed.linearB += share * (outcome.linearB - plastic.linearB);
            mixed.angularB += share * (outcome.angularB - plastic.angularB);
            return mixed;
        };
        const Real none = std::min(gain(rows, a, b, plastic), Real{0});
        const Real half = gain(rows, a, b, between(0.5));
        const Real square = 2 * (whole + none - 2 * half), slope = whole - none - square;
        const Real root = std::sqrt(std::max(slope * slope - 4 * square * none, Real{0}));
        const Real share = slope + root > 0 ? -2 * none / (slope + root) : 0;
        outcome = between(std::clamp(share, Real{0}, Real{1}));
    }

    for (std::size_t k = 0; k < closing_.size(); ++k) {
        ContactRows& row = rows[closing_[k]];
        row.addImpact(outcome.normal[k], outcome.friction[k][0] * row.tangent(0).direction +
                                             outcome.friction[k][1] * row.tangent(1).direction);
    }
    a.linear = outcome.linearA;
    a.angular = outcome.angularA;
    b.linear = outcome.linearB;
    b.angular = outcome.angularB;
    return true;
}

/// Sweeps over the closing points of two bodies alone. `bounces`: with restitution.
Impacts::Outcome Impacts::solved(std::span<const ContactRows> rows, BodyState a, BodyState b,
                                 bool bounces) const {
    Outcome outcome;
    outcome.normal.assign(closing_.size(), 0);
    outcome.friction.assign(closing_.size(), Vec2::Zero());
    const Real fastest = *std::ranges::max_element(approach_);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        Real greatest = 0;
        for (std::size_t k = 0; k < closing_.size(); ++k) {
            const ContactRows& contact = rows[closing_[k]];
            const Row normal = contact.normal();
            const bool isElastic = bounces && approach_[k] > threshold_;
            const Real restitution = contact.contact().restitution;
            const Real target = isElastic ? restitution * (approach_[k] - kick_[closing_[k]]) : 0;
            const Real speed = normal.speed(a, b);
            const Real next = std::max(outcome.normal[k] + normal.mass * (target - speed), Real{0});
            greatest = std::max(greatest, std::abs(next - outcome.normal[k]) / normal.mass);
            normal.push(a, b, next - outcome.normal[k]);
            outcome.normal[k] = next;

            Vec2 friction;
            for (int i = 0; i < 2; ++i) {
                const Row tangent = contact.tangent(i);
                friction[i] = outcome.friction[k][i] - tangent.mass * tangent.speed(a, b);
            }
            const Real limit = contact.contact().friction * next, length = friction.norm();
            if (length > limit) friction *= limit / length;
            for (int i = 0; i < 2; ++i) contact.tangent(i).push(a, b, friction[i] - outcome.friction[k][i]);
            outcome.friction[k] = friction;
        }
        if (greatest <= kConverged * fastest) break;
    }
    outcome.linearA = a.linear;
    outcome.angularA = a.angular;
    outcome.linearB = b.linear;
    outcome.angularB = b.angular;
    return outcome;
}

/// J: by how much the impulses change the kinetic energy of the two bodies.
Real Impacts::gain(std::span<const ContactRows> rows, const BodyState& a, const BodyState& b,
                   const Outcome& outcome) const {
    BodyState afterA = a, afterB = b;
    afterA.linear = outcome.linearA;
    afterA.angular = outcome.angularA;
    afterB.linear = outcome.linearB;
    afterB.angular = outcome.angularB;
    Real sum = 0;
    for (std::size_t k = 0; k < closing_.size(); ++k) {
        const ContactRows& row = rows[closing_[k]];
        const auto work = [&](const Row& along, Real impulse) {
            return impulse * (along.speed(a, b) + along.speed(afterA, afterB)) / 2;
        };
        sum += work(row.normal(), outcome.normal[k]);
        for (int i = 0; i < 2; ++i) sum += work(row.tangent(i), outcome.friction[k][i]);
    }
    return sum;
}

}  // namespace ricochet::small_steps
