#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"
#include "demos/view/camera_choice.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// Pictures of a scene: DIR/frame_000000.png is the start, each one is named by its step. They are drawn
/// after the run, because the cameras are chosen for all positions of the bodies.
class FrameWriter {
public:
    /// `width`: pixels; the height is 9/16 of it. Fails with an error message if nothing can be drawn.
    static Result<std::unique_ptr<FrameWriter>> create(const scenes::Scene& scene, int width);

    /// Records the positions of all bodies. `time`: seconds.
    void record(const scenes::Scene& scene, int step, double time);
    /// Draws what was recorded into a folder.
    Result<void> write(const std::filesystem::path& folder);
    /// Draws what was recorded last into one file.
    Result<void> writeLast(const std::string& path);
    /// One camera for each recorded moment.
    std::vector<view::Camera> cameras() const { return view::chooseCameras(*renderer_, moments_, up_); }
    /// A recorded moment; `caption` stands before its time.
    view::Image picture(std::size_t moment, const view::Camera& camera, const std::string& caption);
    std::size_t moments() const { return moments_.size(); }
    /// What each picture shows of the bodies that move, as if they were one.
    std::vector<view::VisiblePart> visibleMoving() const;

private:
    struct Recorded {
        int step;
        double time;
    };

    FrameWriter(std::unique_ptr<view::OffscreenRenderer> renderer, const scenes::Scene& scene);
    void addMeshes(const scenes::Scene& scene);
    void takeNewMesh(std::size_t i, const std::shared_ptr<const scenes::SceneMesh>& mesh);
    void place(const scenes::Scene& scene);
    view::Camera withGuides(std::size_t moment, view::Camera camera, std::string caption) const;
    Result<void> draw(std::size_t moment, const view::Camera& camera, const std::string& path);

    std::unique_ptr<view::OffscreenRenderer> renderer_;
    view::Point up_;
    std::vector<std::size_t> drawn_;  ///< positions in the scene of the bodies that have a mesh
    std::vector<view::DrawnBody> bodies_;
    std::vector<std::shared_ptr<const scenes::SceneMesh>> meshes_;  ///< of `bodies_`, as they were drawn last
    std::vector<bool> moves_;                                       ///< of `bodies_`
    btVector3 least_, most_;  ///< corners of the box of all, at the start
    std::vector<Recorded> recorded_;
    std::vector<view::Moment> moments_;  ///< of `recorded_`
};

}  // namespace ricochet::app
