#pragma once

#include "algorithms/mktree/tree_builder.h"
#include "algorithms/mktree/world_object.h"

#include <functional>
#include <string_view>

namespace ricochet::mktree {

struct BuildSettings {
    Index leafTriangles = 200;  ///< limit per leaf: 1 … kMostLeafTriangles
    /// Limit per leaf in blocks of 512 bytes, besides that in triangles: 1 … kMostLeafBlocks; 0: none. The
    /// paper's leaves have at most 20 blocks, and no limit in triangles.
    Index leafBlocks = 0;
    SplitRule rule = SplitRule::surfaceArea;
    /// For the paper's rule: each child has at least this share of its parent's fragments, 0 … 0.5. The
    /// paper names none; with 0 a split often removes a single object, and trees are three to four times as
    /// deep.
    Real minimumShare = 0.25;
    bool splitTrees = true;               ///< over the overlaps: used by the paper's steps
    bool polyhedra = false;               ///< a bounding polyhedron of at most 100 faces for each object
    std::vector<std::string> parts = {};  ///< their names, to be stored in the file
    /// Progress: the present stage, the amount done, and the total; 0: unknown.
    std::function<void(std::string_view step, std::uint64_t done, std::uint64_t all)> progress = {};
};
inline constexpr Index kMostLeafTriangles = 20'000;  // vertices of a leaf's fragment are counted in 16 bits
inline constexpr Index kMostLeafBlocks = 4096;       // 2 MiB

struct BuildReport {
    std::uint64_t triangles = 0, objects = 0, fragments = 0, leaves = 0, fileBytes = 0;
};

/// Builds an MKtree in a file. Memory: the current object, 44 bytes per fragment (an object, or a piece of
/// one larger than a leaf), and the directory. The same stream gives the same file, byte for byte. The build
/// needs temporary disk space of about the file's size; an incomplete file never has the final name. Parts
/// without a name are named by their number.
Result<BuildReport> build(const ObjectStream& objects, const std::string& path,
                          const BuildSettings& settings = {});

}  // namespace ricochet::mktree
