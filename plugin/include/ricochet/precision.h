#pragma once

#include <LinearMath/btScalar.h>
#include <ricochet/api.h>
#include <ricochet/version.h>

// Bullet's two precisions share their symbol names. Ours do not: what is compiled for one Bullet cannot be
// linked with the other.
#ifdef BT_USE_DOUBLE_PRECISION
#define RICOCHET_PRECISION_NAMESPACE f64
#else
#define RICOCHET_PRECISION_NAMESPACE f32
#endif
