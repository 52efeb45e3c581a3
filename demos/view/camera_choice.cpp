#include "demos/view/camera_choice.h"

#include "demos/view/viewing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace ricochet::view {
namespace {

constexpr float kSought = 0.07f;                     // of the picture: covered by subjects
constexpr float kFarthest = 1.3f, kClosest = 1.05f;  // distance over that at which they fill the picture
constexpr float kSeen = 0.75f;                       // of the subjects' pixels: the others may be hidden
constexpr std::size_t kSampled = 5;                  // moments at which pixels are counted
constexpr std::size_t kSeeds = 48;                   // bodies that are tried as the middle of a group

/// From the bodies to the camera, the usual one first.
constexpr Point kDirections[] = {{0.55f, 0.6f, 1.0f}, {0.5f, 1.3f, 0.9f},   {-0.7f, 0.6f, 0.9f},
                                 {1.1f, 0.6f, 0.1f},  {-1.1f, 0.7f, -0.2f}, {0.3f, 0.7f, -1.1f}};

using Group = std::vector<std::size_t>;  // positions in `Moment::bodies`

class CameraChoice {
public:
    CameraChoice(const OffscreenRenderer& renderer, const std::vector<Moment>& moments)
        : renderer_(renderer), moments_(moments) {
        for (const Moment& moment : moments) {
            boxes_.emplace_back(moment.bodies.size());
            for (std::size_t i = 0; i < moment.bodies.size(); ++i) {
                if (!moment.areSubjects[i]) continue;
                const auto [min, max] = renderer.box(moment.bodies[i]);
                boxes_.back()[i] = Box(toVector(min), toVector(max));
            }
        }
        const std::size_t last = moments.size() - 1, count = std::min(kSampled, moments.size());
        for (std::size_t i = 0; i < count; ++i) samples_.push_back(count < 2 ? 0 : i * last / (count - 1));
    }

    std::vector<Camera> choose() {
        chooseSubjects();
        chooseDirection();
        std::vector<Camera> cameras;
        for (std::size_t i = 0; i < moments_.size(); ++i) cameras.push_back(cameraAt(i));
        return cameras;
    }

private:
    /// All that the camera follows from `window` moments before to as many after.
    Box boxAt(std::size_t moment) const {
        const std::size_t first = moment - std::min(moment, window_);
        const std::size_t end = std::min(moments_.size(), moment + window_ + 1);
        Box box;
        for (std::size_t i = first; i < end; ++i) {
            for (const std::size_t body : group_) box.extend(boxes_[i][body]);
        }
        return box;
    }

    Camera cameraAt(std::size_t moment) const {
        const Box box = boxAt(moment);
        Camera camera = box.isEmpty() ? renderer_.framing(moments_[moment].bodies, direction_)
                                      : renderer_.framing(toPoint(box.min()), toPoint(box.max()), direction_);
        const Eigen::Vector3f target = toVector(camera.target);
        camera.eye = toPoint(target + distance_ * (toVector(camera.eye) - target));
        if (isOpened_ && !box.isEmpty()) camera.opening = openingTo(box);
        return camera;
    }

    Opening openingTo(const Box& box) const {
        const Eigen::Vector3f spare = 0.01f * box.sizes();
        Opening opening;
        for (int axis = 0; axis < 3; ++axis) {
            const bool isHigh = direction_[std::size_t(axis)] > 0;
            opening.side[std::size_t(axis)] = isHigh ? 1.0f : -1.0f;
            opening.corner[std::size_t(axis)] =
                isHigh ? box.max()[axis] + spare[axis] : box.min()[axis] - spare[axis];
        }
        opening.floor = box.min().y() + spare.y();
        return opening;
    }

    /// The share of the picture that shows each body; `isAlone`: without standing bodies.
    std::vector<float> sharesAt(std::size_t moment, bool isAlone) const {
        std::vector<DrawnBody> bodies = moments_[moment].bodies;
        for (std::size_t i = 0; isAlone && i < bodies.size(); ++i) {
            if (!moments_[moment].areSubjects[i]) bodies[i].mesh = kNoMesh;
        }
        return renderer_.visibleShares(bodies, cameraAt(moment));
    }

    float shareOfSubjects(std::size_t moment) const {
        const std::vector<float> shares = sharesAt(moment, true);
        return std::accumulate(shares.begin(), shares.end(), 0.0f);
    }

    float shareOfGroup(std::size_t moment, bool isAlone) const {
        const std::vector<float> shares = sharesAt(moment, isAlone);
        float sum = 0;
        for (const std::size_t body : group_) sum += shares[body];
        return sum;
    }

    /// As near as the sought share needs; returns the share.
    float fitDistance() {
        distance_ = kFarthest;
        float share = 1;
        for (const std::size_t moment : samples_) share = std::min(share, shareOfSubjects(moment));
        distance_ = std::clamp(kFarthest * std::sqrt(share / kSought), kClosest, kFarthest);
        return share * (kFarthest / distance_) * (kFarthest / distance_);
    }

    /// The largest group, and the longest part of its path, that fill the picture; if none does, the best.
    void chooseSubjects() {
        const Group all = subjects();
        float best = -1;
        std::pair<Group, std::size_t> chosen;
        for (std::size_t size = all.size();; size = (size + 1) / 2) {
            group_ = closest(all, size);
            for (std::size_t window = moments_.size();; window /= 2) {
                window_ = window;
                const float share = fitDistance();
                if (share >= 0.9f * kSought) return;
                if (share > best) {
                    best = share;
                    chosen = {group_, window_};
                }
                if (window == 0) break;
            }
            if (size <= 1) break;
        }
        std::tie(group_, window_) = chosen;
    }

    Group subjects() const {
        Group group;
        for (std::size_t i = 0; i < boxes_.front().size(); ++i) {
            if (!boxes_.front()[i].isEmpty()) group.push_back(i);
        }
        return group;
    }

    /// As many as `size` that remain close to one another.
    Group closest(const Group& all, std::size_t size) const {
        if (size >= all.size()) return all;
        const auto apart = [&](std::size_t a, std::size_t b) {
            float distance = 0;
            for (const std::size_t sample :
                 {samples_.front(), samples_[samples_.size() / 2], samples_.back()}) {
                const Box& one = boxes_[sample][a];
                const Box& other = boxes_[sample][b];
                const bool isLost = one.isEmpty() || other.isEmpty();
                distance = std::max(distance, isLost ? std::numeric_limits<float>::max()
                                                     : (one.center() - other.center()).norm());
            }
            return distance;
        };
        float least = std::numeric_limits<float>::infinity();
        Group best;
        for (std::size_t i = 0; i < all.size(); i += 1 + (all.size() - 1) / kSeeds) {
            std::vector<std::pair<float, std::size_t>> near;
            for (const std::size_t other : all) near.emplace_back(apart(all[i], other), other);
            std::nth_element(near.begin(), near.begin() + std::ptrdiff_t(size - 1), near.end());
            if (near[size - 1].first >= least) continue;
            least = near[size - 1].first;
            best.clear();
            for (std::size_t j = 0; j < size; ++j) best.push_back(near[j].second);
        }
        return best;
    }

    bool areSeen() const {
        return std::ranges::all_of(samples_, [&](std::size_t moment) {
            return shareOfGroup(moment, false) >= kSeen * shareOfGroup(moment, true);
        });
    }

    void chooseDirection() {
        for (const Point& direction : kDirections) {
            direction_ = direction;
            fitDistance();
            if (areSeen()) return;
        }
        direction_ = kDirections[0];
        fitDistance();
        isOpened_ = true;
    }

    const OffscreenRenderer& renderer_;
    const std::vector<Moment>& moments_;
    std::vector<std::vector<Box>> boxes_;  // per moment and body; empty: it is not a subject
    std::vector<std::size_t> samples_;
    Group group_;
    std::size_t window_ = 0;
    Point direction_ = kDirections[0];
    float distance_ = kFarthest;
    bool isOpened_ = false;
};

}  // namespace

std::vector<Camera> chooseCameras(const OffscreenRenderer& renderer, const std::vector<Moment>& moments) {
    if (moments.empty()) return {};
    return CameraChoice(renderer, moments).choose();
}

}  // namespace ricochet::view
