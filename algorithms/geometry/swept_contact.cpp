#include "algorithms/geometry/swept_contact.h"

#include <tuple>

namespace ricochet {

bool isBefore(const SweptContact& a, const SweptContact& b) {
    const auto rank = [](const SweptContact& c) {
        return std::tuple(c.time, c.features, c.featureA, c.featureB);
    };
    return rank(a) < rank(b);
}

}  // namespace ricochet
