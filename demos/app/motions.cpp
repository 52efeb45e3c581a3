#include "demos/app/motions.h"

#include "algorithms/mktree/predict.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/words.h"

#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::app {
namespace {

/// The motion given by 8 or 20 numbers, or an error.
Result<BodyMotion> motionOf(const std::vector<Real>& n) {
    if (n.size() != 8 && n.size() != 20) {
        return tl::unexpected("a motion has 8 or 20 numbers, not " + std::to_string(n.size()));
    }
    BodyMotion motion;
    std::size_t i = 0;
    if (n.size() == 20) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) motion.pose.rotation(row, column) = n[i++];
        }
        for (Real& x : motion.pose.translation) x = n[i++];
    }
    for (Real& x : motion.screw.point) x = n[i++];
    Vec3 axis;
    for (Real& x : axis) x = n[i++];
    motion.screw.angle = n[i++];
    motion.screw.rise = n[i++];
    if (!(axis.norm() > 0)) return tl::unexpected(std::string("the axis has no direction"));
    motion.screw.axis = axis.stableNormalized();
    if (motion.screw.angle < 0) {  // in the opposite direction
        motion.screw.axis = -motion.screw.axis;
        motion.screw.angle = -motion.screw.angle;
        motion.screw.rise = -motion.screw.rise;
    }
    return mktree::checkMotion(motion.pose, motion.screw, 1).map([&] { return motion; });
}

}  // namespace

Result<std::vector<BodyMotion>> readMotions(const std::string& path) {
    const Result<std::string> file = bytesOfFile(path);
    if (!file) return tl::unexpected(file.error());
    std::string_view text = *file;
    std::vector<BodyMotion> motions;
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::string_view line = nextLine(text);
        line = line.substr(0, line.find('#'));
        std::vector<Real> numbers;
        const auto failure = [&](const std::string& why) {
            return tl::unexpected(path + ":" + std::to_string(number) + ": " + why);
        };
        for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
            const std::optional<Real> value = numberIn<Real>(word);
            if (!value || !std::isfinite(*value)) return failure(quoted(word) + " is not a number");
            numbers.push_back(*value);
        }
        if (numbers.empty()) continue;
        const Result<BodyMotion> motion = motionOf(numbers);
        if (!motion) return failure(motion.error());
        motions.push_back(*motion);
    }
    if (motions.empty()) return tl::unexpected(path + ": contains no motion");
    return motions;
}

std::vector<BodyMotion> randomMotions(std::size_t count, unsigned seed, const Aabb& box, const Vec3& middle,
                                      Real length) {
    std::mt19937 generator(seed);
    const auto between = [&](Real low, Real high) {
        return low + (high - low) * (static_cast<Real>(generator()) / 4294967296.0);
    };
    const auto inCube = [&] {
        const Real x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
        return Vec3(x, y, z);
    };
    std::vector<BodyMotion> motions(count);
    for (BodyMotion& motion : motions) {
        const Vec3 start = box.centre() + 0.5 * box.size().cwiseProduct(inCube());
        motion.pose.translation = start - middle;
        motion.screw.point = start + length / std::sqrt(3.0) * inCube();
        motion.screw.axis = inCube().stableNormalized();
        motion.screw.angle = between(0, std::numbers::pi / 2);
        motion.screw.rise = between(-length, length);
    }
    return motions;
}

}  // namespace ricochet::app
