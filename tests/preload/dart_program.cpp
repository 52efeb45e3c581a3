// DART's Bullet detector on two copies of a mesh, as a DART user calls it; stock Bullet finds nothing.
//   dart_program poses COUNT [MESH.obj] [fcl]  random poses of the second one: its 12 numbers, as ricochet
//   query
//                                              takes them, and the number of contacts; the mean thread time
//                                              in the end. Two tori without a mesh; with DART's own detector,
//                                              FCL's
//   dart_program fall                          a torus falls on a torus: its height in the end, and its speed

#include "tests/preload/torus.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dart/collision/bullet/BulletCollisionDetector.hpp>
#include <dart/dart.hpp>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using dart::dynamics::MeshShape;
using dart::dynamics::SimpleFrame;

std::shared_ptr<MeshShape> loadShape(const std::string& file) {
    return std::make_shared<MeshShape>(Eigen::Vector3d::Ones(), MeshShape::loadMesh(file));
}

double threadMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

Eigen::Isometry3d randomPose(std::mt19937& random) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> metres(-1.6, 1.6);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
    pose.linear() = q.normalized().toRotationMatrix().cast<float>().cast<double>();
    for (int i = 0; i < 3; ++i) pose.translation()[i] = static_cast<float>(metres(random));
    return pose;
}

void collideAtPoses(int count, const std::string& file, bool isFcl) {
    dart::collision::CollisionDetectorPtr detector;
    if (isFcl)
        detector = dart::collision::FCLCollisionDetector::create();
    else
        detector = dart::collision::BulletCollisionDetector::create();
    const auto a = std::make_shared<SimpleFrame>(dart::dynamics::Frame::World());
    const auto b = std::make_shared<SimpleFrame>(dart::dynamics::Frame::World());
    for (const auto& frame : {a, b}) frame->setShape(loadShape(file));
    const auto groupA = detector->createCollisionGroup(a.get()),
               groupB = detector->createCollisionGroup(b.get());
    dart::collision::CollisionOption option;
    option.maxNumContacts = 10000;
    std::mt19937 random(1);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const Eigen::Isometry3d pose = randomPose(random);
        b->setTransform(pose);
        dart::collision::CollisionResult result;
        const double begin = threadMilliseconds();
        groupA->collide(groupB.get(), option, &result);
        times.push_back(threadMilliseconds() - begin);
        for (int k = 0; k < 9; ++k) std::printf("%.9g ", pose.linear()(k / 3, k % 3));
        for (int k = 0; k < 3; ++k) std::printf("%.9g ", pose.translation()[k]);
        std::printf("%zu\n", result.getNumContacts());
    }

    std::fprintf(stderr, "mean %.3f ms, slowest %.1f ms\n",
                 std::accumulate(times.begin(), times.end(), 0.0) / count,
                 *std::max_element(times.begin(), times.end()));
}

dart::dynamics::SkeletonPtr bodyAt(double x, double z, bool isFixed, const std::string& file) {
    using namespace dart::dynamics;
    const auto skeleton = Skeleton::create(isFixed ? "lower" : "upper");
    BodyNode* const body = skeleton->createJointAndBodyNodePair<FreeJoint>().second;
    body->createShapeNodeWith<CollisionAspect, DynamicsAspect>(loadShape(file));
    body->setInertia(Inertia(1, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity() * 0.3));
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = Eigen::Vector3d(x, 0, z);
    skeleton->setPositions(FreeJoint::convertToPositions(pose));
    skeleton->setMobile(!isFixed);
    return skeleton;
}

void fall(const std::string& file) {
    const auto world = dart::simulation::World::create();
    world->getConstraintSolver()->setCollisionDetector(dart::collision::BulletCollisionDetector::create());
    world->setTimeStep(1.0 / 240);
    world->setGravity(Eigen::Vector3d(0, 0, -9.81));
    const auto upper = bodyAt(0.2, 1.1, false, file);
    world->addSkeleton(bodyAt(0, 0.3, true, file));
    world->addSkeleton(upper);
    const double begin = threadMilliseconds();
    for (int i = 0; i < 480; ++i) world->step();
    std::fprintf(stderr, "%.3f ms a step\n", (threadMilliseconds() - begin) / 480);
    std::printf("z %.4f, speed %.4f\n", upper->getBodyNode(0)->getWorldTransform().translation().z(),
                upper->getBodyNode(0)->getLinearVelocity().norm());
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string torus = std::filesystem::temp_directory_path() / "dart_program_torus.obj";
    writeObj(Torus(), torus);
    if (argc > 2) {
        collideAtPoses(std::atoi(argv[2]), argc > 3 && *argv[3] != '\0' ? argv[3] : torus, argc > 4);
    } else {
        fall(torus);
    }
}
