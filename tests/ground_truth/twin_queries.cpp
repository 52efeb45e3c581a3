#include "tests/ground_truth/twins.h"
#include "tests/support/rational_oracle.h"
#include "tests/support/triangle_cases.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>

namespace ricochet::twins {
namespace {

constexpr int kRecordsPerKind = 32, kMotionsPerFile = 96;

bool isDegenerate(const Triangle& t) {
    const Vec3 off = t[0] + Vec3(1, 2, 4), other = t[0] + Vec3(4, 1, -2), third = t[0] + Vec3(-2, 4, 1);
    return rational::orient3d(t[0], t[1], t[2], off) == 0 &&
           rational::orient3d(t[0], t[1], t[2], other) == 0 &&
           rational::orient3d(t[0], t[1], t[2], third) == 0;
}

/// Points as a record holds them: float32 values in its bytes. Labels are those of what is read back from
/// there (g++ 12 drops some of the roundings of doubles to float and back).
class FloatPoints {
public:
    explicit FloatPoints(std::span<const Vec3> points) {
        for (const Vec3& point : points) {
            const Eigen::Vector3f floats = point.cast<float>();
            bytes_.append(reinterpret_cast<const char*>(floats.data()), kPointBytes);
        }
    }

    Vec3 operator[](std::size_t i) const {
        Eigen::Vector3f floats;
        std::memcpy(floats.data(), bytes_.data() + i * kPointBytes, kPointBytes);
        return floats.cast<Real>();
    }
    Triangle triangle(std::size_t first) const {
        return {(*this)[first], (*this)[first + 1], (*this)[first + 2]};
    }

    std::string record(std::array<unsigned char, 4> head) const {
        return std::string(head.begin(), head.end()) + bytes_;
    }

private:
    static constexpr std::size_t kPointBytes = 3 * sizeof(float);
    std::string bytes_;
};

std::string triangleRecords() {
    constexpr unsigned char kOverlapNotGiven = 255;
    Random random(76);
    std::string bytes;
    unsigned char kindNumber = 0;
    for (const auto& kind : trianglePairKinds()) {
        for (int i = 0; i < kRecordsPerKind; ++i) {
            const auto [p, q] = kind.make(random);
            const FloatPoints points(std::array{p[0], p[1], p[2], q[0], q[1], q[2]});
            const Triangle a = points.triangle(0), b = points.triangle(3);
            const unsigned char meet = rational::hullsMeet(a, b), flat = isDegenerate(a) || isDegenerate(b);
            bytes += points.record({kindNumber, meet, kOverlapNotGiven, flat});
        }
        ++kindNumber;
    }
    return bytes;
}

std::string boxRecords() {
    Random random(64);
    std::string bytes;
    unsigned char kindNumber = 0;
    for (const auto& kind : triangleAndBoxKinds()) {
        for (int i = 0; i < kRecordsPerKind; ++i) {
            const auto [t, made] = kind.make(random);
            const FloatPoints points(std::array{made.min, made.max, t[0], t[1], t[2]});
            const Aabb box = {points[0], points[1]};
            const unsigned char meet = rational::hullsMeet(points.triangle(2), cornersOf(box));
            const unsigned char flat = (box.size().array() == 0).any();
            bytes += points.record({kindNumber, meet, flat, 0});
        }
        ++kindNumber;
    }
    return bytes;
}

/// Two features that move straight and evenly without turning. Coordinates are whole 256ths below 32, so
/// that 40 bits of time times a displacement are exact in double.
struct Motion {
    std::array<Vec3, 4> at0;
    Vec3 displacementA, displacementB;
    std::size_t cornersOfA;  ///< 1: a vertex against a face, 2: edges

    Vec3 displacement(std::size_t corner) const {
        return corner < cornersOfA ? displacementA : displacementB;
    }
};

/// By twice the vector from A's middle to B's, so that they meet at half the time.
Vec3 throughB(const Motion& motion) {
    const auto& p = motion.at0;
    return motion.cornersOfA == 1 ? Vec3((p[1] + p[2]) / 2 + p[3] - 2 * p[0])
                                  : Vec3(p[2] + p[3] - p[0] - p[1]);
}

/// Corners on a lattice: touching, in one plane and parallel all the time. Half of the motions aim at B, and
/// of every other one a corner is then moved a little.
Motion randomMotion(Random& random, std::size_t cornersOfA) {
    Motion motion{{}, {}, {}, cornersOfA};
    for (Vec3& corner : motion.at0) corner = randomLatticePoint(random, 4) - Vec3::Constant(2);
    motion.displacementA = 2 * randomLatticePoint(random, 4) - Vec3::Constant(4);
    motion.displacementB = 0.5 * randomLatticePoint(random, 4) - Vec3::Constant(1);
    if (pick(random, 2) == 0) motion.displacementA = motion.displacementB + throughB(motion);
    const int nudged = pick(random, 8), axis = pick(random, 3);
    if (nudged < 4) {
        motion.at0[static_cast<std::size_t>(nudged)][axis] += pick(random, 2) == 0 ? 0x1p-8 : -0x1p-8;
    }
    return motion;
}

/// Whether they touch up to a time. Seen from B, A sweeps a segment or a parallelogram: convex hulls.
bool touchUntil(const Motion& motion, Real time) {
    std::vector<Vec3> swept, other;
    for (std::size_t k = 0; k < 4; ++k) {
        if (k >= motion.cornersOfA) {
            other.push_back(motion.at0[k]);
            continue;
        }
        swept.push_back(motion.at0[k]);
        swept.push_back(motion.at0[k] + time * (motion.displacementA - motion.displacementB));
    }
    return rational::hullsMeet(swept, other);
}

/// The first time, rounded up to 40 bits.
std::optional<Real> firstTime(const Motion& motion) {
    if (!touchUntil(motion, 1)) return std::nullopt;
    if (touchUntil(motion, 0)) return 0;
    Real low = 0, high = 1;
    while (high - low > 0x1p-40) {
        const Real middle = (low + high) / 2;
        (touchUntil(motion, middle) ? high : low) = middle;
    }
    return high;
}

bool areAlwaysCoplanar(const Motion& motion) {
    std::array<Vec3, 4> at1 = motion.at0;
    for (std::size_t k = 0; k < 4; ++k) at1[k] += motion.displacement(k);
    const auto& p = motion.at0;
    // the volume is linear in time
    return rational::orient3d(p[0], p[1], p[2], p[3]) == 0 &&
           rational::orient3d(at1[0], at1[1], at1[2], at1[3]) == 0;
}

/// `xnum,xden,ynum,yden,znum,zden,label`
std::string row(const Vec3& point, bool label) {
    std::string text;
    for (const Real x : point) text += std::to_string(std::lround(256 * x)) + ",256,";
    return text + (label ? "1\n" : "0\n");
}

void addMotions(std::map<std::string, std::string>& files, const std::string& name, std::size_t cornersOfA,
                unsigned seed) {
    Random random(seed);
    std::string &rows = files["ccd/" + name], &times = files["ccd/toi.csv"];
    for (int i = 0; i < kMotionsPerFile; ++i) {
        const Motion motion = randomMotion(random, cornersOfA);
        const std::optional<Real> time = firstTime(motion);
        for (const Real end : {0, 1}) {
            for (std::size_t k = 0; k < 4; ++k) {
                rows += row(motion.at0[k] + end * motion.displacement(k), time.has_value());
            }
        }
        char seconds[40] = "";
        if (time) std::snprintf(seconds, sizeof seconds, "%.22f", *time);
        times += name + "," + std::to_string(i) + (time ? ",1," : ",0,") + seconds +
                 (areAlwaysCoplanar(motion) ? ",1\n" : ",0\n");
    }
}

}  // namespace

std::map<std::string, std::string> queryFiles() {
    std::map<std::string, std::string> files;
    files["tri/tritri.bin"] = triangleRecords();
    files["tri/tribox.bin"] = boxRecords();
    files["ccd/toi.csv"] = "file,query,label,toi,always_coplanar\n";
    addMotions(files, "twin__edge-edge.csv", 2, 2021);
    addMotions(files, "twin__vertex-face.csv", 1, 2022);
    return files;
}

}  // namespace ricochet::twins
