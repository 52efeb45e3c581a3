#pragma once

#include <LinearMath/btQuaternion.h>
#include <LinearMath/btVector3.h>

#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::scenes {

/// Seeded random numbers that are the same with every standard library, unlike its distributions.
class Random {
public:
    explicit Random(unsigned seed) : generator_(seed) {}

    double between(double low, double high) { return low + (high - low) * (generator_() / 4294967296.0); }

    int below(int count) { return static_cast<int>(generator_() % static_cast<unsigned>(count)); }

    /// Uniform in a disc about the y axis.
    btVector3 inDisc(double radius) {
        const double angle = between(0, 2 * std::numbers::pi);
        const double distance = radius * std::sqrt(between(0, 1));
        return {btScalar(distance * std::cos(angle)), 0, btScalar(distance * std::sin(angle))};
    }

    /// Shoemake. Uniform Random Rotations. Graphics Gems III, 1992.
    btQuaternion rotation() {
        const double u = between(0, 1);
        const double alpha = between(0, 2 * std::numbers::pi);
        const double beta = between(0, 2 * std::numbers::pi);
        const double a = std::sqrt(1 - u);
        const double b = std::sqrt(u);
        return {btScalar(a * std::sin(alpha)), btScalar(a * std::cos(alpha)), btScalar(b * std::sin(beta)),
                btScalar(b * std::cos(beta))};
    }

private:
    std::mt19937 generator_;
};

}  // namespace ricochet::scenes
