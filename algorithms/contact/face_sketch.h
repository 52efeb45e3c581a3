#pragma once

#include "algorithms/contact/normal_cones.h"
#include "algorithms/geometry/mesh_topology.h"

#include <Eigen/Core>

namespace ricochet {

inline constexpr float kConeError = 1e-5f;  // of cosines of sketches' directions

/// A face in float, four numbers at a time: what a filter needs to tell that it has nothing to do with
/// another face. In the mesh's frame, or moved to another's.
struct FaceSketch {
    using Four = Eigen::Array4f;
    using Corners = std::uint8_t;  ///< bit k: corner k, or the border from it to the next

    Four x, y, z;  ///< of the corners, metres; the last is the first again
    /// Four planes, right · p + offset: the face's own, with its outer side positive, then those across its
    /// borders, with the face positive.
    Four planeX, planeY, planeZ, planeOffset;
    Eigen::Vector3f coneAxis;
    Corners ownVertices;     ///< vertices that the face stands for and that may touch something
    Corners ownEdges;        ///< convex edges that it stands for
    Corners concaveBorders;  ///< past these a contact may lie
    bool isSliver;           ///< its planes are noise

    /// Distances of a point, as the planes count them.
    Four distances(float px, float py, float pz) const {
        return planeX * px + planeY * py + planeZ * pz + planeOffset;
    }
    Four distances(const FaceSketch& of, int corner) const {
        return distances(of.x[corner], of.y[corner], of.z[corner]);
    }
};
static_assert(sizeof(FaceSketch) == 128);

std::vector<FaceSketch> sketchFaces(const Mesh& mesh, const MeshTopology& topology,
                                    std::span<const NormalCone> cones);

FaceSketch moved(const FaceSketch& sketch, const Eigen::Matrix3f& rotation,
                 const Eigen::Vector3f& translation);

}  // namespace ricochet
