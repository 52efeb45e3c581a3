#pragma once

#include "algorithms/geometry/mesh.h"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// A mesh in the making. Vertices with exactly the same coordinates become one, without any tolerance, since
/// collision needs exact positions; they are numbered as faces use them.
class JoinedFaces {
public:
    using Corner = std::array<float, 3>;

    /// The vertices must be finite: NaN has no place in an ordered map.
    void add(const Corner& a, const Corner& b, const Corner& c) {
        const Index indexA = indexOf(a), indexB = indexOf(b);
        faces_.push_back({indexA, indexB, indexOf(c)});
    }

    /// A failure begins with the path.
    Result<std::shared_ptr<Mesh>> mesh(const std::string& path) && {
        return Mesh::create(std::move(vertices_), std::move(faces_)).map_error([&](const std::string& why) {
            return path + ": " + why;
        });
    }

    static bool isFinite(const Corner& corner) {
        return std::isfinite(corner[0]) && std::isfinite(corner[1]) && std::isfinite(corner[2]);
    }

private:
    Index indexOf(const Corner& v) {
        const auto [entry, isNew] = indices_.try_emplace(v, static_cast<Index>(vertices_.size()));
        if (isNew) vertices_.emplace_back(v[0], v[1], v[2]);
        return entry->second;
    }

    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
    std::map<Corner, Index> indices_;
};

}  // namespace ricochet
