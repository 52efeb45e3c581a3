#include "demos/app/quantities.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::app {
namespace {

TEST(Quantities, HaveThreeDigits) {
    EXPECT_EQ(threeDigits(0), "0");
    EXPECT_EQ(threeDigits(1), "1");
    EXPECT_EQ(threeDigits(-12.3456), "-12.3");
    EXPECT_EQ(threeDigits(0.0012345), "0.00123");
    EXPECT_EQ(threeDigits(14369.4), "14369");
    EXPECT_EQ(threeDigits(1.5e7), "1.50e+07");
    EXPECT_EQ(threeDigits(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Quantities, AreInTheUnitThatFits) {
    EXPECT_EQ(lengthText(0), "0 mm");
    EXPECT_EQ(lengthText(0.0123), "1.23 cm");
    EXPECT_EQ(lengthText(-4.5e-5), "-45 um");
    EXPECT_EQ(lengthText(0.99999), "1 m");
    EXPECT_EQ(massText(0.45), "450 g");
    EXPECT_EQ(timeText(0.0614), "61.4 us");
    EXPECT_EQ(timeText(1500), "1.5 s");
}

TEST(Quantities, CountsHaveCommas) {
    EXPECT_EQ(countText(0), "0");
    EXPECT_EQ(countText(999), "999");
    EXPECT_EQ(countText(143690), "143,690");
}

}  // namespace
}  // namespace ricochet::app
