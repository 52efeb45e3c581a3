#include "tests/bench/contact_poses.h"
#include "tests/bench/protocols.h"
#include "tests/bench/scene_meshes.h"

namespace ricochet::bench {
namespace {

/// A mesh of the protocol, in any unit.
struct NamedMesh {
    const char* name;
    std::function<SharedMesh()> make;  ///< returns null if it is absent
};

std::vector<NamedMesh> meshes() {
    std::vector<NamedMesh> table;
    for (const char* name : {"spot", "bolt_m16", "selfx", "tray", "abb_link2"}) {
        table.push_back({name, [name] { return labelledMesh(name); }});
    }
    table.push_back({"torus", [] { return torusMesh(0.5, 0.2, 160, 100); }});
    return table;
}

/// Displacement of B beyond first contact, as a fraction of the diagonal.
struct Depth {
    const char* name;
    Real value;
};
constexpr Depth kDepths[] = {{"apart", -0.005}, {"0.002", 0.002}, {"0.02", 0.02}, {"0.2", 0.2}};

std::optional<Case> meshTwice(const NamedMesh& named, Real depth, int poses) {
    const SharedMesh mesh = named.make();
    if (!mesh) return std::nullopt;
    const SharedMesh unit = unitSized(*mesh);
    // The same first contacts for all depths.
    Random random(83);
    const auto approach = [&] { return inwards(random, 1.05); };
    return Case{unit, unit, contactPoses(unit, unit, poses, approach, [&] { return depth; })};
}

}  // namespace

std::vector<CaseMaker> protocolA() {
    std::vector<CaseMaker> cases;
    for (const NamedMesh& mesh : meshes()) {
        for (const Depth& depth : kDepths) {
            cases.push_back({std::string("A_") + mesh.name + "_" + depth.name,
                             [=](int poses) { return meshTwice(mesh, depth.value, poses); }});
        }
    }
    return cases;
}

}  // namespace ricochet::bench
