#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

/// Meshes of a page, each once, as base64 texts of 16-bit coordinates in its box and of vertex indices.
class ReplayMeshes {
public:
    /// The number of the mesh. One of more than `kMostFaces` is coarser in the page: vertices in one cell of
    /// a grid are one.
    std::size_t add(const std::vector<std::array<float, 3>>& vertices,
                    const std::vector<std::array<std::uint32_t, 3>>& faces);

    static constexpr std::size_t kMostFaces = 250'000;

    struct Encoded {
        std::string vertices, faces;
        bool isWide;  ///< 32-bit indices, else 16-bit
        std::array<float, 3> min, size;
        bool operator<(const Encoded& other) const;
    };
    const std::vector<Encoded>& meshes() const { return meshes_; }
    bool areCoarser() const { return areCoarser_; }

private:
    std::vector<Encoded> meshes_;
    std::map<Encoded, std::size_t> known_;
    bool areCoarser_ = false;
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

/// One run: frames of all its bodies.
struct ReplayRun {
    std::string name;
    std::vector<std::pair<std::string, std::string>> numbers;
    double frameSeconds = 0, seconds = 0;
    int frames = 0;
    int every = 1;  ///< steps between frames
    std::vector<ReplayBody> bodies;
    std::vector<float> positions;             ///< metres: 3 per frame and body
    std::vector<std::int16_t> rotations;      ///< quaternions, x y z w, 32767 is 1: 4 per frame and body
    std::vector<std::uint32_t> contactBegin;  ///< per frame, and the end
    std::vector<float> contactPoints;         ///< metres: 3 per contact
    std::vector<std::int8_t> contactNormals;  ///< 127 is 1: 3 per contact
    float contactLength = 0;                  ///< metres: of a drawn normal
    std::vector<ReplaySeries> series;
};

/// Adds `--html`.
void addHtml(CLI::App& app, std::string& html);

/// Fails with an error message if a page is requested (`html` is not empty) and this build has none.
Result<void> checkReplay(const std::string& html);

/// Writes the page: one file that needs no other and no network.
Result<void> writeReplay(const std::string& html, const std::string& title,
                         const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes);

}  // namespace ricochet::app
