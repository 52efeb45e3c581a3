#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ricochet::fuzz {

/// A valid file, and what reads it.
struct Seed {
    std::string name;    ///< its kind, or its kind, a hyphen and more
    std::string suffix;  ///< of the file name
    std::string bytes;
    std::vector<std::string> arguments;  ///< of the program; `FILE` among them is replaced by the path
    /// Instead of the program: reads the file at a path; empty, or one sentence.
    std::function<std::string(const std::string& path)> read = {};
    /// What readers check first, made right again after a mutation, so that they read on.
    std::function<std::string(std::string bytes)> mend = {};
};

/// Valid files that are read together with a seed.
struct Companions {
    std::string mesh;     ///< an OBJ, of the name other.obj
    std::string poses;    ///< of a mesh
    std::string motions;  ///< of a mesh
    std::string world;    ///< an MKtree
};

/// One of every format that the program and the library read.
std::vector<Seed> seeds(const Companions& with);

/// More of them: the small files of a folder of labelled data.
std::vector<Seed> labelledSeeds(const std::string& folder, const Companions& with);

/// The contents of the companions.
extern const char* const kOtherMesh;
extern const char* const kPoses;
extern const char* const kMotions;

}  // namespace ricochet::fuzz
