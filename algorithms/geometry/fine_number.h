// Joldes, Muller, Popescu. Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
// Arithmetic. 2017. The square root is one step of Newton's method from the rounded one.
#pragma once

#include "algorithms/geometry/expansion.h"
#include "algorithms/geometry/types.h"

#include <cmath>

namespace ricochet {

/// A number of 106 bits: the sum of two doubles that do not overlap. Unlike `long double`, which has 53, 64,
/// 106 or 113 bits, its results have the same bits on every processor and system. Relative errors are below
/// 2^-101 as long as nothing overflows or underflows.
class FineNumber {
public:
    FineNumber(double value = 0) : high_(value) {}
    explicit operator double() const { return high_; }

    friend FineNumber operator-(const FineNumber& a) { return FineNumber(-a.high_, -a.low_); }
    friend FineNumber operator+(const FineNumber& a, const FineNumber& b) {
        const RoundedSum high = twoSum(a.high_, b.high_), low = twoSum(a.low_, b.low_);
        const FineNumber sum = ordered(high.value, high.error + low.value);
        return ordered(sum.high_, low.error + sum.low_);
    }
    friend FineNumber operator-(const FineNumber& a, const FineNumber& b) { return a + -b; }
    friend FineNumber operator*(const FineNumber& a, const FineNumber& b) {
        const RoundedSum product = twoProduct(a.high_, b.high_);
        return ordered(product.value, product.error + (a.high_ * b.low_ + a.low_ * b.high_));
    }
    friend FineNumber operator/(const FineNumber& a, const FineNumber& b) {
        const double quotient = a.high_ / b.high_;
        const FineNumber rest = a - b * FineNumber(quotient);
        return ordered(quotient, rest.high_ / b.high_);
    }
    friend FineNumber sqrt(const FineNumber& a) {
        const double root = std::sqrt(a.high_);
        if (!(root > 0)) return root;
        const FineNumber rest = a - FineNumber(root) * FineNumber(root);
        return ordered(root, rest.high_ / (2 * root));
    }
    friend FineNumber abs(const FineNumber& a) { return a.high_ < 0 ? -a : a; }

    FineNumber& operator+=(const FineNumber& b) { return *this = *this + b; }
    FineNumber& operator-=(const FineNumber& b) { return *this = *this - b; }
    FineNumber& operator*=(const FineNumber& b) { return *this = *this * b; }
    FineNumber& operator/=(const FineNumber& b) { return *this = *this / b; }
    friend bool operator<(const FineNumber& a, const FineNumber& b) { return (a - b).high_ < 0; }
    friend bool operator>(const FineNumber& a, const FineNumber& b) { return b < a; }

private:
    FineNumber(double high, double low) : high_(high), low_(low) {}

    /// Dekker's sum of two numbers, the first of which is not the smaller one.
    static FineNumber ordered(double high, double low) {
        const double sum = high + low;
        return {sum, low - (sum - high)};
    }

    double high_ = 0;  ///< the number, rounded
    double low_ = 0;   ///< what is left
};

}  // namespace ricochet

/// Lets Eigen compute with it.
template <>
struct Eigen::NumTraits<ricochet::FineNumber> : Eigen::GenericNumTraits<ricochet::FineNumber> {
    using Real = ricochet::FineNumber;
    using NonInteger = ricochet::FineNumber;
    using Nested = ricochet::FineNumber;
    enum {
        IsComplex = 0,
        IsInteger = 0,
        IsSigned = 1,
        RequireInitialization = 1,
        ReadCost = 2,
        AddCost = 20,
        MulCost = 25
    };
};
