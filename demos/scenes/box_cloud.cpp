#include "demos/scenes/box_cloud.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace ricochet::scenes {
namespace {

using Room = BoxCloudKind::Room;

constexpr double kVolumePerBox = 8.0 / 3;  // m³: boxes of 1 m then have 1.5 pairs each
constexpr double kSlabHeight = 4, kColumnWidth = 6, kBowlDepth = 2.5;

btVector3 sizeOf(Room room, int boxes) {
    const double volume = kVolumePerBox * boxes;
    const auto vector = [](double x, double y, double z) {
        return btVector3(btScalar(x), btScalar(y), btScalar(z));
    };
    const double side = std::cbrt(volume);
    switch (room) {
        case Room::slab: {
            const double width = std::sqrt(volume / kSlabHeight);
            return vector(width, kSlabHeight, width);
        }
        case Room::column:
            return vector(kColumnWidth, volume / (kColumnWidth * kColumnWidth), kColumnWidth);
        case Room::clusters:
            return vector(10 * side, 10 * side, 10 * side);
        case Room::bowl: {
            const double width = std::sqrt(volume / kBowlDepth * 4 / std::numbers::pi);
            return vector(width, kBowlDepth, width);
        }
        case Room::cube:
            break;
    }
    return vector(side, side, side);
}

}  // namespace

const std::vector<BoxCloudKind>& boxCloudTable() {
    static const std::vector<BoxCloudKind> table = {
        // name, about, room, moving, awakening, teleports, comeAndGo
        {"cloud", "boxes fly about in a cube", Room::cube, 1, 0, 0, 0},
        {"slab", "boxes fly about in a flat room", Room::slab, 1, 0, 0, 0},
        {"column", "boxes fly about in a tower", Room::column, 1, 0, 0, 0},
        {"clusters", "20 dense swarms far apart, and a few boxes very far away", Room::clusters, 1, 0, 0, 0},
        {"churn", "in each step 1 % of the boxes jump elsewhere, half of them as new ones", Room::cube, 0.05,
         0, 0.005, 0.005},
        {"parts-feeder", "parts hop around in a vibrating bowl", Room::bowl, 1, 0, 0, 0},
        {"sleepers", "most boxes are at rest; the set of awake boxes changes slowly", Room::cube, 0.1, 0.001,
         0, 0},
    };
    return table;
}

BoxCloud::BoxCloud(const BoxCloudKind& kind, int boxes, double moving, unsigned seed)
    : kind_(kind),
      random_(seed),
      low_(0, 0, 0),
      high_(sizeOf(kind.room, boxes)),
      order_(static_cast<std::size_t>(boxes)),
      movingCount_(static_cast<int>(std::lround(moving * boxes))) {
    for (int i = 0; i < kClusters; ++i) centres_.push_back(randomPlace());
    flies_.resize(order_.size());
    std::iota(order_.begin(), order_.end(), 0);
    for (int i = boxes - 1; i > 0; --i) std::swap(order_[i], order_[random_.below(i + 1)]);
    for (int i = 0; i < boxes; ++i) {
        boxes_.push_back(randomBox());
        const auto speed = [&] { return btScalar(random_.between(-0.05, 0.05)); };
        velocities_.emplace_back(speed(), speed(), speed());
    }
}

btVector3 BoxCloud::randomPlace() {
    const auto along = [&](int axis) { return btScalar(random_.between(low_[axis], high_[axis])); };
    const btScalar x = along(0), y = along(1), z = along(2);
    return {x, y, z};
}

BoxCloud::Box BoxCloud::randomBox() {
    btVector3 at = randomPlace();
    if (kind_.room == Room::clusters) {
        // A cluster is as wide as the cube of its boxes would be.
        const double width = std::cbrt(kVolumePerBox * static_cast<double>(order_.size()) / kClusters);
        const btVector3& centre = centres_[static_cast<std::size_t>(random_.below(kClusters))];
        const btScalar scale = btScalar(width) / high_.x();
        const bool isOutlier = random_.below(kOutlierEvery) == 0;
        at = isOutlier ? btScalar(1000) * (at - high_ / 2) : centre + scale * (at - high_ / 2);
    }
    if (kind_.room == Room::bowl) {
        at = btVector3(high_.x() / 2, at.y(), high_.z() / 2) + random_.inDisc(double(high_.x()) / 2);
    }
    const auto half = [&] { return btScalar(random_.between(0.35, 0.65)); };
    const btScalar x = half(), y = half(), z = half();
    const btVector3 halves(x, y, z);
    return {at - halves, at + halves};
}

/// Moved around by a fraction of the turn, and thrown up wherever it hits the floor.
void BoxCloud::goRound(int box) {
    constexpr btScalar kGravity = btScalar(9.81 / 3600),
                       kTurnPerStep = btScalar(0.002);  // metres, radians per step
    const btVector3 centre = (boxes_[box].min + boxes_[box].max) / 2, axis = (low_ + high_) / 2;
    const bool isOnFloor = centre.y() < low_.y();
    btVector3& velocity = velocities_[box];
    velocity.setX(kTurnPerStep * (centre.z() - axis.z()));
    velocity.setY(isOnFloor ? btScalar(random_.between(0, 0.05)) : velocity.y() - kGravity);
    velocity.setZ(kTurnPerStep * (axis.x() - centre.x()));
    boxes_[box].min += velocity;
    boxes_[box].max += velocity;
    moved_.push_back(box);
}

void BoxCloud::fly(int box) {
    btVector3& velocity = velocities_[box];
    const btVector3 centre = (boxes_[box].min + boxes_[box].max) / 2;
    for (int axis = 0; axis < 3; ++axis) {
        if ((centre[axis] < low_[axis] && velocity[axis] < 0) ||
            (centre[axis] > high_[axis] && velocity[axis] > 0)) {
            velocity[axis] = -velocity[axis];
        }
    }
    boxes_[box].min += velocity;
    boxes_[box].max += velocity;
    moved_.push_back(box);
}

void BoxCloud::teleport(std::vector<int>& list, double share) {
    const int count = static_cast<int>(share * static_cast<double>(boxes_.size()));
    const int resting = static_cast<int>(order_.size()) - movingCount_;
    if (resting == 0) return;
    for (int i = 0; i < count; ++i) {
        // Among the boxes at rest, so that none is chosen twice.
        const int place =
            (firstMoving_ + movingCount_ + random_.below(resting)) % static_cast<int>(order_.size());
        const int box = order_[place];
        if (std::find(list.begin(), list.end(), box) != list.end()) continue;
        boxes_[box] = randomBox();
        list.push_back(box);
    }
}

void BoxCloud::chooseFlying() {
    const int boxes = static_cast<int>(order_.size());
    if (kind_.awakening > 0) {
        firstMoving_ = (firstMoving_ + std::max(1, static_cast<int>(kind_.awakening * boxes))) % boxes;
    }
    flies_.assign(order_.size(), false);
    for (int i = 0; i < movingCount_; ++i) flies_[order_[(firstMoving_ + i) % boxes]] = true;
}

void BoxCloud::step() {
    moved_.clear();
    replaced_.clear();
    elsewhere_.clear();
    chooseFlying();
    const int boxes = static_cast<int>(order_.size());
    for (int i = 0; i < movingCount_; ++i) {
        const int box = order_[(firstMoving_ + i) % boxes];
        kind_.room == Room::bowl ? goRound(box) : fly(box);
    }
    teleport(replaced_, kind_.comeAndGo);
    teleport(elsewhere_, kind_.teleports);
    std::erase_if(elsewhere_, [this](int box) {
        return std::find(replaced_.begin(), replaced_.end(), box) != replaced_.end();
    });
    moved_.insert(moved_.end(), elsewhere_.begin(), elsewhere_.end());
    std::sort(moved_.begin(), moved_.end());  // a world processes its objects in order
}

}  // namespace ricochet::scenes
