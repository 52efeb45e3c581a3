#include "demos/app/poses.h"

#include "algorithms/geometry/rigid_motion.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/words.h"

#include <cmath>
#include <optional>
#include <span>

namespace ricochet::app {
namespace {

constexpr int kFloatDigits = 9;  // significant decimal digits that distinguish any two float32
constexpr std::size_t kNumbersOfPose = 12;
constexpr Real kLargest = 1e150;  // sums of a few squares are still finite doubles

/// Digits of the mantissa without leading zeros.
int significantDigits(std::string_view word) {
    int digits = 0;
    for (char c : word) {
        if (c == 'e' || c == 'E') break;
        const bool isDigit = c >= '0' && c <= '9';
        if (isDigit && (digits > 0 || c != '0')) ++digits;
    }
    return digits;
}

std::optional<Real> poseNumber(std::string_view word) {
    if (significantDigits(word) > kFloatDigits) return numberIn<double>(word);
    if (const std::optional<float> value = numberIn<float>(word)) return Real{*value};
    return numberIn<double>(word);  // beyond the range of float32
}

Result<std::vector<Real>> numbersIn(std::string_view line) {
    std::vector<Real> numbers;
    for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
        const std::optional<Real> number = poseNumber(word);
        if (!number || !std::isfinite(*number)) {
            return tl::unexpected(quoted(word) + " is not a finite number");
        }
        if (std::abs(*number) > kLargest) {
            return tl::unexpected(quoted(word) + " is beyond 1e150: distances would not be finite");
        }
        numbers.push_back(*number);
    }
    return numbers;
}

Pose poseOfNumbers(std::span<const Real, kNumbersOfPose> n) {
    Pose pose;
    pose.rotation << n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8];
    pose.translation << n[9], n[10], n[11];
    return pose;
}

Result<PosePair> posePairOf(std::span<const Real> numbers) {
    PosePair pair;
    if (numbers.size() == kNumbersOfPose) {
        pair.b = poseOfNumbers(numbers.first<kNumbersOfPose>());
    } else if (numbers.size() == 2 * kNumbersOfPose) {
        pair.a = poseOfNumbers(numbers.first<kNumbersOfPose>());
        pair.b = poseOfNumbers(numbers.last<kNumbersOfPose>());
    } else {
        return tl::unexpected("a pose is 12 or 24 numbers, not " + std::to_string(numbers.size()));
    }
    if (isRotation(pair.a.rotation) && isRotation(pair.b.rotation)) return pair;
    return tl::unexpected(
        std::string("the first nine numbers of a pose are the rows of a rotation matrix: of length 1, "
                    "perpendicular, right-handed"));
}

}  // namespace

Result<std::vector<PosePair>> readPoses(const std::string& path) {
    const Result<std::string> bytes = bytesOfFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    std::vector<PosePair> poses;
    std::string_view text = *bytes;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::string_view whole = nextLine(text);
        const Result<std::vector<Real>> numbers = numbersIn(whole.substr(0, whole.find('#')));
        if (numbers && numbers->empty()) continue;
        const Result<PosePair> pose = numbers.and_then(posePairOf);
        if (!pose) return tl::unexpected(path + ":" + std::to_string(line) + ": " + pose.error());
        poses.push_back(*pose);
    }
    if (poses.empty()) return tl::unexpected(path + ": contains no pose");
    return poses;
}

}  // namespace ricochet::app
