#pragma once

#include "demos/scenes/random.h"

#include <LinearMath/btVector3.h>

#include <vector>

namespace ricochet::scenes {

constexpr int kClusters = 20;
constexpr int kOutlierEvery = 1000;  ///< of the boxes of clusters, one in this many is far away

/// A row of the table of clouds: boxes without bodies, for broad phases alone. The scenes of the same names
/// make bodies of them.
struct BoxCloudKind {
    const char* name;
    const char* about;  ///< one line
    enum class Room { cube, slab, column, clusters, bowl } room;
    double moving;     ///< share of the boxes, unless the user sets another
    double awakening;  ///< share that begins to move in each step, as as many stop
    double teleports;  ///< share that teleports in each step
    double comeAndGo;  ///< share that is taken out in each step, and replaced
};

const std::vector<BoxCloudKind>& boxCloudTable();

/// Boxes of 0.7 to 1.3 m, so close together that each overlaps three others. They fly at up to 3 m/s along
/// each axis, at 60 steps a second, and turn back at the walls; in a bowl they go round its axis and hop.
class BoxCloud {
public:
    struct Box {
        btVector3 min, max;
    };

    BoxCloud(const BoxCloudKind& kind, int boxes, double moving, unsigned seed);

    /// One step.
    void step();

    const std::vector<Box>& boxes() const { return boxes_; }
    const std::vector<int>& moved() const { return moved_; }  ///< in this step, each once
    const std::vector<int>& replaced() const {
        return replaced_;
    }  ///< removed, and new under the same number
    const std::vector<int>& elsewhere() const { return elsewhere_; }  ///< of those that moved: from afar
    /// By box, whether it flies in this step; others stay where they are.
    const std::vector<bool>& flying() const { return flies_; }
    int moving() const { return movingCount_; }
    /// Walls that no box passes but those that are put far outside on purpose.
    const btVector3& low() const { return low_; }
    const btVector3& high() const { return high_; }

private:
    btVector3 randomPlace();
    Box randomBox();
    void fly(int box);
    void goRound(int box);
    void chooseFlying();
    void teleport(std::vector<int>& list, double share);

    const BoxCloudKind& kind_;
    Random random_;
    btVector3 low_, high_;
    std::vector<btVector3> centres_;  ///< of clusters
    std::vector<Box> boxes_;
    std::vector<btVector3> velocities_;  ///< metres per step
    std::vector<int> order_;             ///< a shuffle; boxes that move are contiguous in it
    int movingCount_, firstMoving_ = 0;
    std::vector<int> moved_, replaced_, elsewhere_;
    std::vector<bool> flies_;
};

}  // namespace ricochet::scenes
