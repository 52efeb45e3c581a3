#pragma once

#include "algorithms/contact/pair_input.h"

#include <optional>
#include <vector>

namespace ricochet {

/// Notices that nothing moves in a pair, such as a ghost object about a resting body. Once the same input has
/// given the same contacts twice, it gives them again, and no search is needed.
class SteadyInput {
public:
    /// Whether the contacts of the last step are those of this one.
    bool givesTheSame(const PairInput& input, const ContactSettings& settings) const;
    /// Each contact of the last step continues itself.
    static void repeat(PersistentContacts& contacts);

    /// Before contacts are found; `contacts`: of the last step.
    void begin(const PairInput& input, const ContactSettings& settings, const PersistentContacts& contacts);
    /// After that.
    void end(const PersistentContacts& contacts);
    /// The shapes have changed.
    void forget() { *this = {}; }

private:
    bool isLast(const PairInput& input, const ContactSettings& settings) const;

    std::optional<PairInput> last_;
    std::vector<Neighbour> besideA_, besideB_;         ///< to which `last_` referred
    ContactSettings settings_;                         ///< of `last_`
    std::optional<std::vector<ContactPoint>> before_;  ///< contacts that the same input gave in the last step
    bool isSteady_ = false;
};

}  // namespace ricochet
