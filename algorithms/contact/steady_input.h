#pragma once

#include "algorithms/contact/pair_input.h"

#include <optional>
#include <vector>

namespace ricochet {

/// Notices that nothing moves in a pair: then its contacts stay, and none need be found. That also holds
/// where their choice, which depends on those of the last step, would alternate.
class SteadyInput {
public:
    /// Whether the contacts of the last step are those of this one.
    bool givesTheSame(const PairInput& input, const ContactSettings& settings) const;
    /// Each contact of the last step continues itself.
    static void repeat(PersistentContacts& contacts);

    /// `contacts`: those that the input gives.
    void note(const PairInput& input, const ContactSettings& settings, const PersistentContacts& contacts);
    /// The shapes have changed.
    void forget() { *this = {}; }

private:
    bool isLast(const PairInput& input, const ContactSettings& settings) const;

    std::optional<PairInput> last_;
    std::vector<Neighbour> besideA_, besideB_;  ///< to which `last_` referred
    ContactSettings settings_;                  ///< of `last_`
    bool isSteady_ = false;  ///< each contact continues one of the step before, so none is of one step only
};

}  // namespace ricochet
