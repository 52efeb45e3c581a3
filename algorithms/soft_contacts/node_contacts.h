#pragma once

#include "algorithms/soft_contacts/soft_contacts.h"

namespace ricochet::soft_contacts {

inline constexpr Real kNoLength = 1e-9;  ///< of the margin: a shorter difference has no direction

/// A face of the mesh near a part of the soft body, and its box.
struct NearFace {
    Index face;
    Aabb box;
};

/// Appends the contact of a node with the mesh, if there is one. `faces`: at least those that are closer than
/// the margin to the node's path.
void findNodeContact(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                     std::span<const NearFace> faces, std::vector<NodeContact>& out);

/// For nodes that no face is near: all are on the same side of the mesh.
void findContactsInside(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                        std::span<const Index> nodes, std::vector<NodeContact>& out);

}  // namespace ricochet::soft_contacts
