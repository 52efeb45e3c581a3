#pragma once

#include <string>

namespace ricochet::preload {

/// The path of a loaded program or library that contains btCollisionDispatcher itself, except Bullet's shared
/// libraries and our own; empty if there is none. Found by the name in its run-time type information, which
/// is also present in stripped programs.
std::string findStaticBullet();

}  // namespace ricochet::preload
