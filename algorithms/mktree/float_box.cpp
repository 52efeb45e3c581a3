#include "algorithms/mktree/float_box.h"

namespace ricochet::mktree {

float roundedToFloat(Real value) { return static_cast<float>(value); }

}  // namespace ricochet::mktree
