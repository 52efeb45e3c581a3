#include "demos/scenes/planar_caps.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace ricochet::scenes {
namespace {

/// Counter-clockwise from above, as `revolved` turns.
double angleOf(const btVector3& v) { return std::atan2(-double(v.z()), double(v.x())); }

/// Index of the ring's vertex closest to a point.
std::size_t nearestIn(const Ring& ring, const SceneMesh& mesh, const btVector3& point) {
    const auto nearest = std::min_element(ring.begin(), ring.end(), [&](int v, int w) {
        return mesh.vertices[v].distance2(point) < mesh.vertices[w].distance2(point);
    });
    return static_cast<std::size_t>(nearest - ring.begin());
}

}  // namespace

Ring ringAt(const SceneMesh& mesh, double y) {
    Ring ring;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        if (mesh.vertices[v].y() == vertexAt(0, y, 0).y()) ring.push_back(static_cast<int>(v));
    }
    std::sort(ring.begin(), ring.end(),
              [&](int v, int w) { return angleOf(mesh.vertices[v]) < angleOf(mesh.vertices[w]); });
    return ring;
}

Ring addRing(SceneMesh& mesh, double radius, double y, int sides, double turn) {
    Ring ring;
    for (int i = 0; i < sides; ++i) {
        const double angle = kTurn * (turn + double(i) / sides);
        ring.push_back(static_cast<int>(mesh.vertices.size()));
        mesh.vertices.push_back(vertexAt(radius * std::cos(angle), y, -radius * std::sin(angle)));
    }
    return ring;
}

void addFace(SceneMesh& mesh, Facing facing, int a, int b, int c) {
    if (facing == Facing::down) std::swap(b, c);
    mesh.faces.push_back({a, b, c});
}

void addDisc(SceneMesh& mesh, const Ring& ring, Facing facing) {
    const int middle = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(vertexAt(0, mesh.vertices[ring.front()].y(), 0));
    for (std::size_t i = 0; i < ring.size(); ++i) {
        addFace(mesh, facing, middle, ring[i], ring[(i + 1) % ring.size()]);
    }
}

// Walks along both rings; of the two possible diagonals the shorter one is taken.
void addAnnulus(SceneMesh& mesh, const Ring& inner, const Ring& outer, Facing facing) {
    const std::size_t first = nearestIn(outer, mesh, mesh.vertices[inner.front()]);
    const auto in = [&](std::size_t i) { return inner[i % inner.size()]; };
    const auto out = [&](std::size_t j) { return outer[(first + j) % outer.size()]; };
    const auto diagonal = [&](std::size_t i, std::size_t j) {
        return mesh.vertices[in(i)].distance2(mesh.vertices[out(j)]);
    };
    std::size_t i = 0, j = 0;
    while (i < inner.size() || j < outer.size()) {
        const bool isInnerNext =
            j == outer.size() || (i < inner.size() && diagonal(i + 1, j) < diagonal(i, j + 1));
        if (isInnerNext) {
            addFace(mesh, facing, in(i), out(j), in(i + 1));
            ++i;
        } else {
            addFace(mesh, facing, in(i), out(j), out(j + 1));
            ++j;
        }
    }
}

void addWall(SceneMesh& mesh, const Ring& low, const Ring& high) {
    assert(low.size() == high.size());
    for (std::size_t i = 0; i < low.size(); ++i) {
        const std::size_t next = (i + 1) % low.size();
        mesh.faces.push_back({low[i], low[next], high[next]});
        mesh.faces.push_back({low[i], high[next], high[i]});
    }
}

}  // namespace ricochet::scenes
