#include "demos/mesh_files/obj_reader.h"

#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/polygon.h"
#include "demos/mesh_files/words.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace ricochet {
namespace {

class ObjReader {
public:
    explicit ObjReader(std::string path) : path_(std::move(path)) {}

    Result<std::shared_ptr<Mesh>> read(std::string_view text) {
        while (!text.empty()) {
            const std::string_view line = nextLine(text);
            ++line_;
            const Result<void> good = readLine(line.substr(0, line.find('#')));
            if (!good) return tl::unexpected(good.error());
        }
        if (const Result<void> good = makeFaces(); !good) return tl::unexpected(good.error());
        return Mesh::create(std::move(vertices_), std::move(faces_)).map_error([&](const std::string& why) {
            return path_ + ": " + why;
        });
    }

private:
    Result<void> readLine(std::string_view line) {
        const std::string_view keyword = nextWord(line);
        if (keyword == "v") return readVertex(line);
        if (keyword == "f") return readFace(line);
        return {};
    }

    Result<void> readVertex(std::string_view line) {
        Vec3 vertex;
        for (Real& coordinate : vertex) {
            const std::string_view word = nextWord(line);
            if (word.empty()) return failure(line_, "a vertex needs three coordinates");
            const std::optional<float> value = coordinateIn(word);
            if (!value) return failure(line_, quoted(word) + " is not a coordinate");
            if (!std::isfinite(*value)) return failure(line_, badCoordinate(word));
            coordinate = *value;
        }
        vertices_.push_back(vertex);
        return {};
    }

    Result<void> readFace(std::string_view line) {
        const std::size_t first = corners_.size();
        for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
            const Result<Index> corner = readCorner(word);
            if (!corner) return tl::unexpected(corner.error());
            corners_.push_back(*corner);
        }
        if (corners_.size() - first < 3) return failure(line_, "a face needs three corners or more");
        polygons_.push_back({first, line_});
        return {};
    }

    /// The vertex of a corner such as 7, 7/2, 7//3, 7/2/3 or -1; counted from 0.
    Result<Index> readCorner(std::string_view word) const {
        const std::optional<std::int64_t> number = numberIn<std::int64_t>(word.substr(0, word.find('/')));
        if (!number) return failure(line_, quoted(word) + " is not a face's corner");
        const auto count = static_cast<std::int64_t>(vertices_.size());
        const std::int64_t index = *number < 0 ? count + *number : *number - 1;
        if (*number == 0 || index < 0 || index >= kNone) {
            return failure(line_,
                           "the face names vertex " + std::to_string(*number) + ", which does not exist");
        }
        return static_cast<Index>(index);
    }

    /// At the end of the file, since faces may precede their vertices.
    Result<void> makeFaces() {
        std::vector<Vec3> outline;
        for (std::size_t p = 0; p < polygons_.size(); ++p) {
            const auto [first, line] = polygons_[p];
            const std::size_t end = p + 1 < polygons_.size() ? polygons_[p + 1].first : corners_.size();
            const std::span<const Index> corners = std::span(corners_).subspan(first, end - first);
            outline.clear();
            for (const Index v : corners) {
                if (v >= vertices_.size()) {
                    return failure(line, "the face names vertex " + std::to_string(v + 1) +
                                             ", but the file has only " + std::to_string(vertices_.size()));
                }
                outline.push_back(vertices_[v]);
            }
            const Result<std::vector<PolygonTriangle>> triangles = triangulate(outline);
            if (!triangles) return failure(line, triangles.error());
            for (const auto& [a, b, c] : *triangles) faces_.push_back({corners[a], corners[b], corners[c]});
        }
        return {};
    }

    tl::unexpected<std::string> failure(std::size_t line, const std::string& why) const {
        return tl::unexpected(path_ + ":" + std::to_string(line) + ": " + why);
    }

    std::string path_;
    std::size_t line_ = 0;
    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
    std::vector<Index> corners_;  ///< of all polygons
    struct Polygon {
        std::size_t first;  ///< of its corners
        std::size_t line;
    };
    std::vector<Polygon> polygons_;
};

}  // namespace

Result<std::shared_ptr<Mesh>> readObj(const std::string& path) {
    const Result<std::string> text = bytesOfFile(path);
    if (!text) return tl::unexpected(text.error());
    return ObjReader(path).read(*text);
}

}  // namespace ricochet
