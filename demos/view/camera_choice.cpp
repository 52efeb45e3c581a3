#include "demos/view/camera_choice.h"

#include "demos/view/viewing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace ricochet::view {
namespace {

constexpr float kSought = 0.07f, kEnough = 0.052f;  // of the picture: covered by subjects
// Distance over that at which subjects fill the picture; the farthest one shows where a followed body is.
constexpr float kClosest = 0.95f, kDistant = 1.3f, kFarthest = 2.0f, kHalfCropped = 0.65f;
constexpr float kFloor = 0.01f;  // of the height of the box: so much above its bottom nothing is left out
constexpr float kUsual = 1.6f;   // the usual direction is taken unless another shows this times as much
// The part of the subjects' pixels that must not be hidden, from the usual direction and from others or
// opened.
constexpr float kSeen = 0.75f, kSeenFromElsewhere = 0.85f;
constexpr float kLowered = 0.6f;  // of the free room above subjects: so much lower, what carries them is seen
constexpr float kCentral = 0.6f;  // of half the picture: from its middle, at the start and at the end
constexpr float kFarTravel = 0.5f;  // of the longest: a body that travels so far may be the middle of a group
constexpr float kNeighbour = 1.25f;  // of the diagonal of all paths: with a standing body that is shown
constexpr std::size_t kMany = 20;    // bodies: some may be cropped
constexpr std::size_t kSampled = 3;  // moments at which pixels are counted
constexpr std::size_t kSeeds = 48;   // bodies that are tried as the middle of a group

constexpr Point kAbove = {0.5f, 1.3f, 0.9f};
/// From the bodies to the camera, the usual one first; y is up.
constexpr Point kDirections[] = {{0.55f, 0.6f, 1.0f},  kAbove,
                                 {-0.7f, 0.6f, 0.9f},  {1.1f, 0.6f, 0.1f},
                                 {-1.1f, 0.7f, -0.2f}, {0.3f, 0.7f, -1.1f}};
/// For what is tall and thin.
constexpr Point kSteep = {0.45f, 1.7f, 0.8f};
/// The same for a slope, which is seen from its sides: y is up, z along its level lines.
constexpr Point kProfiles[] = {{0.2f, 0.25f, 1.0f}, {0.2f, 0.25f, -1.0f}};
constexpr float kTilt = 0.03f;  // sine of the angle between up and the y axis, at least

// To the key light, as in `Camera`; the first from which it reaches enough of the subjects, over what it
// would reach without standing bodies.
constexpr Point kLights[] = {kUsualLight, {0.75f, 1.2f, 0.6f}, {0.2f, 1.2f, 0.2f}, {0.3f, 0.6f, 1.2f}};
constexpr float kLit = 0.5f;

using Group = std::vector<std::size_t>;  // positions in `Moment::bodies`

/// The directions from which a world with this `up` is viewed, the usual one first. Where up is not along the
/// y axis, what is built across that axis is a slope.
std::vector<Point> directionsIn(const Point& up) {
    const Eigen::Vector3f upwards = toVector(up).normalized(),
                          level = Eigen::Vector3f::UnitY().cross(upwards);
    if (level.norm() < kTilt) return {std::begin(kDirections), std::end(kDirections)};
    Eigen::Matrix3f axes;
    axes << upwards.cross(level.normalized()), upwards, level.normalized();
    std::vector<Point> directions;
    for (const Point& each : kProfiles) directions.push_back(toPoint(axes * toVector(each)));
    return directions;
}

class CameraChoice {
public:
    CameraChoice(const OffscreenRenderer& renderer, const std::vector<Moment>& moments, const Point& up)
        : renderer_(renderer), moments_(moments), up_(up), directions_(directionsIn(up)) {
        for (const Moment& moment : moments) {
            boxes_.emplace_back(moment.bodies.size());
            for (std::size_t i = 0; i < moment.bodies.size(); ++i) {
                if (!moment.areSubjects[i]) continue;
                const auto [min, max] = renderer.box(moment.bodies[i]);
                boxes_.back()[i] = Box(toVector(min), toVector(max));
            }
        }
        findNeighbours();
        std::vector<std::size_t> shown;  // moments with subjects; all of them if there are none
        for (std::size_t i = 0; i < moments.size(); ++i) {
            if (!std::ranges::all_of(boxes_[i], &Box::isEmpty)) shown.push_back(i);
        }
        if (shown.empty()) shown = {0};
        const std::size_t last = shown.size() - 1, count = std::min(kSampled, shown.size());
        for (std::size_t i = 0; i < count; ++i)
            samples_.push_back(shown[count < 2 ? 0 : i * last / (count - 1)]);
    }

    std::vector<Camera> choose() {
        chooseSubjects();
        chooseDirection();
        approach();
        chooseLight();
        std::vector<Camera> cameras;
        for (std::size_t i = 0; i < moments_.size(); ++i) cameras.push_back(cameraAt(i));
        return cameras;
    }

private:
    /// All that the camera follows from `window` moments before to as many after.
    std::vector<Box> boxesAt(std::size_t moment, std::size_t window) const {
        const std::size_t first = moment - std::min(moment, window);
        const std::size_t end = std::min(moments_.size(), moment + window + 1);
        std::vector<Box> boxes;
        for (std::size_t i = first; i < end; ++i) {
            for (const std::size_t body : group_) {
                if (!boxes_[i][body].isEmpty()) boxes.push_back(boxes_[i][body]);
            }
        }
        return boxes;
    }

    /// Small standing bodies: what carries the others or holds them.
    void findNeighbours() {
        Box paths;
        for (const std::vector<Box>& boxes : boxes_) paths.extend(around(boxes));
        if (paths.isEmpty()) return;
        for (std::size_t i = 0; i < moments_.front().bodies.size(); ++i) {
            if (moments_.front().areSubjects[i] || moments_.front().bodies[i].mesh == kNoMesh) continue;
            const auto [min, max] = renderer_.box(moments_.front().bodies[i]);
            const Box box(toVector(min), toVector(max));
            if (box.isEmpty()) continue;
            if (paths.merged(box).diagonal().norm() <= kNeighbour * paths.diagonal().norm()) {
                neighbours_.push_back(box);
            } else {
                hasLargeStanding_ = true;
            }
        }
    }

    bool isFollowing() const { return window_ < moments_.size(); }

    /// What the picture must show. A camera that follows has a body in its middle at the start and at the end
    /// as well: there the path goes on as its reflection through the body's place.
    std::vector<Box> framedAt(std::size_t moment) const {
        std::vector<Box> boxes = boxesAt(moment, window_);
        if (areNeighboursShown_) boxes.insert(boxes.end(), neighbours_.begin(), neighbours_.end());
        const std::size_t first = moment - std::min(moment, window_);
        const std::size_t end = std::min(moments_.size(), moment + window_ + 1);
        for (std::size_t i = first; isFollowing() && i < end; ++i) {
            const bool hasOpposite = i <= 2 * moment && 2 * moment - i < moments_.size();
            for (const std::size_t body : group_) {
                const Box &box = boxes_[i][body], &now = boxes_[moment][body];
                if (hasOpposite || box.isEmpty() || now.isEmpty()) continue;
                boxes.emplace_back(2 * now.center() - box.max(), 2 * now.center() - box.min());
            }
        }
        return boxes;
    }

    Camera cameraAt(std::size_t moment) const {
        const std::vector<Box> boxes = framedAt(moment);
        if (boxes.empty()) return renderer_.framing(moments_[moment].bodies, direction_, up_);
        Camera camera = makeFraming(boxes, direction_, up_, renderer_.aspect());
        const Eigen::Vector3f back = toVector(camera.eye) - toVector(camera.target);
        const bool areOthersBelow = hasLargeStanding_ || (!neighbours_.empty() && !areNeighboursShown_);
        const float free =
            areOthersBelow ? std::max(0.0f, (distance_ - 1) * makeViewing(camera, {}, 1).pictureHalf) : 0;
        const Eigen::Vector3f up =
            lookAt(back, Eigen::Vector3f::Zero(), toVector(camera.up)).row(1).head<3>();
        const Eigen::Vector3f target = toVector(camera.target) - kLowered * free * up;
        camera.target = toPoint(target);
        camera.eye = toPoint(target + distance_ * back);
        camera.toLight = light_;
        if (isOpened_) camera.opening = openingTo(moment);
        return camera;
    }

    static Box around(const std::vector<Box>& boxes) {
        Box all;
        for (const Box& box : boxes) all.extend(box);
        return all;
    }

    Opening openingTo(std::size_t moment) const {
        Box box = around(boxesAt(moment, window_));
        const Box now = around(boxesAt(moment, 0));
        for (const Box& each : boxes_[moment]) {
            if (isOpenedToAll_) box.extend(each);
        }
        const Eigen::Vector3f inwards = openedInwards_ * box.sizes();
        Opening opening;
        for (int axis = 0; axis < 3; ++axis) {
            const bool isHigh = direction_[std::size_t(axis)] > 0;
            opening.side[std::size_t(axis)] = isHigh ? 1.0f : -1.0f;
            opening.corner[std::size_t(axis)] =
                isHigh ? box.max()[axis] - inwards[axis] : box.min()[axis] + inwards[axis];
        }
        opening.floor = now.isEmpty() ? box.max().y() : now.min().y() + kFloor * now.sizes().y();
        return opening;
    }

    /// What shows of each body; `isAlone`: without standing bodies.
    std::vector<VisiblePart> partsAt(std::size_t moment, bool isAlone) const {
        std::vector<DrawnBody> bodies = moments_[moment].bodies;
        for (std::size_t i = 0; isAlone && i < bodies.size(); ++i) {
            if (!moments_[moment].areSubjects[i]) bodies[i].mesh = kNoMesh;
        }
        return renderer_.visibleParts(bodies, cameraAt(moment));
    }

    /// The share of the picture that shows each body.
    std::vector<float> sharesAt(std::size_t moment, bool isAlone) const {
        std::vector<float> shares;
        for (const VisiblePart& part : partsAt(moment, isAlone)) shares.push_back(part.share);
        return shares;
    }

    float shareOfGroup(const std::vector<float>& shares) const {
        float sum = 0;
        for (const std::size_t body : group_) sum += shares[body];
        return sum;
    }

    /// As near as the sought share needs; returns the share.
    float fitDistance() {
        distance_ = kDistant;
        float least = 1;
        groupAlone_.clear();
        for (const std::size_t moment : samples_) {
            const std::vector<float> shares = sharesAt(moment, /*isAlone*/ true);
            least = std::min(least, std::accumulate(shares.begin(), shares.end(), 0.0f));
            groupAlone_.push_back(shareOfGroup(shares));
        }
        const bool isOfPart = isFollowing() || group_.size() < subjects().size();
        distance_ =
            std::clamp(kDistant * std::sqrt(least / kSought), closest_, isOfPart ? kFarthest : kDistant);
        const float zoom = kDistant / distance_;
        for (float& share : groupAlone_) share *= zoom * zoom;
        return least * zoom * zoom;
    }

    /// Whether the group starts and ends near the middle of the picture.
    bool isCentral() const {
        return std::ranges::all_of(std::array{samples_.front(), samples_.back()}, [this](std::size_t moment) {
            const std::vector<VisiblePart> parts = partsAt(moment, /*isAlone*/ true);
            const VisiblePart whole = together(
                parts, [this](std::size_t i) { return std::ranges::find(group_, i) != group_.end(); });
            return std::abs(whole.middle[0]) <= kCentral && std::abs(whole.middle[1]) <= kCentral;
        });
    }

    /// All with their neighbours, or the largest group, and the longest part of its path, that fill the
    /// picture; if none does, the best. A camera that does not follow also has the group near its middle.
    void chooseSubjects() {
        const Group all = subjects();
        float best = -1;
        std::pair<Group, std::size_t> chosen;
        group_ = all;
        window_ = moments_.size();
        areNeighboursShown_ = true;
        if (largestShare() >= kEnough && isCentral()) return;
        areNeighboursShown_ = false;
        for (std::size_t size = all.size();; size = (size + 1) / 2) {
            group_ = closest(all, size);
            for (std::size_t window = moments_.size();; window /= 2) {
                window_ = window;
                const float share = largestShare();
                const bool isBetter = share >= kEnough || share > best;
                const bool isPossible = isBetter && (isFollowing() || isCentral());
                if (share >= kEnough && isPossible) return;
                if (isPossible) {
                    best = share;
                    chosen = {group_, window_};
                }
                if (window == 0) break;
            }
            if (size >= kMany && size == all.size()) {
                window_ = moments_.size();
                closest_ = kHalfCropped;
                if (largestShare() >= kEnough && isCentral()) return;
                closest_ = kClosest;
            }
            if (size <= 1) break;
        }
        std::tie(group_, window_) = chosen;
    }

    /// From one of the directions; not of all if one gives enough.
    float largestShare() {
        float largest = 0;
        for (const Point& direction : directions_) {
            direction_ = direction;
            largest = std::max(largest, fitDistance());
            if (largest >= kEnough) return largest;
        }
        if (directions_.front() != kDirections[0]) return largest;
        direction_ = kSteep;
        return std::max(largest, fitDistance());
    }

    Group subjects() const {
        Group group;
        for (std::size_t i = 0; i < boxes_.front().size(); ++i) {
            if (!boxes_.front()[i].isEmpty()) group.push_back(i);
        }
        return group;
    }

    /// Metres, from sample to sample.
    float travel(std::size_t body) const {
        float sum = 0;
        for (std::size_t i = 1; i < samples_.size(); ++i) {
            const Box &from = boxes_[samples_[i - 1]][body], &to = boxes_[samples_[i]][body];
            if (!from.isEmpty() && !to.isEmpty()) sum += (to.center() - from.center()).norm();
        }
        return sum;
    }

    /// As many as `size` that remain close to one that travels far.
    Group closest(const Group& all, std::size_t size) const {
        if (size >= all.size()) return all;
        const auto apart = [&](std::size_t a, std::size_t b) {
            float distance = 0;
            for (const std::size_t sample : samples_) {
                const Box& one = boxes_[sample][a];
                const Box& other = boxes_[sample][b];
                const bool isLost = one.isEmpty() || other.isEmpty();
                distance = std::max(distance, isLost ? std::numeric_limits<float>::max()
                                                     : (one.center() - other.center()).norm());
            }
            return distance;
        };
        float farthest = 0;
        for (const std::size_t body : all) farthest = std::max(farthest, travel(body));
        Group seeds;
        for (const std::size_t body : all) {
            if (travel(body) >= kFarTravel * farthest) seeds.push_back(body);
        }
        float least = std::numeric_limits<float>::infinity();
        Group best;
        for (std::size_t i = 0; i < seeds.size(); i += 1 + (seeds.size() - 1) / kSeeds) {
            std::vector<std::pair<float, std::size_t>> near;
            for (const std::size_t other : all) near.emplace_back(apart(seeds[i], other), other);
            std::nth_element(near.begin(), near.begin() + std::ptrdiff_t(size - 1), near.end());
            if (near[size - 1].first >= least) continue;
            least = near[size - 1].first;
            best.clear();
            for (std::size_t j = 0; j < size; ++j) best.push_back(near[j].second);
        }
        return best;
    }

    /// The least part of the group that others do not hide.
    float seenPart() const {
        float least = 1;
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const float seen = shareOfGroup(sharesAt(samples_[i], /*isAlone*/ false));
            if (groupAlone_[i] > 0) least = std::min(least, seen / groupAlone_[i]);
        }
        return least;
    }

    /// The usual direction unless from another one subjects look much larger or are less hidden.
    void chooseDirection() {
        isOpened_ = false;
        std::vector<std::pair<float, Point>> directions;
        std::vector<Point> tried = directions_;
        if (direction_ == kSteep) tried = {kSteep};
        for (const Point& direction : tried) {
            direction_ = direction;
            const bool isEnough = fitDistance() >= kEnough;
            const float zoom = distance_ / kDistant;
            const float least = *std::ranges::min_element(groupAlone_) * zoom * zoom;
            const bool isPreferred = directions.empty() && isEnough;
            directions.emplace_back(isPreferred ? kUsual * least : least, direction);
        }
        std::ranges::stable_sort(directions, std::greater(), &std::pair<float, Point>::first);
        for (const auto& [share, direction] : directions) {
            // what is in a hole shows only its top from above
            if (direction == kAbove && direction != directions.front().second) continue;
            direction_ = direction;
            fitDistance();
            if (seenPart() >= (direction == directions_.front() ? kSeen : kSeenFromElsewhere)) return;
        }
        open(directions.front().second);
    }

    /// As little as shows the group: if possible nothing that is before any subject.
    void open(const Point& direction) {
        direction_ = direction;
        fitDistance();
        isOpened_ = true;
        float best = -1;
        std::pair<bool, float> chosen;
        for (const bool isToAll : {true, false}) {
            for (const float inwards : {-0.01f, 0.04f, 0.1f, 0.25f, 0.5f}) {
                isOpenedToAll_ = isToAll;
                openedInwards_ = inwards;
                const float seen = seenPart();
                if (seen >= kSeenFromElsewhere) return;
                if (seen > best) {
                    best = seen;
                    chosen = {isToAll, inwards};
                }
            }
        }
        std::tie(isOpenedToAll_, openedInwards_) = chosen;
    }

    /// If much of the subjects is hidden, closer; then a shorter part of the path, or fewer.
    void approach() {
        const auto shows = [&](std::size_t moment) {
            const std::vector<float> shares = sharesAt(moment, /*isAlone*/ false);
            float sum = 0;
            for (std::size_t i = 0; i < shares.size(); ++i) {
                sum += moments_[moment].areSubjects[i] ? shares[i] : 0;
            }
            return sum >= kEnough;
        };
        while (!std::ranges::all_of(samples_, shows)) {
            const bool isCropped = closest_ < kClosest;
            if (distance_ > kClosest) {
                distance_ *= 0.9f;
            } else if (!isCropped && window_ > 0) {
                window_ = std::min(window_, moments_.size()) / 2;
                areNeighboursShown_ = false;
                chooseDirection();
            } else if (!isCropped && group_.size() > 1) {
                group_ = closest(subjects(), (group_.size() + 1) / 2);
                window_ = moments_.size();
                areNeighboursShown_ = false;
                chooseDirection();
            } else if (distance_ > kHalfCropped) {
                distance_ *= 0.9f;
            } else {
                return;
            }
        }
    }

    /// The usual light unless it does not reach the group.
    void chooseLight() {
        std::vector<bool> areInGroup(boxes_.front().size());
        for (const std::size_t body : group_) areInGroup[body] = true;
        float best = -1;
        Point chosen = light_;
        for (const Point& light : kLights) {
            light_ = light;
            float least = 1;
            for (const std::size_t moment : samples_)
                least =
                    std::min(least, renderer_.litPart(moments_[moment].bodies, areInGroup, cameraAt(moment)));
            if (least > best) {
                best = least;
                chosen = light;
            }
            if (best >= kLit) break;
        }
        light_ = chosen;
    }

    const OffscreenRenderer& renderer_;
    const std::vector<Moment>& moments_;
    Point up_;
    std::vector<Point> directions_;
    std::vector<std::vector<Box>> boxes_;  // per moment and body; empty: it is not a subject
    std::vector<Box> neighbours_;
    bool areNeighboursShown_ = false, hasLargeStanding_ = false;
    std::vector<std::size_t> samples_;
    std::vector<float> groupAlone_;  // of `samples_`: the group's share of the picture if nothing hides it
    Group group_;
    std::size_t window_ = 0;
    Point direction_{}, light_ = kLights[0];
    float closest_ = kClosest, distance_ = kDistant;
    bool isOpened_ = false, isOpenedToAll_ = false;
    float openedInwards_ = 0;  // from the sides of the box, over its size
};

}  // namespace

std::vector<Camera> chooseCameras(const OffscreenRenderer& renderer, const std::vector<Moment>& moments,
                                  const Point& up) {
    if (moments.empty()) return {};
    return CameraChoice(renderer, moments, up).choose();
}

}  // namespace ricochet::view
