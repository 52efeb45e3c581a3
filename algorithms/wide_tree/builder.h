#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/wide_tree/wide_model.h"

#include <functional>

namespace ricochet::wide_tree {

/// How trees are built.
struct BuildSettings {
    Index ownFrameUpTo = 512;  ///< triangles: smaller nodes, and all leaves, may have a frame of their own …
    float ownFrameGain = 0.95f;     ///< … where that makes their cost at most this part of what it was
    bool searchesMeshFrame = true;  ///< look for a good frame of the whole mesh, from 1024 triangles on
    /// Called now and then, by one of the threads that build at a time, with how many triangles have their
    /// place already: a mesh of ten million takes some seconds.
    std::function<void(Index placed)> onProgress = {};
};

/// Top-down, eight children at a time; without recursion. The same on any number of threads.
Tree buildTree(const Mesh& mesh, const BuildSettings& settings, const Executor& executor = serialExecutor());

}  // namespace ricochet::wide_tree
