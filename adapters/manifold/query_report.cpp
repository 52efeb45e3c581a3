#include "adapters/manifold/query_report.h"

#include "adapters/shapes/convert.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Shows the touched faces to the result's callback, in the order of the result's two bodies: a compound
/// passes its children in its own order.
void reportContact(const ContactSide& a, const ContactSide& b, const ContactPoint& contact,
                   btManifoldResult& result) {
    const bool isSwapped = result.getBody0Internal() != &a.object();
    const ContactSide &first = isSwapped ? b : a, &second = isSwapped ? a : b;
    const Index face0 = isSwapped ? contact.faceB : contact.faceA;
    const Index face1 = isSwapped ? contact.faceA : contact.faceB;
    const TouchedFace touched0(first, face0), touched1(second, face1);
    const FaceName name0 = faceName(first, face0), name1 = faceName(second, face1);
    const btCollisionObjectWrapper *const wrap0 = result.getBody0Wrap(), *const wrap1 = result.getBody1Wrap();
    result.setBody0Wrap(&touched0.wrap());
    result.setBody1Wrap(&touched1.wrap());
    result.setShapeIdentifiersA(name0.part, name0.triangle);
    result.setShapeIdentifiersB(name1.part, name1.triangle);
    const Vec3 onB = contact.onB + Real(b.margin) * contact.normal;
    result.addContactPoint(normalToBullet(contact.normal), toBullet(onB), btScalar(contact.distance));
    result.setBody0Wrap(wrap0);
    result.setBody1Wrap(wrap1);
}

}  // namespace

int reportContacts(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
                   btScalar farthest, btPersistentManifold* manifold, btManifoldResult& result) {
    btPersistentManifold passing(&a.object(), &b.object(), 0, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    btPersistentManifold* const before = result.getPersistentManifold();
    result.setPersistentManifold(manifold ? manifold : &passing);
    int count = 0;
    for (const ContactPoint& contact : contacts.points) {
        if (contact.distance > farthest) continue;
        reportContact(a, b, contact, result);
        ++count;
    }
    result.setPersistentManifold(before);
    return count;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
