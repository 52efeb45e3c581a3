#include "adapters/shapes/convert.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Convert, AVectorSurvivesTheRoundTrip) {
    const btVector3 v(btScalar(0.3), btScalar(-7.25), btScalar(1e-3));
    EXPECT_EQ(toBullet(toVec3(v)), v);
    EXPECT_EQ(toVec3(v).y(), -7.25);
}

TEST(Convert, APoseSurvivesTheRoundTripAndMapsLikeItsTransform) {
    const btTransform transform(btQuaternion(btVector3(1, 2, 3).normalized(), btScalar(0.7)),
                                btVector3(btScalar(0.3), -5, btScalar(2.5)));
    EXPECT_TRUE(toBullet(toPose(transform)) == transform);
    const btVector3 point(btScalar(1.5), btScalar(-0.2), 4);
    const Vec3 placed = transformPoint(toPose(transform), toVec3(point));
    EXPECT_LT((placed - toVec3(transform * point)).norm(), 1e-5);
}

TEST(Convert, AMatrixThatIsNotARotationIsUnchanged) {
    const btMatrix3x3 m(2, 3, 4, 5, 6, 7, 8, 9, 11);
    EXPECT_TRUE(toBullet(toMatrix3(m)) == m);
    EXPECT_EQ(toMatrix3(m)(0, 2), 4);
    EXPECT_EQ(toMatrix3(m)(2, 0), 8);
}

}  // namespace
}  // namespace ricochet
