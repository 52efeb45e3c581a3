#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/wide_tree/wide_model.h"

#include <functional>

namespace ricochet::wide_tree {

/// How trees are built.
struct BuildSettings {
    Index ownFrameUpTo = 512;    ///< triangles: smaller nodes, and all leaves, may have their own frame …
    float ownFrameGain = 0.95f;  ///< … if that reduces their cost to at most this fraction
    bool searchesMeshFrame = true;  ///< search for a good frame of the whole mesh, from 1024 triangles on
    /// Progress: called occasionally, by one building thread at a time, with the number of triangles placed
    /// so far. A mesh of ten million triangles takes some seconds.
    std::function<void(Index placed)> onProgress = {};
};

/// Top-down, eight children at a time; without recursion. The same on any number of threads.
Tree buildTree(const Mesh& mesh, const BuildSettings& settings, const Executor& executor = serialExecutor());

}  // namespace ricochet::wide_tree
