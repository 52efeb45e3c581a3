#pragma once

#include "algorithms/contact/contact_types.h"

#include <vector>

namespace ricochet {

/// Finds for each new point the point of the last step that it continues: the one with the same key, or else
/// (a contact that slid over the edge of a face) the nearest unmatched one. Sets `previous` and `age`.
/// `radius`: of the smaller body, metres.
void matchToLastStep(const std::vector<ContactPoint>& last, Real radius, std::vector<ContactPoint>& points);

/// The same for contacts without features: each one continues the nearest one of the last step.
void matchNearestToLastStep(const std::vector<ContactPoint>& last, Real radius,
                            std::vector<ContactPoint>& points);

}  // namespace ricochet
