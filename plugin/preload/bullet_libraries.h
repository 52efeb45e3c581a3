#pragma once

#include <string>

namespace ricochet::preload {

/// The shared libBulletCollision that serves a program.
struct BulletLibrary {
    std::string path;
    std::string version;  ///< "3.24", as its name ends
    bool isDouble = false;
};

/// The library that contains a function of Bullet. If Bullet is linked statically, this is the program or a
/// plugin, and there is no version.
BulletLibrary libraryOf(const void* function);

/// Loads Bullet's libraries that ours needs into the scope in which symbols are resolved: those that the
/// program did not load, and those that only one of its plugins loaded for itself. Empty, or an error
/// message.
std::string openBulletLibraries(const BulletLibrary& collision);

/// The path of a loaded shared libBulletCollision, or empty.
std::string loadedBulletCollision();

}  // namespace ricochet::preload
