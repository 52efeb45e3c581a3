#pragma once

#include "demos/app/replay/replay_data.h"
#include "demos/app/simulation.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::app {

/// Records a run for files that show it: poses, contacts, and what the charts show. A run of many bodies is
/// recorded in every second step, every third, ..., so that a page remains of a size that can be sent.
class ReplayRecorder {
public:
    /// `steps` of `hz` a second are expected.
    ReplayRecorder(int steps, double hz, const ReplayFiles& files)
        : steps_(steps),
          hz_(hz),
          mostPoseBytes_(files.html.empty() ? 100'000'000 : 4'000'000),
          mostFormBytes_(files.html.empty() ? 0 : 4'000'000) {}

    /// Call it before the first step and after each, with the number of steps done.
    void record(Simulation& simulation, int step);
    /// What was recorded; `numbers` are shown below the picture. Meshes are added to the page's.
    ReplayRun finish(std::string name, std::vector<std::pair<std::string, std::string>> numbers,
                     ReplayMeshes& meshes);

private:
    void begin(const scenes::Scene& scene);
    void recordPoses(const scenes::Scene& scene);
    void recordForm(std::size_t body, const scenes::SceneMesh& mesh);
    void thinForms();
    void recordContacts(Simulation& simulation);

    int steps_;
    double hz_;
    std::size_t mostPoseBytes_;                                    ///< of the run
    std::size_t mostFormBytes_;                                    ///< of the run, as a page has them
    int formEvery_ = 1;                                            ///< frames between two forms of a body
    std::vector<std::shared_ptr<const scenes::SceneMesh>> drawn_;  ///< as they start
    std::vector<std::shared_ptr<const scenes::SceneMesh>> last_;   ///< in the last frame
    std::vector<std::size_t> bodies_;  ///< positions in the scene of the bodies that have a mesh
    ReplayRun run_;
    std::vector<float> detection_, contacts_, energy_, deepest_;  ///< per frame
    float sinceLast_ = 0;  ///< ms: slowest detection since the last frame
};

}  // namespace ricochet::app
