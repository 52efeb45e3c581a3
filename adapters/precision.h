#pragma once

#include <LinearMath/btScalar.h>

// The namespace of what is compiled for one of Bullet's precisions. The public headers, which are installed
// without this folder, define the same.
#ifdef BT_USE_DOUBLE_PRECISION
#define RICOCHET_PRECISION_NAMESPACE f64
#else
#define RICOCHET_PRECISION_NAMESPACE f32
#endif
