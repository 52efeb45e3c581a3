// Precompiled for tests/includes/run: headers that are not ours and that many files include.
#include <Eigen/Geometry>
#include <btBulletDynamicsCommon.h>
#include <tl/expected.hpp>
