#include "demos/window/cross_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ricochet::window {
namespace {

/// The points where the plane cuts edges, in groups that faces connect: the outlines of the section.
class Outlines {
public:
    /// The number of an edge's point.
    std::size_t number(std::uint32_t a, std::uint32_t b, const Eigen::Vector3f& point) {
        const auto [known, isNew] = numbers_.emplace(std::uint64_t{a} << 32 | b, points_.size());
        if (isNew) {
            points_.push_back(point);
            group_.push_back(known->second);
        }
        return known->second;
    }
    void connect(std::size_t a, std::size_t b) {
        segments_.push_back({a, b});
        group_[first(b)] = first(a);
    }

    /// Each of an outline's segments makes a triangle with the outline's first point.
    std::vector<view::Point> triangles(const Eigen::Matrix4f& toClip) {
        std::vector<view::Box> boxes(points_.size());
        for (std::size_t i = 0; i < points_.size(); ++i) boxes[first(i)].extend(points_[i]);
        std::vector<view::Point> corners;
        for (const auto& [a, b] : segments_) {
            if (isOutside(boxes[first(a)], toClip)) continue;
            for (const std::size_t i : {first(a), a, b}) corners.push_back(view::toPoint(points_[i]));
        }
        return corners;
    }

private:
    std::size_t first(std::size_t i) {
        while (group_[i] != i) i = group_[i] = group_[group_[i]];
        return i;
    }

    std::unordered_map<std::uint64_t, std::size_t> numbers_;
    std::vector<Eigen::Vector3f> points_;
    std::vector<std::size_t> group_;  ///< another point of the group; its first one has itself
    std::vector<std::array<std::size_t, 2>> segments_;
};

bool crosses(const view::Box& box, const Eigen::Vector4f& plane) {
    const Eigen::Vector3f half = box.sizes() / 2;
    return std::abs(plane.dot(box.center().homogeneous())) <= plane.head<3>().cwiseAbs().dot(half);
}

}  // namespace

std::vector<view::Point> crossSection(const view::DrawnMesh& mesh, const std::vector<MeshChunk>& chunks,
                                      const Eigen::Vector4f& plane, const Eigen::Matrix4f& toClip) {
    Outlines outlines;
    for (const MeshChunk& chunk : chunks) {
        if (!crosses(chunk.box, plane)) continue;
        for (std::uint32_t i = chunk.firstFace; i < chunk.firstFace + chunk.faceCount; ++i) {
            const auto& face = mesh.faces[i];
            std::array<float, 3> above;  // the plane, in metres
            for (std::size_t k = 0; k < 3; ++k)
                above[k] = plane.head<3>().dot(view::toVector(mesh.vertices[face[k]])) + plane[3];
            const auto [lowest, highest] = std::ranges::minmax(above);
            if (highest <= 0 || lowest > 0) continue;
            std::vector<std::size_t> ends;
            for (std::size_t k = 0; k < 3; ++k) {
                // from the lower number, so that both faces of the edge find the same point
                const std::size_t next = (k + 1) % 3, a = face[k] < face[next] ? k : next, b = k + next - a;
                if ((above[a] > 0) == (above[b] > 0)) continue;
                const Eigen::Vector3f from = view::toVector(mesh.vertices[face[a]]);
                const Eigen::Vector3f to = view::toVector(mesh.vertices[face[b]]);
                const Eigen::Vector3f point = from + above[a] / (above[a] - above[b]) * (to - from);
                ends.push_back(outlines.number(face[a], face[b], point));
            }
            outlines.connect(ends[0], ends[1]);
        }
    }
    return outlines.triangles(toClip);
}

}  // namespace ricochet::window
