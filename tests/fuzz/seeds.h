#pragma once

#include <string>
#include <vector>

namespace ricochet::fuzz {

/// A good file, and the program's arguments that read it; `FILE` among them stands for its path.
struct Seed {
    std::string name;    ///< what to call it
    std::string suffix;  ///< of the file's name
    std::string bytes;
    std::vector<std::string> arguments;
};

/// Of every format that the program reads. `other` is the path of a good OBJ, `poses` that of a good file of
/// poses.
std::vector<Seed> seeds(const std::string& other, const std::string& poses);

/// What the good files beside a seed are.
extern const char* const kOtherMesh;
extern const char* const kPoses;

}  // namespace ricochet::fuzz
