#include "demos/lab/reproduce/paper000_motions.h"

#include "algorithms/face_octree/face_octree.h"
#include "demos/app/mesh_solid.h"
#include "demos/scenes/collision_models.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace ricochet::lab::paper000 {
using namespace app;
namespace {

/// Random numbers that are the same with every standard library.
class Numbers {
public:
    explicit Numbers(unsigned seed) : generator_(seed) {}
    Real between(Real low, Real high) { return low + (high - low) * generator_() / 4294967296.0; }
    Vec3 inCube(Real half) {
        const Real x = between(-half, half), y = between(-half, half), z = between(-half, half);
        return {x, y, z};
    }
    Matrix3 rotation() {
        const Vec3 axis = inCube(1).normalized();
        return Eigen::AngleAxis<Real>(between(0, 3.1), axis).toRotationMatrix();
    }

private:
    std::mt19937 generator_;
};

RigidMotion motion(const Pose& begin, const Vec3& shift, const Vec3& axis, Real angle) {
    return {begin, begin.translation, shift, axis.normalized(), angle};
}

/// The bodies that collide at a time of the motions, 0 to 1.
std::vector<CollidingFaces> collisionsAt(const FaceOctree& octree, const Run& run,
                                         const std::vector<std::shared_ptr<const CollisionModel>>& models,
                                         Real time) {
    std::vector<Pose> poses;
    for (const RigidMotion& ofBody : run.motions) poses.push_back(poseAt(ofBody, time));
    std::vector<CollidingFaces> pairs;
    octree.findCollidingFaces(placed(models, poses), pairs);
    return pairs;
}

/// Shortens the motions so that the first collision is in the middle of the last cycle.
Run untilContact(Run run) {
    constexpr int kSamples = 200, kHalvings = 30;
    const FaceOctree octree;
    const auto models = modelsOf(run, octree);
    const auto collides = [&](Real time) { return !collisionsAt(octree, run, models, time).empty(); };
    int sample = 0;
    while (sample < kSamples && !collides(static_cast<Real>(sample) / kSamples)) ++sample;
    Real before = (sample - 1.0) / kSamples, after = static_cast<Real>(sample) / kSamples;
    for (int i = 0; i < kHalvings; ++i) {
        const Real middle = 0.5 * (before + after);
        (collides(middle) ? after : before) = middle;
    }
    const Real end = after * run.cycles / (run.cycles - 0.5);
    for (RigidMotion& ofBody : run.motions) ofBody = part(ofBody, 0, end);
    return run;
}

SharedMesh meshOfScene(const scenes::SceneMesh& mesh) { return meshOf(mesh); }

/// Adds a body that collides with no other at any of some instants; draws positions until one satisfies this.
template <class Draw>
void addApart(Run& run, const SharedMesh& mesh, const Draw& draw) {
    constexpr int kInstants = 12;
    const FaceOctree octree;
    run.meshes.push_back(mesh);
    run.motions.emplace_back();
    const auto models = modelsOf(run, octree);
    bool isApart = false;
    while (!isApart) {
        run.motions.back() = draw();
        isApart = true;
        for (int i = 0; i <= kInstants && isApart; ++i) {
            const auto pairs = collisionsAt(octree, run, models, i / static_cast<Real>(kInstants));
            isApart = std::all_of(pairs.begin(), pairs.end(), [](const CollidingFaces& pair) {
                return pair.bodyA == 0 && pair.bodyB == 1;
            });
        }
    }
}

}  // namespace

std::vector<Pose> Run::posesAt(int cycle) const {
    std::vector<Pose> poses;
    for (const RigidMotion& ofBody : motions)
        poses.push_back(poseAt(ofBody, cycle / static_cast<Real>(cycles)));
    return poses;
}

std::vector<RigidMotion> Run::stepsTo(int cycle) const {
    std::vector<RigidMotion> steps;
    for (const RigidMotion& ofBody : motions) {
        steps.push_back(
            part(ofBody, (cycle - 1) / static_cast<Real>(cycles), cycle / static_cast<Real>(cycles)));
    }
    return steps;
}

SharedMesh sphere(int triangles) { return meshOfScene(scenes::paperSphere(triangles)); }

SharedMesh sphereOf5936() { return meshOfScene(scenes::latitudeSphere(/*meridians*/ 56, /*bands*/ 54)); }

Run twoSpheres(int triangles, int cycles) { return twoSpheres(sphere(triangles), cycles); }

Run twoSpheres(const SharedMesh& mesh, int cycles) {
    const Pose a = {Matrix3::Identity(), {-2, 0, 0}};
    const Pose b = {Eigen::AngleAxis<Real>(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix(),
                    {2, 0.1, 0.05}};
    return untilContact({{mesh, mesh},
                         {motion(a, {1.8, 0, 0}, {1, 1, 0}, 1.2), motion(b, {-1.8, 0, 0}, {0, 1, 2}, 1.5)},
                         cycles});
}

Run shuttles(int count, int cycles) {
    const SharedMesh mesh = meshOfScene(scenes::spaceShuttle());
    Numbers numbers(15);
    const Pose a = {numbers.rotation(), {-1.2, 0, 0}}, b = {numbers.rotation(), {1.2, 0, 0.1}};
    Run run = {
        {mesh, mesh}, {motion(a, {1, 0, 0}, {0, 1, 0}, 0.5), motion(b, {-1, 0, 0}, {0, 1, 1}, 0.5)}, cycles};
    run = untilContact(std::move(run));
    for (int i = 2; i < count; ++i) {
        addApart(run, mesh, [&] {
            const Pose begin = {numbers.rotation(), numbers.inCube(2.6)};
            return motion(begin, numbers.inCube(0.3), numbers.inCube(1), numbers.between(0, 0.3));
        });
    }
    return run;
}

Run manySpheres(int count, int cycles) {
    constexpr Real kSpacing = 2.6;
    const SharedMesh mesh = sphere(528);
    Numbers numbers(9);
    Run run = {{mesh, mesh}, {}, cycles};
    const Pose a = {numbers.rotation(), {0, 0, 0}}, b = {numbers.rotation(), {kSpacing, 0.1, 0.05}};
    run.motions = {motion(a, {0.5, 0, 0}, {0, 1, 0}, 0.5), motion(b, {-0.5, 0, 0}, {0, 1, 1}, 0.5)};
    run = untilContact(std::move(run));
    const int side = static_cast<int>(std::ceil(std::cbrt(count)));
    for (int i = 2; i < count; ++i) {
        const Vec3 place(kSpacing * (i % side), kSpacing * (i / side % side), kSpacing * (i / side / side));
        run.meshes.push_back(mesh);
        run.motions.push_back(motion({numbers.rotation(), place + numbers.inCube(0.05)}, numbers.inCube(0.1),
                                     numbers.inCube(1), numbers.between(0, 0.5)));
    }
    return run;
}

Run fourObjects(int cycles) {
    const SharedMesh head = meshOfScene(scenes::venusHead()), shuttle = meshOfScene(scenes::spaceShuttle());
    Numbers numbers(11);
    const Pose a = {Matrix3::Identity(), {-1.5, 0, 0}},
               b = {Eigen::AngleAxis<Real>(2.9, Vec3(0, 1, 0.2).normalized()).toRotationMatrix(),
                    {1.5, 0.1, 0}};
    Run run = untilContact({{head, shuttle},
                            {motion(a, {1.2, 0, 0}, {0, 1, 0}, 0.8), motion(b, {-1.2, 0, 0}, {1, 1, 0}, 0.4)},
                            cycles});
    for (const SharedMesh& mesh : {sphere(120), meshOfScene(scenes::chair())}) {
        addApart(run, mesh, [&] {
            const Pose begin = {numbers.rotation(), numbers.inCube(1.6)};
            return motion(begin, numbers.inCube(0.1), numbers.inCube(1), 0.2);
        });
    }
    return run;
}

std::vector<MeshInstance> placed(const std::vector<std::shared_ptr<const CollisionModel>>& models,
                                 const std::vector<Pose>& poses) {
    std::vector<MeshInstance> bodies;
    for (std::size_t i = 0; i < poses.size(); ++i) bodies.push_back({models[i].get(), poses[i]});
    return bodies;
}

std::vector<std::shared_ptr<const CollisionModel>> modelsOf(const Run& run, const NarrowPhase& narrowPhase) {
    std::map<SharedMesh, std::shared_ptr<const CollisionModel>> known;
    std::vector<std::shared_ptr<const CollisionModel>> models;
    for (const SharedMesh& mesh : run.meshes) {
        std::shared_ptr<const CollisionModel>& model = known[mesh];
        if (!model) model = narrowPhase.build(mesh);
        models.push_back(model);
    }
    return models;
}

}  // namespace ricochet::lab::paper000
