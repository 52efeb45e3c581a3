#pragma once

#include <string>

namespace ricochet::preload {

/// The path of a loaded program or library that contains btCollisionDispatcher itself, Bullet's shared
/// libraries and our own aside; empty where there is none. Found by the name in its run-time type
/// information, which a stripped program keeps.
std::string findStaticBullet();

}  // namespace ricochet::preload
