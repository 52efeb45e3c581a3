#include "algorithms/geometry/fine_number.h"

#include "tests/support/random_geometry.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace ricochet {
namespace {

/// Both parts: the rounded number, and what a difference from it leaves.
mpq_class valueOf(const FineNumber& number) {
    const double high = static_cast<double>(number);
    return mpq_class(high) + mpq_class(static_cast<double>(number - FineNumber(high)));
}

/// With bits in both parts.
FineNumber anyFineNumber(Random& random) {
    const double high = std::ldexp(uniform(random, -1, 1), pick(random, 41) - 20);
    return FineNumber(high) + FineNumber(high * uniform(random, -0x1p-54, 0x1p-54));
}

void expectNear(const FineNumber& found, const mpq_class& exact) {
    const mpq_class error = abs(valueOf(found) - exact), bound = abs(exact) * mpq_class(0x1p-101);
    EXPECT_LE(error, bound) << exact.get_d();
}

TEST(FineNumber, HasAHundredBits) {
    Random random(63);
    for (int i = 0; i < 20000; ++i) {
        const FineNumber a = anyFineNumber(random), b = anyFineNumber(random);
        const mpq_class exactA = valueOf(a), exactB = valueOf(b);
        expectNear(a + b, exactA + exactB);
        expectNear(a - b, exactA - exactB);
        expectNear(a * b, exactA * exactB);
        expectNear(a / b, exactA / exactB);
        const mpq_class root = valueOf(sqrt(abs(a)));
        // (1 + e)^2 is 1 + 2 e
        EXPECT_LE(abs(root * root - abs(exactA)), abs(exactA) * mpq_class(0x1p-100));
    }
}

/// All but the last bits cancel.
TEST(FineNumber, ADifferenceOfNeighboursHasItsBits) {
    Random random(64);
    for (int i = 0; i < 20000; ++i) {
        const FineNumber a = anyFineNumber(random);
        const FineNumber b = a + FineNumber(static_cast<double>(a) * uniform(random, -0x1p-50, 0x1p-50));
        expectNear(a - b, valueOf(a) - valueOf(b));
        EXPECT_EQ(a < b, valueOf(a) < valueOf(b));
        EXPECT_EQ(a > b, valueOf(a) > valueOf(b));
    }
}

TEST(FineNumber, OfWhatIsNotFinite) {
    EXPECT_TRUE(std::isnan(static_cast<double>(sqrt(FineNumber(-1)))));
    EXPECT_FALSE(FineNumber(std::nan("")) > FineNumber(0));
    EXPECT_EQ(static_cast<double>(sqrt(FineNumber(0))), 0);
}

}  // namespace
}  // namespace ricochet
