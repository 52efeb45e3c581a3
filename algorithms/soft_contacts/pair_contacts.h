#pragma once

#include "algorithms/soft_contacts/feature_pairs.h"

#include <optional>

namespace ricochet::soft_contacts {

/// Two features of soft bodies that touch in a step, or end it closer than their thickness. Their gap is the
/// weighted sum of their nodes' positions, along the normal.
struct PairContact {
    std::array<Real, 4> weights;  ///< positive of the first feature, negative of the second; each sums to one
    Vec3 normal;                  ///< unit, from the second feature to the first, as at the start of the step
    Real least;                   ///< metres: the gap that the features must have at the end of the step
};

/// The contact of two features, if they have one. `thickness`: metres. Edges that are closest at an end are
/// left to the node there, unless they cross.
std::optional<PairContact> pairContact(const LinearPair& pair, Real thickness);

/// Whether the features touch in the step, its end included, and not at its start.
bool beginToTouch(const LinearPair& pair);

/// Metres, along the contact's normal.
inline Real gap(const PairContact& contact, const Corners& corners) {
    Vec3 between = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) between += contact.weights[i] * corners[i];
    return contact.normal.dot(between);
}

}  // namespace ricochet::soft_contacts
