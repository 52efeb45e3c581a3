// First contacts along very many random screws against an oracle: exact intersection of all triangles at
// samples of the motion, then bisection.
//
//     mktree_soak [--screws N] [--samples N] [--seed N]     exit code 1 where one is missed, late or false:
//     more than 1e-9 of the motion too early

#include "algorithms/geometry/closest_points.h"
#include "algorithms/mktree/predict.h"
#include "tests/mktree/oracle.h"
#include "tests/support/command_line.h"

#include <cstdio>

namespace ricochet::bench {
namespace {

using namespace mktree;
using namespace mktree::test;

constexpr Real kLate = 1e-12, kEarly = 1e-9;  // of the motion
constexpr Real kTouch = 1e-12;  // metres per metre of coordinates: indistinguishable from touching

struct Options {
    int screws = 10'000, samples = 400;
    unsigned seed = 1;
};

struct Counts {
    int asked = 0, contacts = 0, starts = 0, missed = 0, wrong = 0, late = 0, grazes = 0;
    Real latest = 0, earliest = 0;
};

/// A world, and bodies that move through it.
struct Subject {
    std::shared_ptr<const MkTree> tree;
    WholeWorld world;
    std::unique_ptr<BruteWorld> brute;
    std::vector<std::shared_ptr<Mesh>> bodies;

    Subject(const TemporaryFolder& folder, const std::string& name, const Objects& objects,
            std::vector<std::shared_ptr<Mesh>> theirBodies)
        : tree(builtTree(objects, folder.file(name), {.leafTriangles = 60})),
          world(whole(objects)),
          brute(std::make_unique<BruteWorld>(*world.mesh)),
          bodies(std::move(theirBodies)) {}
};

/// Cubes of a metre at every other place of a grid, which are exact.
Objects cubes() {
    Objects objects;
    for (int x = -2; x <= 2; ++x) {
        for (int y = -2; y <= 2; ++y) {
            for (int z = -2; z <= 2; ++z) {
                if ((x + y + z) % 2 != 0) continue;
                const Vec3 at(2 * x, 2 * y, 2 * z);
                objects.push_back(objectOf(*boxMesh(at - Vec3::Constant(0.5), at + Vec3::Constant(0.5)),
                                           static_cast<Index>(objects.size())));
            }
        }
    }
    return objects;
}

struct Motion {
    Pose pose;
    ScrewMotion screw;
};

/// A cube's faces and edges slide along those of the grid's cubes at a gap, for which the oracle is exact.
Motion slide(Random& random) {
    constexpr std::array<Real, 12> kGaps = {0,    1e-12, 1e-11, 1e-10, 1e-9, 1e-8,
                                            1e-7, 1e-6,  1e-5,  1e-4,  1e-3, -1e-3};
    const int along = static_cast<int>(random.below(3)),
              across = (along + 1 + static_cast<int>(random.below(2))) % 3;
    Motion motion{{Matrix3::Identity(), Vec3::Zero()},
                  {Vec3::Zero(), Vec3::Unit(along), 0, random.real(1, 9)}};
    for (Real& x : motion.pose.translation) x = 2 * Real(random.below(5)) - 4 + 0.25 * Real(random.below(4));
    motion.pose.translation[along] = -5.5;
    motion.pose.translation[across] =
        2 * Real(random.below(5)) - 4 + 0.75 + kGaps[random.below(kGaps.size())];
    return motion;
}

/// Upper bound of the first time after `time` at which the bodies meet, or none up to the bar.
std::optional<Real> meetsSoonAfter(const std::function<bool(Real)>& meets, Real time) {
    for (Real later : {0., 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, kEarly}) {
        if (meets(std::min(Real(1), time + later))) return later;
    }
    return std::nullopt;
}

void compare(const Subject& subject, const Mesh& mesh, const Motion& motion, const Options& options,
             bool isExact, Counts& counts) {
    const auto answer =
        predict(*subject.tree, MovingBody(std::make_shared<Mesh>(mesh)), motion.pose, motion.screw);
    if (!answer) throw std::runtime_error(answer.error());
    const Truth truth = sampled(*subject.brute, mesh, motion.pose, motion.screw, options.samples);
    ++counts.asked;
    counts.contacts += truth.time.has_value();
    if (truth.time == Real(0)) {
        ++counts.starts;
        counts.missed += !*answer || !(*answer)->startsInContact;
        return;
    }
    if (!*answer) {
        counts.missed += truth.time.has_value();
        return;
    }
    const SweptContact& contact = (*answer)->contact;
    const Real after = truth.time ? contact.time - *truth.time : Real(-1);
    counts.latest = std::max(counts.latest, after);
    counts.late += after > kLate;
    if (truth.time && after >= -kEarly) {
        counts.earliest = std::max(counts.earliest, -after);
        return;
    }
    // Contacts between samples are searched more finely.
    std::vector<Index> all(subject.world.mesh->faceCount());
    for (Index i = 0; i < all.size(); ++i) all[i] = i;
    const auto early = meetsSoonAfter(
        [&](Real time) { return subject.brute->meets(mesh, poseAt(motion.pose, motion.screw, time), all); },
        contact.time);
    if (early) {
        counts.earliest = std::max(counts.earliest, *early);
        return;
    }
    const Triangle a = transformTriangle(poseAt(motion.pose, motion.screw, contact.time),
                                         mesh.triangle(contact.faces.faceA));
    const Triangle b = triangleNamed(subject.world, (*answer)->part, contact.faces.faceB);
    const bool isGraze = !isExact && std::sqrt(closestPoints(a, b).distanceSquared) < kTouch;
    counts.grazes += isGraze;
    counts.wrong += !isGraze;
}

int run(const Options& options) {
    const TemporaryFolder folder;
    const Subject clutterWorld(
        folder, "clutter", clutter(21, 120),
        {torusMesh(0.2, 0.08, 10, 6), boxMesh(Vec3(-0.2, -0.1, -0.05), Vec3(0.3, 0.1, 0.2))});
    const Subject grid(folder, "grid", cubes(), {boxMesh(Vec3::Constant(-0.25), Vec3::Constant(0.25))});
    Random random(options.seed);
    Counts counts;
    for (int i = 0; i < options.screws; ++i) {
        const bool slides = i % 5 == 4;
        const Subject& subject = slides ? grid : clutterWorld;
        const Mesh& mesh = *subject.bodies[static_cast<std::size_t>(i) % subject.bodies.size()];
        const Pose pose{random.rotation(), random.point(5)};
        const Motion motion =
            slides ? slide(random) : Motion{pose, randomScrew(random, i / 5, pose.translation)};
        compare(subject, mesh, motion, options, slides, counts);
    }
    std::printf(
        "screws,contacts,starts,missed,false,late,grazes,latest,earliest\n%d,%d,%d,%d,%d,%d,%d,%.3g,%.3g\n",
        counts.asked, counts.contacts, counts.starts, counts.missed, counts.wrong, counts.late, counts.grazes,
        counts.latest, counts.earliest);
    return counts.missed + counts.wrong + counts.late > 0 || counts.contacts == 0 ? 1 : 0;
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    ricochet::bench::Options options;
    CommandLine commandLine("first contacts along very many random screws against an oracle");
    commandLine.option("--screws", options.screws, "motions", positive());
    commandLine.option("--samples", options.samples, "of each motion", positive());
    commandLine.option("--seed", options.seed);
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::run(options);
}
