#pragma once

#include "algorithms/contact/contact.h"

#include <vector>

namespace ricochet {

/// Finds for each new point the one of the last step that it continues: the one with its key, else (a contact
/// that slid over the edge of a face) the nearest that is left. Fills `previous` and `age`. `radius`
/// (metres) is the smaller body's.
void matchToLastStep(const std::vector<ContactPoint>& last, Real radius, std::vector<ContactPoint>& points);

/// The same for contacts without features: each one continues the nearest of the last step.
void matchNearestToLastStep(const std::vector<ContactPoint>& last, Real radius,
                            std::vector<ContactPoint>& points);

}  // namespace ricochet
