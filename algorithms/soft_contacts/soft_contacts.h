#pragma once

#include "algorithms/round_shapes/separation_side.h"
#include "algorithms/soft_contacts/soft_surface.h"

namespace ricochet::soft_contacts {

using round_shapes::SolidQuery;

/// A plane that a node must not pass in a step.
struct NodeContact {
    Index node;
    Index face;     ///< of the mesh
    Vec3 normal;    ///< unit, in the mesh's frame, to the side of the soft body
    Vec3 onMesh;    ///< metres, in the mesh's frame
    Real approach;  ///< metres by which the node may approach along the normal; negative: it must recede
};

/// Appends the contacts of a soft body with a mesh in a step, for nodes that would come closer than `margin`
/// (metres) or cross the surface:
/// - nodes with faces: a node that crosses a face stays on the side where it starts; one that starts inside a
///   solid leaves it by the nearest face, and one below a terrain upwards;
/// - faces with convex vertices of the mesh, and edges with convex edges of the mesh, each as contacts of its
///   nodes that together keep the touching points apart.
/// Contacts of nodes with faces come last, as what acts last in a sweep holds best. Deterministic.
void findContacts(const SolidQuery& mesh, const SoftMotion& body, Real margin, std::vector<NodeContact>& out);

/// Where a node must end a step.
struct HeldNode {
    Index node;
    Vec3 end;  ///< metres, in the mesh's frame
};

/// Appends the nodes that cross the surface in a step, and where they end it without: as their contacts would
/// leave them, or where they start if that crosses another face. For paths that end where a solver left them,
/// whose springs pull nodes on that have no contact. Deterministic.
void findHeldNodes(const SolidQuery& mesh, const SoftMotion& body, Real margin, std::vector<HeldNode>& out);

}  // namespace ricochet::soft_contacts
