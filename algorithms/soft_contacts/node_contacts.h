#pragma once

#include "algorithms/geometry/box_list.h"
#include "algorithms/soft_contacts/soft_contacts.h"

namespace ricochet::soft_contacts {

inline constexpr Real kNoLength = 1e-9;  ///< of the margin: a shorter difference has no direction

/// A face of the mesh near a part of the soft body, and its box.
struct NearFace {
    Index face;
    Aabb box;
};

/// The first of these faces that a path crosses from its front; kNone if none.
Index firstCrossed(const SolidQuery& mesh, const Vec3& from, const Vec3& to, std::span<const NearFace> faces);

/// Appends the contact of a node that crosses one of these faces; returns whether it does.
bool findCrossing(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                  std::span<const NearFace> faces, std::vector<NodeContact>& out);

/// Appends the contact of a node with the mesh, if there is one. `faces`: at least those that are closer than
/// the margin to the node's path.
void findNodeContact(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                     std::span<const NearFace> faces, std::vector<NodeContact>& out);

/// For nodes that end the step farther than the margin from all faces. `boxes`: of at least the faces in a
/// box around all these ends. Two nodes are on the same side of the mesh if no face is in a box around them.
void findContactsInside(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                        std::span<const Index> nodes, const BoxList& boxes, std::vector<NodeContact>& out);

}  // namespace ricochet::soft_contacts
