#include "algorithms/geometry/expansion.h"

#include "tests/support/random_geometry.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace ricochet {
namespace {

template <int N>
mpq_class valueOf(const Expansion<N>& e) {
    mpq_class sum;
    for (int i = 0; i < e.size; ++i) sum += mpq_class(e.terms[i]);
    return sum;
}

/// The value of the least significant bit that is set.
double lastBit(double value) {
    int exponent;
    const auto bits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    return std::ldexp(static_cast<double>(bits & -bits), exponent - 53);
}

/// No term is zero, and each is smaller than the last bit of the next.
template <int N>
bool isWellFormed(const Expansion<N>& e) {
    for (int i = 0; i < e.size; ++i) {
        if (e.terms[i] == 0) return false;
        if (i > 0 && std::abs(e.terms[i - 1]) >= lastBit(e.terms[i])) return false;
    }
    return e.size <= N;
}

double randomDouble(Random& random) { return std::ldexp(uniform(random, -1, 1), pick(random, 61) - 30); }

TEST(Expansion, SumsAndProductsAreExact) {
    Random random(61);
    for (int i = 0; i < 5000; ++i) {
        const double a = randomDouble(random), b = randomDouble(random);
        const double c = randomDouble(random), d = randomDouble(random);
        const auto ab = difference(a, b);
        const auto cd = difference(c, d);
        EXPECT_EQ(valueOf(ab), mpq_class(a) - mpq_class(b));
        EXPECT_EQ(valueOf(ab + cd), valueOf(ab) + valueOf(cd));
        EXPECT_EQ(valueOf(ab - cd), valueOf(ab) - valueOf(cd));
        EXPECT_EQ(valueOf(ab * cd), valueOf(ab) * valueOf(cd));
        EXPECT_EQ(valueOf((ab * cd) * (ab - cd)), valueOf(ab) * valueOf(cd) * (valueOf(ab) - valueOf(cd)));
    }
}

TEST(Expansion, NanDoesNotExceedTheCapacity) {
    for (double bad : {std::nan(""), HUGE_VAL, 1e308}) {
        const auto a = difference(bad, 1), b = difference(0.1, bad);
        const auto product = a * b;
        const auto sum = product + a;
        EXPECT_LE(a.size, 2);
        EXPECT_LE(product.size, 8);
        EXPECT_LE(sum.size, 10);
        EXPECT_LE((product * sum).size, 160);
    }
}

TEST(Expansion, TermsGrowAndNoneIsZero) {
    Random random(62);
    for (int i = 0; i < 5000; ++i) {
        const auto a = difference(randomDouble(random), randomDouble(random));
        const auto b = difference(randomDouble(random), randomDouble(random));
        EXPECT_TRUE(isWellFormed(a) && isWellFormed(a * b) && isWellFormed((a * b) * (a + b)));
        EXPECT_EQ((a * b - b * a).size, 0);
    }
}

TEST(Expansion, SignIsThatOfTheValue) {
    EXPECT_EQ(difference(1, 1).sign(), 0);
    EXPECT_EQ((difference(1, 0) - difference(1, -0x1p-60)).sign(), -1);
    EXPECT_EQ(difference(0x1p-300, 0x1p-301).sign(), 1);
}

TEST(Expansion, StaysShortIfDifferencesAreExact) {
    const auto left = difference(3, 1) * difference(7, 2);
    EXPECT_EQ(left.size, 1);
    EXPECT_EQ((left * difference(5, 4)).size, 1);
}

}  // namespace
}  // namespace ricochet
