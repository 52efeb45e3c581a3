#pragma once

#include "algorithms/mktree/tree_builder.h"
#include "algorithms/mktree/world_object.h"

#include <functional>
#include <string_view>

namespace ricochet::mktree {

struct BuildSettings {
    Index leafTriangles = 200;  ///< at most so many in a leaf: 1 … kMostLeafTriangles
    SplitRule rule = SplitRule::surfaceArea;
    bool splitTrees = true;               ///< over the overlaps: the paper's steps ask them
    bool polyhedra = false;               ///< a bounding polyhedron of at most 100 faces for each object
    std::vector<std::string> parts = {};  ///< their names, to be stored in the file
    /// Called now and then: what is being done, how much of it is done, and of how much; 0: not known.
    std::function<void(std::string_view step, std::uint64_t done, std::uint64_t all)> progress = {};
};
inline constexpr Index kMostLeafTriangles = 20'000;  // vertices of a leaf's fragment are counted in 16 bits

struct BuildReport {
    std::uint64_t triangles = 0, objects = 0, fragments = 0, leaves = 0, fileBytes = 0;
};

/// Builds an MKtree in a file. What is in memory: the object at hand, 44 bytes a fragment (an object, or a
/// piece of one that is larger than a leaf), and the directory. The same stream gives the same file, byte for
/// byte. The world needs about as much room again beside the file until it is done; under the final name
/// there is never a half file. Parts without a name of their own are named by their number.
Result<BuildReport> build(const ObjectStream& objects, const std::string& path,
                          const BuildSettings& settings = {});

}  // namespace ricochet::mktree
