#include "demos/scenes/tiled_floor.h"

#include "demos/scenes/mesh_generators.h"

namespace ricochet::scenes {

SceneMesh tiledFloor(double half, int cells, double depth) {
    SceneMesh mesh;
    const auto coordinate = [&](int i) { return half * (2.0 * i / cells - 1); };
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) mesh.vertices.push_back(vertexAt(coordinate(i), 0, coordinate(j)));
    }
    const auto vertex = [&](int i, int j) { return j * (cells + 1) + i; };
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            mesh.faces.push_back({vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1)});
            mesh.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i + 1, j)});
        }
    }
    const int apex = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(vertexAt(0, -depth, 0));
    for (int i = 0; i < cells; ++i) {
        mesh.faces.push_back({apex, vertex(i, 0), vertex(i + 1, 0)});
        mesh.faces.push_back({apex, vertex(cells, i), vertex(cells, i + 1)});
        mesh.faces.push_back({apex, vertex(i + 1, cells), vertex(i, cells)});
        mesh.faces.push_back({apex, vertex(0, i + 1), vertex(0, i)});
    }
    return mesh;
}

}  // namespace ricochet::scenes
