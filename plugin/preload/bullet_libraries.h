#pragma once

#include <string>

namespace ricochet::preload {

/// The shared libBulletCollision that serves a program.
struct BulletLibrary {
    std::string path;
    std::string version;  ///< "3.24", as its name ends
    bool isDouble = false;
};

/// The library in which a function of Bullet's lies. Its path is that of the program or of a plugin where
/// Bullet was linked statically: then it has no version.
BulletLibrary libraryOf(const void* function);

/// Bullet's libraries that ours uses, in the scope in which it is looked for: those that the program did not
/// load, and those that only a plugin of its loaded for itself. Empty, or one sentence.
std::string openBulletLibraries(const BulletLibrary& collision);

/// The path of a loaded shared libBulletCollision, or empty.
std::string loadedBulletCollision();

}  // namespace ricochet::preload
