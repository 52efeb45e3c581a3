#pragma once

#include <string>

namespace ricochet::preload {

/// The shared libBulletCollision that serves a program.
struct BulletLibrary {
    std::string path;
    std::string version;  ///< "3.24", as its name ends, or that of the file to which it links
    bool isDouble = false;
};

/// The library that contains a function of Bullet. If Bullet is linked statically, this is the program or a
/// plugin, and there is no version.
BulletLibrary libraryOf(const void* function);

/// Loads those of Bullet's libraries that ours needs and the program did not load, from the folder of that
/// one, so that ours get the same copy of Bullet. Other libraries do not see them: a plugin of the program
/// may have another copy. Empty, or an error message.
std::string openBulletLibraries(const BulletLibrary& collision);

/// The path of a loaded shared libBulletCollision, or empty.
std::string loadedBulletCollision();

}  // namespace ricochet::preload
