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

/// Appends the contact of a node that crosses one of these faces or ends the step closer than the margin to
/// one; returns whether it does. `faces`: at least those that are closer than the margin to the node's path.
bool findNodeContact(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                     std::span<const NearFace> faces, std::vector<NodeContact>& out);

/// For nodes that do neither. `faces`: at least those in a box around all their ends; `boxes`: of these. Two
/// nodes are on the same side of the mesh if no face is between them.
void findContactsInside(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                        std::span<const Index> nodes, std::span<const NearFace> faces, const BoxList& boxes,
                        std::vector<NodeContact>& out);

}  // namespace ricochet::soft_contacts
