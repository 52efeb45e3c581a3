#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"
#include "demos/view/offscreen_renderer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::app {

/// Pictures of a scene: DIR/frame_000000.png is the start, each one is named by its step. They are drawn
/// after the run, because the camera must frame all positions of the bodies.
class FrameWriter {
public:
    /// Fails with an error message if nothing can be drawn or the folder cannot be created.
    static Result<std::unique_ptr<FrameWriter>> create(const std::filesystem::path& folder,
                                                       const scenes::Scene& scene);

    /// Records the positions of all bodies.
    void record(const scenes::Scene& scene, int step);
    /// Draws what was recorded.
    Result<void> write();
    /// Draws the scene as it is now into one file.
    Result<void> drawNow(const scenes::Scene& scene, const std::string& path);

private:
    struct Frame {
        int step;
        std::vector<view::DrawnBody> bodies;
    };

    FrameWriter(const std::filesystem::path& folder, std::unique_ptr<view::OffscreenRenderer> renderer,
                const scenes::Scene& scene);
    void addMeshes(const scenes::Scene& scene);
    void takeNewMesh(std::size_t i, const std::shared_ptr<const scenes::SceneMesh>& mesh);
    void openWhatEncloses(const scenes::Scene& scene);
    void openWhatHides(const scenes::Scene& scene, view::Camera& camera);
    void place(const scenes::Scene& scene);
    void addMovers(const Frame& frame, std::vector<view::DrawnBody>& movers) const;
    /// `distance`: of the camera, over that at which the bodies fill the picture.
    view::Camera cameraFor(const std::vector<view::DrawnBody>& bodies, float distance) const;

    std::filesystem::path folder_;
    std::unique_ptr<view::OffscreenRenderer> renderer_;
    std::vector<std::size_t> drawn_;  ///< positions in the scene of the bodies that have a mesh
    std::vector<view::DrawnBody> bodies_;
    std::vector<std::shared_ptr<const scenes::SceneMesh>> meshes_;  ///< of `bodies_`, as they were drawn last
    std::vector<bool> moves_;                                       ///< of `bodies_`
    btVector3 least_, most_;  ///< corners of the box of all, at the start
    std::optional<view::Cutaway> cutaway_;
    std::vector<Frame> frames_;
};

}  // namespace ricochet::app
