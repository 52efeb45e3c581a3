#pragma once

#include "adapters/precision.h"
#include "algorithms/soft_contacts/soft_contacts.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>

#include <span>
#include <vector>

class btSoftBody;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Whether it is the shape of a soft body whose nodes collide with rigid bodies
/// (`btSoftBody::fCollision::SDF_RS`), or of a deformable one: not of clusters.
bool isSoftByNodes(const btCollisionShape& shape);

/// Whether it is a body of Bullet's deformable worlds whose nodes or faces collide with rigid bodies
/// (`btSoftBody::fCollision::SDF_RD`, and `SDF_RDN` or `SDF_RDF`). Reduced models are not.
bool isDeformable(const btSoftBody& body);

/// What is kept of a soft body from step to step: its features, in parts.
class SoftBodyFeatures {
public:
    /// Reads them anew if there are others by now. Of a body with faces, their edges are its edges; of one
    /// without, a rope, its links.
    void update(const btSoftBody& body);

    const soft_contacts::SoftTopology& topology() const { return topology_; }
    const std::vector<soft_contacts::SoftPart>& parts() const { return parts_; }
    const soft_contacts::SoftElements& elements() const { return elements_; }

private:
    soft_contacts::SoftTopology topology_;
    std::vector<soft_contacts::SoftPart> parts_;
    soft_contacts::SoftElements elements_;
    int links_ = -1;
};

/// Positions of all nodes in the frame of what a soft body meets: at the start of the step, and where they
/// would be at its end without contacts, both bodies moving as they do now.
struct SoftBodyPaths {
    std::vector<Vec3> from, to;

    /// Returns whether all are finite.
    bool update(const btSoftBody& body, const btCollisionObjectWrapper& partner);
    /// After Bullet's solver: the ends are where it left the nodes, and `mesh` where the partner is by now.
    /// Returns whether all are finite.
    bool updateEnds(const btSoftBody& body, const btTransform& mesh);
};

/// Moves nodes to where they must end the step. `mesh`: the frame of these positions in the world. Fixed
/// nodes and those attached to rigid bodies stay.
void moveNodes(btSoftBody& body, const btTransform& mesh, std::span<const soft_contacts::HeldNode> held);

/// Writes the contacts of nodes to the body (`btSoftBody::m_rcontacts`; of a deformable one
/// `m_nodeRigidContacts`), where its solver reads them, and wakes `partner`. Nodes attached to rigid bodies
/// have none. Returns how many there are.
int writeContacts(btSoftBody& body, const btCollisionObjectWrapper& partner,
                  const std::vector<soft_contacts::NodeContact>& contacts);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
