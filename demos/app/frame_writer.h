#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene.h"
#include "demos/view/offscreen_renderer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// Pictures of a scene while it runs: DIR/frame_000000.png is the start, each one is named by its step.
class FrameWriter {
public:
    /// Fails with one sentence where nothing can be drawn or the folder cannot be made.
    static Result<std::unique_ptr<FrameWriter>> create(const std::filesystem::path& folder,
                                                       const scenes::Scene& scene);

    Result<void> write(const scenes::Scene& scene, int step);

private:
    FrameWriter(const std::filesystem::path& folder, std::unique_ptr<view::OffscreenRenderer> renderer,
                const scenes::Scene& scene);
    void addMeshes(const scenes::Scene& scene);
    void takeNewMesh(std::size_t i, const std::shared_ptr<const scenes::SceneMesh>& mesh);
    void openWhatEncloses(const scenes::Scene& scene);
    void comeNearer(const scenes::Scene& scene);
    void place(const scenes::Scene& scene);

    std::filesystem::path folder_;
    std::unique_ptr<view::OffscreenRenderer> renderer_;
    std::vector<std::size_t> drawn_;  ///< positions in the scene of the bodies that have a mesh
    std::vector<view::DrawnBody> bodies_;
    std::vector<std::shared_ptr<const scenes::SceneMesh>> meshes_;  ///< of `bodies_`, as they were drawn last
    view::Camera camera_;
};

}  // namespace ricochet::app
