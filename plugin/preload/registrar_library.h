#pragma once

#include "plugin/preload/bullet_libraries.h"
#include "plugin/preload/dispatchers.h"

namespace ricochet::preload {

/// The registrar from the library of the precision of the program's Bullet.
Registrar openRegistrar(const BulletLibrary& bullet);

}  // namespace ricochet::preload
