#pragma once

#include "demos/window/session.h"

#include <string>

namespace ricochet::window {

/// What the user wants to see.
struct Shown {
    bool contacts = true, impulses = false, facePairs = true, boxes = false, joints = true;
    bool edges = false;       ///< of all faces
    bool regions = false;     ///< of large ground that are prepared
    bool broadPhase = false;  ///< its boxes, cells and leaves, where it is ours
    bool isFine = false;      ///< shadows and occlusion
    bool isCut = false;       ///< what stands is cut away in front of the target
    int treeDepth = -1;       ///< of the narrow phase's trees; negative: none
};

/// The panel at the left: what is shown, time, algorithms and plots. Keeps the last error message.
class Panel {
public:
    /// Returns how many columns of pixels it covers.
    int draw(Session& session, Shown& shown, int height);

private:
    void drawTime(Session& session);
    void drawAlgorithms(Session& session);
    void drawPlots(const Session& session);

    std::string error_;
};

}  // namespace ricochet::window
