#pragma once

#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

/// A closed torus of 2,304 triangles about the z axis: radius 1 m to the middle of its tube of radius 0.3 m.
struct Torus {
    std::vector<double> coordinates;
    std::vector<unsigned> corners;  ///< three of each triangle

    Torus() {
        constexpr unsigned kRound = 48, kTube = 24;
        for (unsigned i = 0; i < kRound; ++i) {
            for (unsigned j = 0; j < kTube; ++j) {
                const double u = 2 * M_PI * i / kRound, v = 2 * M_PI * j / kTube;
                const double radius = 1 + 0.3 * std::cos(v);
                for (double x : {radius * std::cos(u), radius * std::sin(u), 0.3 * std::sin(v)})
                    coordinates.push_back(x);
                const unsigned here = i * kTube + j, nextTube = i * kTube + (j + 1) % kTube;
                const unsigned nextRound = (i + 1) % kRound * kTube + j;
                const unsigned across = (i + 1) % kRound * kTube + (j + 1) % kTube;
                for (unsigned corner : {here, nextRound, across, here, across, nextTube})
                    corners.push_back(corner);
            }
        }
    }
};

inline void writeObj(const Torus& torus, const std::string& file) {
    std::ofstream out(file);
    out.precision(9);
    const auto& x = torus.coordinates;
    for (std::size_t i = 0; i < x.size(); i += 3) {
        out << "v " << x[i] << ' ' << x[i + 1] << ' ' << x[i + 2] << '\n';
    }
    const auto& f = torus.corners;
    for (std::size_t i = 0; i < f.size(); i += 3) {
        out << "f " << f[i] + 1 << ' ' << f[i + 1] + 1 << ' ' << f[i + 2] + 1 << '\n';
    }
}
