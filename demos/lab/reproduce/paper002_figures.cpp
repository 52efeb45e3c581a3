// Figures 6 and 7 of paper 002: maps of the distance between the jaws, and of its error.

#include "algorithms/stencil/distance_map.h"
#include "algorithms/stencil/projection.h"
#include "demos/lab/picture.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper002_claims.h"
#include "demos/lab/reproduce/paper002_scenes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::lab::paper002 {
namespace {

using namespace stencil;

constexpr int kRaysPerSide = 4;  // 16 rays a pixel

/// Ray casting of an image with `kRaysPerSide` times as many pixels per side: triangle by triangle, with
/// barycentric coordinates in double and exact vertices.
class RayCast {
public:
    RayCast(const Scene& scene, const View& view)
        : view_(view), across_(kRaysPerSide * view.pixels), end_(count(), -kFar), begin_(count(), kFar) {
        cast(*scene.a, scene.poseA, [&](std::size_t ray, Real z) { end_[ray] = std::max(end_[ray], z); });
        cast(*scene.b, scene.poseB, [&](std::size_t ray, Real z) { begin_[ray] = std::min(begin_[ray], z); });
    }

    /// Metres: the mean over a pixel's rays; none unless all of them meet both solids.
    std::optional<Real> distanceAt(int x, int y) const {
        Real sum = 0;
        for (int j = 0; j < kRaysPerSide; ++j) {
            for (int i = 0; i < kRaysPerSide; ++i) {
                const auto ray =
                    static_cast<std::size_t>((kRaysPerSide * y + j) * across_ + kRaysPerSide * x + i);
                if (end_[ray] == -kFar || begin_[ray] == kFar) return std::nullopt;
                sum += begin_[ray] - end_[ray];
            }
        }
        return sum / (kRaysPerSide * kRaysPerSide);
    }

    /// Radians: the steeper surface's angle to the image plane, from the range of depths of a pixel's rays.
    /// All of them must meet both solids.
    Real steepnessAt(int x, int y) const {
        Real farthest = 0;
        for (const std::vector<Real>* depths : {&end_, &begin_}) {
            Real low = kFar, high = -kFar;
            for (int j = 0; j < kRaysPerSide; ++j) {
                for (int i = 0; i < kRaysPerSide; ++i) {
                    const Real depth = (*depths)[static_cast<std::size_t>((kRaysPerSide * y + j) * across_ +
                                                                          kRaysPerSide * x + i)];
                    low = std::min(low, depth);
                    high = std::max(high, depth);
                }
            }
            farthest = std::max(farthest, high - low);
        }
        return std::atan2(farthest, (kRaysPerSide - 1) * view_.size.x() / across_);
    }

private:
    static constexpr Real kFar = std::numeric_limits<Real>::infinity();
    std::size_t count() const {
        return static_cast<std::size_t>(across_) * static_cast<std::size_t>(across_);
    }

    template <class Meet>
    void cast(const Mesh& mesh, const Pose& pose, Meet&& meet) const {
        const Eigen::Array2d scale = across_ / view_.size.head<2>().array();
        for (Index f = 0; f < mesh.faceCount(); ++f) {
            std::array<Vec3, 3> t;
            for (int k = 0; k < 3; ++k) {
                t[k] = view_.axes * transformPoint(pose, mesh.triangle(f)[k]) - view_.min;
                t[k].head<2>().array() *= scale;
            }
            const auto side = [](const Vec3& o, const Vec3& p, Real x, Real y) {
                return (p.x() - o.x()) * (y - o.y()) - (p.y() - o.y()) * (x - o.x());
            };
            const Real whole = side(t[0], t[1], t[2].x(), t[2].y());
            if (whole == 0) continue;
            const auto first = [&](Real low) { return std::max(0, static_cast<int>(std::ceil(low - 0.5))); };
            const auto last = [&](Real high) {
                return std::min(across_ - 1, static_cast<int>(std::floor(high - 0.5)));
            };
            const auto [left, right] = std::minmax({t[0].x(), t[1].x(), t[2].x()});
            const auto [low, high] = std::minmax({t[0].y(), t[1].y(), t[2].y()});
            for (int y = first(low); y <= last(high); ++y) {
                for (int x = first(left); x <= last(right); ++x) {
                    const Real u = side(t[0], t[1], x + 0.5, y + 0.5) / whole;
                    const Real v = side(t[2], t[0], x + 0.5, y + 0.5) / whole;
                    if (u < 0 || v < 0 || u + v > 1) continue;
                    meet(static_cast<std::size_t>(y * across_ + x),
                         t[0].z() + v * (t[1].z() - t[0].z()) + u * (t[2].z() - t[0].z()));
                }
            }
        }
    }

    const View& view_;
    const int across_;
    std::vector<Real> end_, begin_;
};

/// OpenGL's distances with one ray per pixel, compared with 16 rays on the CPU.
struct Errors {
    DistanceMap map;
    std::vector<Real> millimetres;  ///< absolute; negative: not compared
    Real rms = 0, largest = 0;      ///< millimetres of a real jaw
    int compared = 0;

    struct AtAngle {
        Real squares = 0, largest = 0;  ///< square millimetres, millimetres
        int compared = 0;

        void add(Real error) {
            squares += error * error;
            largest = std::max(largest, error);
            ++compared;
        }
        Real rms() const { return compared > 0 ? std::sqrt(squares / compared) : 0; }
    };
    std::array<AtAngle, 6> atAngles{};  ///< by 15 degrees of the steeper surface
};

Result<Errors> errorsOf(const LayerSource& source, const Scene& scene, const View& view) {
    const auto layers =
        source.layers({scene.a.get(), scene.poseA}, {scene.b.get(), scene.poseB}, std::span(&view, 1));
    if (!layers) return tl::unexpected(layers.error());
    Errors errors{distanceMap(layers->front(), view), {}};
    const RayCast rays(scene, view);
    errors.millimetres.assign(errors.map.distances.size(), -1);
    Real squares = 0;
    for (int y = 0; y < view.pixels; ++y) {
        for (int x = 0; x < view.pixels; ++x) {
            const auto pixel = static_cast<std::size_t>(y * view.pixels + x);
            const auto drawn = errors.map.at(pixel), cast = rays.distanceAt(x, y);
            if (!drawn || !cast) continue;
            const Real error = kMillimetresPerMetre * std::abs(*drawn - *cast);
            errors.millimetres[pixel] = error;
            squares += error * error;
            errors.largest = std::max(errors.largest, error);
            ++errors.compared;
            const Real share = rays.steepnessAt(x, y) / (0.5 * std::numbers::pi);
            errors.atAngles[std::min<std::size_t>(static_cast<std::size_t>(6 * share), 5)].add(error);
        }
    }
    errors.rms = errors.compared > 0 ? std::sqrt(squares / errors.compared) : 0;
    return errors;
}

/// The colours end at a millimetre.
Result<void> drawDistances(const DistanceMap& map, const std::string& path) {
    if (path.empty()) return {};
    constexpr Real kMost = 1;  // millimetre
    Picture picture(map.pixels, map.pixels);
    picture.pixels = coloured(map, kMost / kMillimetresPerMetre);
    const auto colour = [&](Real mm) { return distanceColour(mm / kMost); };
    return writePicture(path, besideLegend(picture, colour, -kMost, kMost, "mm"));
}

/// From blue, for no error, to red.
Result<void> drawErrors(const Errors& errors, Real maximum, const std::string& path) {
    if (path.empty()) return {};
    const auto colour = [&](Real mm) {
        return distanceColour(1 - 2 * std::sqrt(std::clamp<Real>(mm / maximum, 0, 1)));
    };
    Picture picture(errors.map.pixels, errors.map.pixels);
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const Real mm = errors.millimetres[static_cast<std::size_t>(y * picture.width + x)];
            if (mm < 0) continue;
            const auto bytes = colour(mm);
            std::copy(bytes.begin(), bytes.end(), picture.at(x, y));
        }
    }
    return writePicture(path, besideLegend(picture, colour, 0, maximum, "mm"));
}

}  // namespace

Result<void> runFigures(Effort effort, Report& report) {
    const int facesPerTooth = effort == Effort::trial ? 5'000 : 22'000,
              pixels = effort == Effort::trial ? 256 : 512;
    auto thread = gl::Thread::start({4, 5});
    if (!thread) return tl::unexpected(thread.error().message());
    const auto source = DrawnLayers::create(std::move(*thread));
    if (!source) return tl::unexpected(source.error());

    const Scene touching = figure5(Stage::b, Along::closing, pixels, facesPerTooth);
    const Scene biting = figure5(Stage::c, Along::closing, pixels, facesPerTooth);
    for (const auto& [scene, name] : {std::pair(&touching, "figure6a"), std::pair(&biting, "figure6b")}) {
        const auto errors = errorsOf(**source, *scene, scene->view);
        if (!errors) return tl::unexpected(errors.error());
        if (const auto drawn = drawDistances(errors->map, report.picturePath(name)); !drawn) return drawn;
    }

    // An arbitrary direction, and the one that the item buffer derives from it.
    const Vec3 arbitrary = Vec3(0.45, 1, 0.35).normalized();
    const View before = viewOfAll(biting, axesAlong(arbitrary), pixels);
    const PlacedMesh a{biting.a.get(), biting.poseA}, b{biting.b.get(), biting.poseB};
    const auto layers = (*source)->layers(a, b, std::span(&before, 1));
    if (!layers) return tl::unexpected(layers.error());
    const auto refined = meanNormal(piecesOf(layers->front(), before, 0), before, a, b);
    if (!refined) return tl::unexpected(std::string("the item buffer names no face: nothing collides"));
    // A must stay the nearer one.
    const Vec3 along = (refined->dot(arbitrary) < 0 ? -1 : 1) * *refined;
    const auto with = errorsOf(**source, biting, viewOfAll(biting, axesAlong(along), pixels));
    const auto without = errorsOf(**source, biting, before);
    if (!with) return tl::unexpected(with.error());
    if (!without) return tl::unexpected(without.error());
    const TextTable table = {
        {"figure 7, position c", "direction", "pixels compared", "RMS, mm", "largest, mm"},
        {"the paper, upper picture", "by the item buffer", "-", "0.0009", "0.06"},
        {"the paper, lower picture", "another", "-", "even more significant", "-"},
        {"ours, upper picture", "by the item buffer", std::to_string(with->compared), threeDigits(with->rms),
         threeDigits(with->largest)},
        {"ours, lower picture", "the one before", std::to_string(without->compared),
         threeDigits(without->rms), threeDigits(without->largest)}};
    report.say("distance by depths, one ray a pixel, against the mean of 16 rays; one metre of ours is 5 mm",
               table, Alignment::left);
    TextTable angles = {
        {"angle of the steeper surface", "pixels", "RMS, mm", "largest, mm", "share of the squares"}};
    Real squares = 0;
    for (const Errors::AtAngle& each : with->atAngles) squares += each.squares;
    for (std::size_t i = 0; i < with->atAngles.size(); ++i) {
        const Errors::AtAngle& each = with->atAngles[i];
        angles.push_back({std::to_string(15 * i) + " to " + std::to_string(15 * (i + 1)) + " degrees",
                          std::to_string(each.compared), threeDigits(each.rms()), threeDigits(each.largest),
                          threeDigits(each.squares / squares)});
    }
    report.say("the upper picture's error by the surfaces' angle to the picture", angles);
    double rmsOfFlat = 0;  // at the resolution of the pictures
    TextTable finer = {{"pixels per side", "RMS, mm", "RMS below 45 degrees, mm", "largest, mm"}};
    for (const int side : {pixels / 2, pixels, 2 * pixels}) {
        const auto errors = errorsOf(**source, biting, viewOfAll(biting, axesAlong(along), side));
        if (!errors) return tl::unexpected(errors.error());
        Errors::AtAngle flat;
        for (std::size_t i = 0; i < 3; ++i) {
            flat.squares += errors->atAngles[i].squares;
            flat.compared += errors->atAngles[i].compared;
        }
        if (side == pixels) rmsOfFlat = flat.rms();
        finer.push_back({std::to_string(side), threeDigits(errors->rms), threeDigits(flat.rms()),
                         threeDigits(errors->largest)});
    }
    report.say("and by the size of a pixel", finer);
    report.add(errorClaims({with->rms, with->largest}, {without->rms, without->largest}, rmsOfFlat));
    const Real maximum = std::max(with->largest, without->largest);
    return report.write("figure7", table)
        .and_then([&] { return report.write("figure7-angles", angles); })
        .and_then([&] { return report.write("figure7-pixels", finer); })
        .and_then([&] { return drawErrors(*with, maximum, report.picturePath("figure7-upper")); })
        .and_then([&] { return drawErrors(*without, maximum, report.picturePath("figure7-lower")); });
}

}  // namespace ricochet::lab::paper002
