#pragma once

#include <string>
#include <vector>

namespace ricochet::fuzz {

/// A valid file, and the program's arguments that read it; `FILE` among them is replaced by its path.
struct Seed {
    std::string name;
    std::string suffix;  ///< of the file name
    std::string bytes;
    std::vector<std::string> arguments;
};

/// One of every format that the program reads. `other` is the path of a valid OBJ, `poses` that of a valid
/// file of poses.
std::vector<Seed> seeds(const std::string& other, const std::string& poses);

/// The contents of the valid files used with a seed.
extern const char* const kOtherMesh;
extern const char* const kPoses;

}  // namespace ricochet::fuzz
