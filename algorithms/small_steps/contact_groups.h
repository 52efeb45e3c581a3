#pragma once

#include "algorithms/small_steps/body_state.h"
#include "algorithms/small_steps/softness.h"
#include "algorithms/small_steps/solver_contact.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ricochet::small_steps {

/// How a normal impulse changes in a sweep: by -mass (clamp(speed + offset, least, most)), less a share of
/// itself.
struct NormalResponse {
    static constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
    Real offset = 0, least = -kInfinity, most = kInfinity;  ///< m/s
    Real mass = 0;                                          ///< kg
    Real share = 0;
};

/// Eight contacts, no two of which move the same body, so that they are solved at once. Arrays are indexed by
/// axis, then by contact; none crosses a line of the processor's cache.
struct alignas(64) ContactGroup {
    static constexpr Index kLanes = 8;
    using Lanes = Real[kLanes];

    /// The directions of impulses on A, with the opposite ones on B, and how the bodies answer to them.
    struct Row {
        Lanes direction[3] = {};
        Lanes momentA[3] = {}, momentB[3] = {};    ///< arm × direction
        Lanes angularA[3] = {}, angularB[3] = {};  ///< rad/s by a unit impulse, of A and of B
        Lanes mass = {};                           ///< kg: effective; 0: it cannot act
        Lanes target = {};                         ///< m/s: speed without friction; zero for normals
    };
    /// As NormalResponse.
    struct Response {
        Lanes offset = {}, least = {}, most = {}, mass = {}, share = {};
    };

    Row rows[3];                ///< the normal and two tangents
    Response soft, relaxing;    ///< of the normal, in the sweeps
    Lanes slidingMass[2] = {};  ///< kg: of the tangents, beyond the limit of friction
    Lanes friction = {};        ///< coefficient
    Lanes impulse[3] = {};      ///< N s: along the rows
    Lanes inverseMassA[3] = {}, inverseMassB[3] = {};
    std::int64_t velocityA[kLanes], velocityB[kLanes];  ///< places of the bodies' velocities

    Response& response(Sweep sweep) { return sweep == Sweep::soft ? soft : relaxing; }
};

/// The place of a contact.
struct ContactLane {
    ContactGroup* group = nullptr;
    std::size_t lane = 0;

    Real& operator()(ContactGroup::Lanes& lanes) const { return lanes[lane]; }
    Vec3 get(const ContactGroup::Lanes (&lanes)[3]) const {
        return {lanes[0][lane], lanes[1][lane], lanes[2][lane]};
    }
    void set(ContactGroup::Lanes (&lanes)[3], const Vec3& vector) const {
        for (int i = 0; i < 3; ++i) lanes[i][lane] = vector[i];
    }
    void set(ContactGroup::Response& responses, const NormalResponse& response) const {
        responses.offset[lane] = response.offset;
        responses.least[lane] = response.least;
        responses.most[lane] = response.most;
        responses.mass[lane] = response.mass;
        responses.share[lane] = response.share;
    }
};

/// The contacts of a step by groups, first those that carry load, and sweeps over them.
class ContactGroups {
public:
    /// Begins a step. The last body is at rest for ever: lanes without a contact belong to it.
    void start(std::span<const SolverContact> contacts, std::span<const BodyState> bodies);

    ContactLane lane(Index contact) {
        const Index place = places_[contact];
        return {&groups_[place / ContactGroup::kLanes], place % ContactGroup::kLanes};
    }

    /// All contacts, those of one group after another.
    std::span<const Index> order() const { return order_; }
    /// Applies the impulses of the last small step.
    void warmStart(std::span<BodyState> bodies) const;
    /// Notes which contacts carry load. They are swept first: they hold the bodies until others touch. Else
    /// the load of the whole small step would act where the bodies strike at its end, and a rolling polygon
    /// would lose energy.
    void noteLoads();
    /// Whether sweeps leave the contact alone.
    void leaveOut(Index contact, bool isLeftOut);
    void sweep(Sweep sweep, std::span<BodyState> bodies);

private:
    std::vector<ContactGroup> groups_;
    std::vector<Index> places_;  ///< of each contact: eight times its group, and its lane
    std::vector<Index> order_;
    /// A bit for each lane of each group; the last array is that of the sweep under way.
    std::vector<std::uint8_t> isSwept_, isLoaded_, lanes_;
    std::vector<std::uint64_t> groupsOf_;  ///< scratch memory of `start`
};

}  // namespace ricochet::small_steps
