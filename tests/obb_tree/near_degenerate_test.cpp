#include "algorithms/obb_tree/obb_tree.h"
#include "tests/support/lattice_agreement.h"

namespace ricochet::test {
namespace {

TEST(ObbTreeNearDegenerate, AgreesWithTheExactTestOnAMillionPairsThatHardlyTouch) {
    expectAgreementOnLattices<ObbTree>(62);
}

}  // namespace
}  // namespace ricochet::test
