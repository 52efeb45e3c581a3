#include "algorithms/small_steps/contact_groups.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/small_steps/contact_groups.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::small_steps::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMostLanes = 4;
using Tag = hn::CappedTag<Real, kMostLanes>;
using Lane = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

/// Contacts of a group, as many as a register has lanes, and their bodies' velocities. No fused
/// multiply-add: every instruction set gives the same bits.
class Contacts {
public:
    Contacts(const ContactGroup& group, std::size_t first, Real* velocities)
        : group_(group), first_(first), velocities_(velocities) {
        read(group.velocityA, a_);
        read(group.velocityB, b_);
    }
    void write() const {
        write(a_, group_.velocityA);
        write(b_, group_.velocityB);
    }

    Lane load(const ContactGroup::Lanes& lanes) const { return hn::LoadU(Tag(), lanes + first_); }
    Lane speed(int row) const {
        const ContactGroup::Row& r = group_.rows[row];
        const Lane moved[3] = {hn::Sub(a_[0], b_[0]), hn::Sub(a_[1], b_[1]), hn::Sub(a_[2], b_[2])};
        return hn::Sub(hn::Add(dot(r.direction, moved), dot(r.momentA, a_ + 3)), dot(r.momentB, b_ + 3));
    }
    void push(int row, Lane impulse) {
        const ContactGroup::Row& r = group_.rows[row];
        for (int i = 0; i < 3; ++i) {
            const Lane along = hn::Mul(impulse, load(r.direction[i]));
            a_[i] = hn::Add(a_[i], hn::Mul(along, load(group_.inverseMassA[i])));
            b_[i] = hn::Sub(b_[i], hn::Mul(along, load(group_.inverseMassB[i])));
            a_[3 + i] = hn::Add(a_[3 + i], hn::Mul(impulse, load(r.angularA[i])));
            b_[3 + i] = hn::Sub(b_[3 + i], hn::Mul(impulse, load(r.angularB[i])));
        }
    }

private:
    /// Linear and angular velocities: three coordinates and an unused one, of each lane.
    using Staged = Real[2][4 * kMostLanes];

    void read(const std::int64_t* places, Lane* velocity) const {
        alignas(64) Staged staged;
        for (std::size_t i = 0; i < hn::Lanes(Tag()); ++i) {
            const Real* from = velocities_ + places[first_ + i];
            std::memcpy(staged[0] + 4 * i, from, 4 * sizeof(Real));
            std::memcpy(staged[1] + 4 * i, from + 4, 4 * sizeof(Real));
        }
        Lane unused;
        for (int i = 0; i < 2; ++i) {
            Lane* v = velocity + 3 * i;
            hn::LoadInterleaved4(Tag(), staged[i], v[0], v[1], v[2], unused);
        }
    }
    void write(const Lane* velocity, const std::int64_t* places) const {
        alignas(64) Staged staged;
        for (int i = 0; i < 2; ++i) {
            const Lane* v = velocity + 3 * i;
            hn::StoreInterleaved4(v[0], v[1], v[2], hn::Zero(Tag()), Tag(), staged[i]);
        }
        for (std::size_t i = 0; i < hn::Lanes(Tag()); ++i) {
            Real* to = velocities_ + places[first_ + i];
            std::memcpy(to, staged[0] + 4 * i, 4 * sizeof(Real));
            std::memcpy(to + 4, staged[1] + 4 * i, 4 * sizeof(Real));
        }
    }
    Lane dot(const ContactGroup::Lanes (&vector)[3], const Lane* other) const {
        const Lane x = hn::Mul(load(vector[0]), other[0]), y = hn::Mul(load(vector[1]), other[1]);
        return hn::Add(hn::Add(x, y), hn::Mul(load(vector[2]), other[2]));
    }

    const ContactGroup& group_;
    std::size_t first_;
    Real* velocities_;
    Lane a_[6], b_[6];  // linear and angular velocities
};

void WarmStart(std::span<const ContactGroup> groups, Real* velocities) {
    for (const ContactGroup& group : groups) {
        for (std::size_t first = 0; first < ContactGroup::kLanes; first += hn::Lanes(Tag())) {
            const Lane normal = hn::LoadU(Tag(), group.impulse[0] + first);
            if (hn::AllTrue(Tag(), hn::Eq(normal, hn::Zero(Tag())))) continue;
            Contacts contacts(group, first, velocities);
            for (int row = 0; row < 3; ++row) contacts.push(row, contacts.load(group.impulse[row]));
            contacts.write();
        }
    }
}

/// Both tangents at once, limited by Coulomb's cone, which the rows' scales make elliptic. The impulse
/// against slip would be askew with masses that are as different as the scales: hence the sliding mass.
void SolveFriction(ContactGroup& group, std::size_t first, Lane normalImpulse, Mask acts,
                   Contacts& contacts) {
    const Tag d;
    const Lane limit = hn::Mul(contacts.load(group.friction), normalImpulse);
    const Lane square = hn::Mul(limit, limit);
    Lane before[2], slip[2], next[2];
    const auto isBeyond = [&] {
        return hn::Gt(hn::Add(hn::Mul(next[0], next[0]), hn::Mul(next[1], next[1])), square);
    };
    for (int i = 0; i < 2; ++i) {
        const ContactGroup::Row& row = group.rows[1 + i];
        before[i] = contacts.load(group.impulse[1 + i]);
        slip[i] = hn::Sub(contacts.speed(1 + i), contacts.load(row.target));
        next[i] = hn::Sub(before[i], hn::Mul(contacts.load(row.mass), slip[i]));
    }
    const Mask slides = isBeyond();
    for (int i = 0; i < 2; ++i) {
        const Lane mass = contacts.load(group.slidingMass[i]);
        next[i] = hn::IfThenElse(slides, hn::Sub(before[i], hn::Mul(mass, slip[i])), next[i]);
    }
    const Mask isOutside = isBeyond();
    const Lane length = hn::Sqrt(hn::Add(hn::Mul(next[0], next[0]), hn::Mul(next[1], next[1])));
    const Lane scale = hn::Div(limit, hn::IfThenElse(isOutside, length, hn::Set(d, 1)));
    for (int i = 0; i < 2; ++i) {
        next[i] = hn::IfThenElse(isOutside, hn::Mul(next[i], scale), next[i]);
        next[i] = hn::IfThenElse(acts, next[i], before[i]);
        contacts.push(1 + i, hn::Sub(next[i], before[i]));
        hn::StoreU(next[i], d, group.impulse[1 + i] + first);
    }
}

/// `lanes`: a bit for each contact that acts.
HWY_INLINE void SolveGroup(ContactGroup& group, const ContactGroup::Response& response, unsigned lanes,
                           Real* velocities) {
    const Tag d;
    for (std::size_t first = 0; first < ContactGroup::kLanes; first += hn::Lanes(d)) {
        const std::uint8_t bits[8] = {static_cast<std::uint8_t>(lanes >> first)};
        const Lane mass = hn::LoadU(d, response.mass + first);
        const Mask acts = hn::And(hn::LoadMaskBits(d, bits), hn::Gt(mass, hn::Zero(d)));
        if (hn::AllFalse(d, acts)) continue;
        Contacts contacts(group, first, velocities);
        const Lane before = contacts.load(group.impulse[0]);
        const Lane shifted = hn::Add(contacts.speed(0), contacts.load(response.offset));
        const Lane speed =
            hn::Min(hn::Max(shifted, contacts.load(response.least)), contacts.load(response.most));
        const Lane less = hn::Add(hn::Mul(mass, speed), hn::Mul(contacts.load(response.share), before));
        const Lane next = hn::IfThenElse(acts, hn::Max(hn::Sub(before, less), hn::Zero(d)), before);
        if (hn::AllTrue(d, hn::Eq(hn::Add(next, before), hn::Zero(d)))) continue;
        contacts.push(0, hn::Sub(next, before));
        hn::StoreU(next, d, group.impulse[0] + first);
        SolveFriction(group, first, next, acts, contacts);
        contacts.write();
    }
}

/// `lanes`: of each group, a bit for each contact that acts.
void Solve(std::span<ContactGroup> groups, Sweep sweep, const std::uint8_t* lanes, Real* velocities) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (lanes[i] != 0) SolveGroup(groups[i], groups[i].response(sweep), lanes[i], velocities);
    }
}

}  // namespace ricochet::small_steps::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::small_steps {

HWY_EXPORT(WarmStart);
HWY_EXPORT(Solve);

namespace {

static_assert(sizeof(Velocity) == 8 * sizeof(Real) && sizeof(BodyState) % sizeof(Real) == 0,
              "velocities are read as one array of numbers");

Real* velocities(std::span<BodyState> bodies) { return bodies.front().linear.data(); }

std::int64_t velocityPlace(std::size_t body) {
    return static_cast<std::int64_t>(body * (sizeof(BodyState) / sizeof(Real)));
}

/// Gives each contact the first of the last 64 groups that has a lane left and no contact that moves one of
/// its bodies.
class Colouring {
public:
    /// `groupsOf`: scratch memory.
    Colouring(std::span<const BodyState> bodies, std::vector<std::uint64_t>& groupsOf)
        : bodies_(bodies), groupsOf_(groupsOf) {
        groupsOf_.assign(bodies.size(), 0);
    }

    /// Eight times the contact's group, and its lane.
    Index place(const SolverContact& contact) {
        std::uint64_t free = open_ & ~(taken(contact.a) | taken(contact.b));
        if (free == 0) free = openGroup();
        const auto group = static_cast<Index>(std::countr_zero(free));
        const Index place = ContactGroup::kLanes * (first_ + group) + sizes_[group]++;
        if (sizes_[group] == ContactGroup::kLanes) open_ &= ~(std::uint64_t{1} << group);
        for (const Index body : {contact.a, contact.b}) {
            if (bodies_[body].isMovable) groupsOf_[body] |= std::uint64_t{1} << group;
        }
        return place;
    }
    std::size_t groups() const { return first_ + count_; }

private:
    std::uint64_t taken(Index body) const { return bodies_[body].isMovable ? groupsOf_[body] : 0; }
    /// Its bit.
    std::uint64_t openGroup() {
        if (count_ == kGroups) {
            first_ += kGroups;
            count_ = 0;
            open_ = 0;
            std::ranges::fill(groupsOf_, 0);
        }
        sizes_[count_] = 0;
        const std::uint64_t bit = std::uint64_t{1} << count_++;
        open_ |= bit;
        return bit;
    }

    static constexpr Index kGroups = 64;
    std::span<const BodyState> bodies_;
    std::vector<std::uint64_t>& groupsOf_;  ///< of each body: a bit for each group in which it moves
    std::uint64_t open_ = 0;                ///< a bit for each group that has a lane left
    Index count_ = 0;                       ///< of the groups
    Index first_ = 0;                       ///< group
    Index sizes_[kGroups] = {};
};

}  // namespace

void ContactGroups::start(std::span<const SolverContact> contacts, std::span<const BodyState> bodies) {
    Colouring colouring(bodies, groupsOf_);
    places_.resize(contacts.size());
    for (const bool isLoaded : {true, false}) {
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            if ((contacts[i].normalImpulse > 0) == isLoaded) places_[i] = colouring.place(contacts[i]);
        }
    }
    groups_.assign(colouring.groups(), {});
    order_.resize(contacts.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    std::ranges::sort(order_, {}, [&](Index i) { return places_[i]; });
    for (auto* bits : {&isSwept_, &isLoaded_, &lanes_}) bits->assign(groups_.size(), 0);
    for (ContactGroup& group : groups_) {
        std::ranges::fill(group.velocityA, velocityPlace(bodies.size() - 1));
        std::ranges::fill(group.velocityB, velocityPlace(bodies.size() - 1));
    }
    for (Index i = 0; i < contacts.size(); ++i) {
        const ContactLane at = lane(i);
        const SolverContact& contact = contacts[i];
        at.group->velocityA[at.lane] = velocityPlace(contact.a);
        at.group->velocityB[at.lane] = velocityPlace(contact.b);
        at.set(at.group->inverseMassA, bodies[contact.a].inverseMass);
        at.set(at.group->inverseMassB, bodies[contact.b].inverseMass);
        leaveOut(i, false);
    }
}

void ContactGroups::leaveOut(Index contact, bool isLeftOut) {
    std::uint8_t& lanes = isSwept_[places_[contact] / ContactGroup::kLanes];
    const auto bit = static_cast<std::uint8_t>(1u << places_[contact] % ContactGroup::kLanes);
    lanes = static_cast<std::uint8_t>(isLeftOut ? lanes & ~bit : lanes | bit);
}

void ContactGroups::warmStart(std::span<BodyState> bodies) const {
    HWY_DYNAMIC_DISPATCH(WarmStart)(groups_, velocities(bodies));
}

void ContactGroups::noteLoads() {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        unsigned lanes = 0;
        for (std::size_t lane = 0; lane < ContactGroup::kLanes; ++lane) {
            lanes |= unsigned{groups_[i].impulse[0][lane] > 0} << lane;
        }
        isLoaded_[i] = static_cast<std::uint8_t>(lanes);
    }
}

void ContactGroups::sweep(Sweep sweep, std::span<BodyState> bodies) {
    for (const unsigned others : {0u, ~0u}) {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            lanes_[i] = static_cast<std::uint8_t>(isSwept_[i] & (isLoaded_[i] ^ others));
        }
        HWY_DYNAMIC_DISPATCH(Solve)(groups_, sweep, lanes_.data(), velocities(bodies));
    }
}

}  // namespace ricochet::small_steps
#endif
