// Ignition Physics with its Bullet plugin: a torus falls on a torus. Prints its height and its speed in the
// end.

#include "tests/preload/torus.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <ignition/common/Mesh.hh>
#include <ignition/common/SubMesh.hh>
#include <ignition/physics/ForwardStep.hh>
#include <ignition/physics/FrameSemantics.hh>
#include <ignition/physics/RequestEngine.hh>
#include <ignition/physics/mesh/MeshShape.hh>
#include <ignition/physics/sdf/ConstructLink.hh>
#include <ignition/physics/sdf/ConstructModel.hh>
#include <ignition/physics/sdf/ConstructWorld.hh>
#include <ignition/plugin/Loader.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>
#include <string>

namespace {

namespace physics = ignition::physics;
struct Features : physics::FeatureList<physics::ForwardStep, physics::sdf::ConstructSdfWorld,
                                       physics::sdf::ConstructSdfModel, physics::sdf::ConstructSdfLink,
                                       physics::mesh::AttachMeshShapeFeature, physics::LinkFrameSemantics> {};

void add(const Torus& torus, ignition::common::Mesh& mesh) {
    ignition::common::SubMesh part;
    for (std::size_t i = 0; i < torus.coordinates.size(); i += 3) {
        part.AddVertex(torus.coordinates[i], torus.coordinates[i + 1], torus.coordinates[i + 2]);
        part.AddNormal(0, 0, 1);
    }
    for (const unsigned corner : torus.corners) part.AddIndex(corner);
    mesh.AddSubMesh(part);
}

template <class World>
auto addBody(World& world, const std::string& name, bool isFixed, double x, double z,
             const ignition::common::Mesh& mesh) {
    sdf::Model model;
    model.SetName(name);
    model.SetStatic(isFixed);
    model.SetRawPose({x, 0, z, 0, 0, 0});
    sdf::Link link;
    link.SetName("link");
    link.SetInertial(
        {ignition::math::MassMatrix3d(1, {0.3, 0.3, 0.5}, {0, 0, 0}), ignition::math::Pose3d::Zero});
    auto made = world.ConstructModel(model)->ConstructLink(link);
    made->AttachMeshShape("torus", mesh);
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 1;
    ignition::plugin::Loader loader;
    physics::Engine3dPtr<Features> engine;
    for (const std::string& name : loader.LoadLib(argv[1])) {
        if (!engine) engine = physics::RequestEngine3d<Features>::From(loader.Instantiate(name));
    }
    if (!engine) return std::puts("no Bullet plugin"), 1;
    sdf::Root root;
    root.LoadSdfString("<sdf version='1.7'><world name='w'><gravity>0 0 -9.81</gravity></world></sdf>");
    const auto world = engine->ConstructWorld(*root.WorldByIndex(0));
    ignition::common::Mesh mesh;
    add(Torus(), mesh);
    addBody(*world, "lower", true, 0, 0.3, mesh);
    const auto upper = addBody(*world, "upper", false, 0.2, 1.1, mesh);

    physics::ForwardStep::Output output;
    physics::ForwardStep::State state;
    physics::ForwardStep::Input input;
    using Duration = std::chrono::steady_clock::duration;
    input.Get<Duration>() = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1.0 / 240));
    const std::clock_t begin = std::clock();
    for (int i = 0; i < 480; ++i) world->Step(output, state, input);
    std::fprintf(stderr, "%.3f ms a step\n",
                 static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC / 480);
    const auto frame = upper->FrameDataRelativeToWorld();
    std::printf("z %.4f, speed %.4f\n", frame.pose.translation().z(), frame.linearVelocity.norm());
    std::fflush(stdout);
}
