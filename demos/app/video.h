#pragma once

#include "demos/app/frame_writer.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

/// Adds `--video`.
void addVideo(CLI::App& app, std::string& video);

/// The runs of a video, which is drawn after them, as pictures are; several stand side by side, all seen by
/// the first one's cameras. Its time is the simulation's.
class Video {
public:
    /// Records nothing without a name. Steps of `hz` a second are expected; `width`: pixels of one run.
    Video(std::string path, double hz, int width = 1280);

    /// An error message tells what to install if no video can be made here.
    Result<void> check() const;
    /// The next calls of `record` are of a run with this name; a single run needs none.
    void begin(const std::string& name);
    /// Call it before the first step and after each, with the number of steps done.
    void record(const scenes::Scene& scene, int step);
    /// Draws and encodes what was recorded, with a progress bar if it takes long, or always if `isForced`.
    Result<void> write(bool isForced);

private:
    struct Run {
        std::string name;
        std::unique_ptr<FrameWriter> writer;
    };

    Result<void> encode(const std::string& path, bool isForced);

    std::string path_;
    double hz_;
    int every_;  ///< steps between pictures
    int width_;  ///< pixels: of one run
    std::vector<Run> runs_;
    std::string reason_;  ///< why nothing can be drawn
};

}  // namespace ricochet::app
