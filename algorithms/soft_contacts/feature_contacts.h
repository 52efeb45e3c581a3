#pragma once

#include "algorithms/soft_contacts/node_contacts.h"

namespace ricochet::soft_contacts {

/// Convex features of the mesh near a part of the soft body.
struct NearFeatures {
    struct Vertex {
        Index vertex;  ///< welded
        Vec3 position;
    };
    std::vector<Vertex> vertices;
    std::vector<Index> edges;  ///< of fronts
    BoxList boxesOfVertices, boxesOfEdges;

    /// Replaces them by those of `faces`.
    void collect(const SolidQuery& mesh, std::span<const NearFace> faces);
};

/// Appends the contacts of a part's faces with vertices of the mesh, and of its edges with edges of the mesh:
/// contacts of the nodes of each, for those that come closer than nine tenths of the margin: what nodes at
/// the margin hold on a smooth mesh needs no more contacts. `body`: nodes end the step where their own
/// contacts leave them. `near`: at least the features that are closer than the margin to the paths of the
/// part's faces and edges.
void findFeatureContacts(const SolidQuery& mesh, const SoftMotion& body, const SoftPart& part, Real margin,
                         const NearFeatures& near, std::vector<NodeContact>& out);

}  // namespace ricochet::soft_contacts
