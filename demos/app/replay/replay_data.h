#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

inline constexpr std::size_t kMostPageFaces = 250'000;  ///< of a mesh in a page; others are drawn with fewer

struct ReplayMesh {
    std::vector<std::array<float, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces;
    bool operator==(const ReplayMesh&) const = default;
};

/// Meshes of replays, each once.
class ReplayMeshes {
public:
    std::size_t add(ReplayMesh mesh);  ///< returns its number
    const ReplayMesh& operator[](std::size_t number) const { return meshes_[number]; }
    std::size_t size() const { return meshes_.size(); }
    auto begin() const { return meshes_.begin(); }
    auto end() const { return meshes_.end(); }

private:
    std::vector<ReplayMesh> meshes_;
};

struct ReplayBody {
    std::size_t mesh;
    bool moves;
    bool isLost;
};

/// What a chart shows: a value per frame.
struct ReplaySeries {
    std::string name, unit;
    std::vector<float> values;
};

/// The vertices of a body that deforms, at some frames. Between two of them they move evenly, in the last
/// `every` frames before the second.
struct ReplayForms {
    std::size_t body = 0;
    int every = 1;
    std::vector<int> frames;
    std::vector<float> vertices;  ///< metres, in the body: 3 per frame and vertex
};

/// One run: frames of all its bodies.
struct ReplayRun {
    std::string name;
    std::vector<std::pair<std::string, std::string>> numbers;
    double frameSeconds = 0, seconds = 0;
    int frames = 0;
    int every = 1;            ///< steps between frames
    bool deforms = false;     ///< the mesh of a body changes
    bool isUnformed = false;  ///< and `forms` have not all such bodies
    std::vector<ReplayBody> bodies;
    std::vector<ReplayForms> forms;
    std::vector<float> positions;             ///< metres: 3 per frame and body
    std::vector<std::int16_t> rotations;      ///< quaternions, x y z w, 32767 is 1: 4 per frame and body
    std::vector<std::uint32_t> contactBegin;  ///< per frame, and the end
    std::vector<float> contactPoints;         ///< metres: 3 per contact
    std::vector<std::int8_t> contactNormals;  ///< 127 is 1: 3 per contact
    float contactLength = 0;                  ///< metres: of a drawn normal
    std::vector<ReplaySeries> series;
};

/// Files that show a run; without a name there is none.
struct ReplayFiles {
    std::string html, gltf;
    bool isRequested() const { return !html.empty() || !gltf.empty(); }
};

/// Adds `--html` and `--record`.
void addReplayFiles(CLI::App& app, ReplayFiles& files);

/// Fails with an error message if a page is requested (`html` is not empty) and this build has none.
Result<void> checkReplay(const std::string& html);

/// Writes the requested files; each needs no other and no network.
Result<void> writeReplay(const ReplayFiles& files, const std::string& title,
                         const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes);

}  // namespace ricochet::app
