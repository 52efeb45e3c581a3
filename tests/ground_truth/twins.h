#pragma once

#include "tests/support/meshes.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// Small twins of the labelled data, made by code: what a clone has where that folder is absent. The same
/// names and formats, other content; labels by rational arithmetic.
namespace ricochet::twins {

struct TwinPose {
    std::string kind;
    Pose poseOfB;  ///< of float32 values
};

/// Two meshes, in the traits that matter the twins of a labelled pair's, and where to ask.
struct TwinPair {
    std::string name;
    std::string nameA, nameB;  ///< of mesh files
    std::vector<TwinPose> poses;
};

/// By file name, such as `spot.obj`. Coordinates are whole 1024ths, so that they are the same on every
/// machine.
const std::map<std::string, SharedMesh>& meshes();
const std::vector<TwinPair>& pairs();

/// The contents of files, by their names in the folder: labelled queries, and meshes.
std::map<std::string, std::string> queryFiles();
std::map<std::string, std::string> meshFiles();

/// The text of `meshpairs/NAME.txt`.
std::string pairFile(const TwinPair& pair);

}  // namespace ricochet::twins
