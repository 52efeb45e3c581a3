// Shewchuk. Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates. 1997.
// Here zero terms are dropped as they arise and there are no adaptive stages: if differences of coordinates
// are exact, or many products vanish, the sums stay short without them.
#pragma once

#include <algorithm>
#include <cmath>

namespace ricochet {

/// A real number as an exact sum of doubles: ascending magnitude, no two overlap, none is zero.
/// All operations are exact as long as nothing overflows or underflows.
template <int Capacity>
struct Expansion {
    double terms[Capacity];  ///< the first `size` are set
    int size = 0;

    Expansion() = default;
    Expansion(const Expansion& other) : size(other.size) { std::copy_n(other.terms, size, terms); }
    Expansion& operator=(const Expansion&) = delete;

    void append(double term) {
        if (term != 0) terms[size++] = term;
    }
    int sign() const { return size == 0 ? 0 : (terms[size - 1] > 0 ? 1 : -1); }
};

/// The result of an operation: the rounded value and the rounding error.
struct RoundedSum {
    double value;
    double error;
};

/// Knuth's two-sum.
inline RoundedSum twoSum(double a, double b) {
    const double value = a + b;
    const double ofB = value - a;
    return {value, (a - (value - ofB)) + (b - ofB)};
}

/// Dekker's product. Not std::fma, which is a slow emulation where the processor lacks it.
inline RoundedSum twoProduct(double a, double b) {
    constexpr double kSplitter = 134217729;  // 2^27 + 1: cuts 53 bits into 26 and 26
    const double wideA = kSplitter * a;
    const double highA = wideA - (wideA - a);
    const double lowA = a - highA;
    const double wideB = kSplitter * b;
    const double highB = wideB - (wideB - b);
    const double lowB = b - highB;
    const double value = a * b;
    return {value, lowA * lowB - (((value - highA * highB) - lowA * highB) - highA * lowB)};
}

inline Expansion<2> difference(double a, double b) {
    const RoundedSum sum = twoSum(a, -b);
    Expansion<2> result;
    result.append(sum.error);
    result.append(sum.value);
    return result;
}

template <int N>
Expansion<N> negated(Expansion<N> e) {
    for (int i = 0; i < e.size; ++i) e.terms[i] = -e.terms[i];
    return e;
}

/// Merges by magnitude and carries the running sum upwards (Shewchuk's fast expansion sum). The first term
/// is carried unchanged: added to zero, a NaN would produce an extra term.
template <int Capacity, int N, int M>
void addInto(Expansion<Capacity>& result, const Expansion<N>& e, const Expansion<M>& f) {
    int i = 0, j = 0;
    const auto next = [&] {
        const bool takeE = j == f.size || (i < e.size && std::abs(e.terms[i]) < std::abs(f.terms[j]));
        return takeE ? e.terms[i++] : f.terms[j++];
    };
    result.size = 0;
    if (e.size + f.size == 0) return;
    double carry = next();
    while (i < e.size || j < f.size) {
        const RoundedSum sum = twoSum(carry, next());
        result.append(sum.error);
        carry = sum.value;
    }
    result.append(carry);
}

template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
    Expansion<N + M> result;
    addInto(result, e, f);
    return result;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
    return e + negated(f);
}

template <int N>
Expansion<2 * N> scaled(const Expansion<N>& e, double factor) {
    Expansion<2 * N> result;
    if (e.size == 0) return result;
    const RoundedSum first = twoProduct(e.terms[0], factor);
    result.append(first.error);
    double carry = first.value;
    for (int i = 1; i < e.size; ++i) {
        const RoundedSum product = twoProduct(e.terms[i], factor);
        const RoundedSum low = twoSum(carry, product.error);
        const RoundedSum high = twoSum(product.value, low.value);
        result.append(low.error);
        result.append(high.error);
        carry = high.value;
    }
    result.append(carry);
    return result;
}

template <int N, int M>
Expansion<2 * N * M> operator*(const Expansion<N>& e, const Expansion<M>& f) {
    Expansion<2 * N * M> sums[2];  // the sum so far and the next one, alternating
    for (int j = 0; j < f.size; ++j) addInto(sums[(j + 1) % 2], sums[j % 2], scaled(e, f.terms[j]));
    return sums[f.size % 2];
}

}  // namespace ricochet
