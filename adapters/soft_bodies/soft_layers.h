#pragma once

#include "adapters/soft_bodies/soft_body.h"
#include "algorithms/soft_contacts/layer_contacts.h"

#include <BulletSoftBody/btSoftBody.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Whether they are the shapes of soft bodies whose faces collide with soft bodies
/// (`btSoftBody::fCollision::VF_SS`): neither clusters nor deformable bodies.
bool areSoftByFaces(const btCollisionShape& shape0, const btCollisionShape& shape1);

/// Whether a body of that kind collides with itself (`btSoftBody::setSelfCollision`).
bool collidesWithItself(const btSoftBody& body);

/// Metres: how close the layers of two soft bodies, or of one, are when they touch.
Real layerThickness(const btSoftBody& a, const btSoftBody& b);

/// Positions of all nodes in the world: at the start of the step, and at its end as it is now known.
struct SoftBodyEnds {
    std::vector<Vec3> from, to;

    /// Returns whether all are finite.
    bool update(const btSoftBody& body);
};

/// Writes contacts to bodies (`btSoftBody::m_scontacts`), where Bullet's solver reads them. The faces to
/// which they refer are stored here until the next call.
class LayerContactWriter {
public:
    /// For two bodies both get the contacts, as each is solved by itself; for one with itself pass it twice.
    void write(btSoftBody& a, btSoftBody& b, std::span<const soft_contacts::LayerContact> contacts);

private:
    std::vector<btSoftBody::Face> faces_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
