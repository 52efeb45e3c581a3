#include "demos/scenes/prism.h"

#include "demos/scenes/mesh_generators.h"

namespace ricochet::scenes {
namespace {

bool isPoint(const Column& column) { return column.bottom == column.top; }

/// The section's corners, counter-clockwise seen from +z: bottoms from left to right, tops back again.
class PrismSection {
public:
    explicit PrismSection(const std::vector<Column>& columns) : columns_(columns) {
        for (const Column& column : columns) corners_.push_back({column.x, column.bottom});
        top_.resize(columns.size());
        for (std::size_t i = columns.size(); i-- > 0;) {
            top_[i] = isPoint(columns[i]) ? bottom(i) : static_cast<int>(corners_.size());
            if (!isPoint(columns[i])) corners_.push_back({columns[i].x, columns[i].top});
        }
    }

    struct Corner {
        double x, y;
    };
    const std::vector<Corner>& corners() const { return corners_; }
    int bottom(std::size_t column) const { return static_cast<int>(column); }
    int top(std::size_t column) const { return top_[column]; }

    /// The section in triangles, counter-clockwise.
    std::vector<std::array<int, 3>> triangles() const {
        std::vector<std::array<int, 3>> all;
        for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
            const std::size_t j = i + 1;
            if (!isPoint(columns_[j])) all.push_back({bottom(i), bottom(j), top(j)});
            if (!isPoint(columns_[i])) all.push_back({bottom(i), top(j), top(i)});
        }
        return all;
    }

private:
    const std::vector<Column>& columns_;
    std::vector<Corner> corners_;
    std::vector<int> top_;
};

}  // namespace

SceneMesh prism(const std::vector<Column>& columns, double halfLength) {
    const PrismSection section(columns);
    const int corners = static_cast<int>(section.corners().size());
    SceneMesh mesh;
    for (const double z : {-halfLength, halfLength}) {
        for (const auto& [x, y] : section.corners()) mesh.vertices.push_back(vertexAt(x, y, z));
    }
    for (const auto& [a, b, c] : section.triangles()) {
        mesh.faces.push_back({a, c, b});
        mesh.faces.push_back({corners + a, corners + b, corners + c});
    }
    for (int a = 0; a < corners; ++a) {
        const int b = (a + 1) % corners;
        mesh.faces.push_back({a, b, corners + b});
        mesh.faces.push_back({a, corners + b, corners + a});
    }
    return mesh;
}

}  // namespace ricochet::scenes
