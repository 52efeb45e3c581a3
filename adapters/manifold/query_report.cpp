#include "adapters/manifold/query_report.h"

#include "adapters/shapes/convert.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Assigns the result's two bodies to the sides: a compound passes its children in its own order.
struct ResultOrder {
    const ContactSide& first;
    const ContactSide& second;
    ResultOrder(const ContactSide& a, const ContactSide& b, const btManifoldResult& result)
        : first(result.getBody0Internal() == &a.object() ? a : b), second(&first == &a ? b : a) {}
};

/// During its lifetime, the result passes the touched faces to its callback.
class ShowFaces {
public:
    ShowFaces(const TouchedFace& first, const TouchedFace& second, btManifoldResult& result)
        : result_(result), wrap0_(result.getBody0Wrap()), wrap1_(result.getBody1Wrap()) {
        result.setBody0Wrap(&first.wrap());
        result.setBody1Wrap(&second.wrap());
    }
    ~ShowFaces() {
        result_.setBody0Wrap(wrap0_);
        result_.setBody1Wrap(wrap1_);
    }

private:
    btManifoldResult& result_;
    const btCollisionObjectWrapper* wrap0_;
    const btCollisionObjectWrapper* wrap1_;
};

void reportContact(const ContactSide& a, const ContactSide& b, const ContactPoint& contact,
                   btManifoldResult& result) {
    const ResultOrder order(a, b, result);
    const bool isSwapped = &order.first != &a;
    const Index face0 = isSwapped ? contact.faceB : contact.faceA;
    const Index face1 = isSwapped ? contact.faceA : contact.faceB;
    const TouchedFace first(order.first, face0), second(order.second, face1);
    const ShowFaces shown(first, second, result);
    const FaceName name0 = faceNameOf(order.first, face0), name1 = faceNameOf(order.second, face1);
    result.setShapeIdentifiersA(name0.part, name0.triangle);
    result.setShapeIdentifiersB(name1.part, name1.triangle);
    const Vec3 onB = contact.onB + Real(b.margin) * contact.normal;
    result.addContactPoint(toBullet(contact.normal), toBullet(onB), btScalar(contact.distance));
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
