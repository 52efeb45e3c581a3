#include "algorithms/geometry/float_box.h"

namespace ricochet {

float roundedToFloat(Real value) { return static_cast<float>(value); }

}  // namespace ricochet
