#include "demos/app/replay/replay.h"

#include "demos/app/body_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::app {
namespace {

constexpr std::size_t kPoseBytes = 20;          // of a body in a frame
constexpr std::size_t kFormBytes = 2;           // of a coordinate of a vertex
constexpr std::size_t kMostContacts = 200'000;  // of a run
constexpr float kNormalLength = 0.15f;          // over the radius of the smallest moving body

ReplayMesh replayMesh(const scenes::SceneMesh& mesh) {
    ReplayMesh result;
    for (const btVector3& v : mesh.vertices)
        result.vertices.push_back({float(v.x()), float(v.y()), float(v.z())});
    for (const auto& f : mesh.faces)
        result.faces.push_back({std::uint32_t(f[0]), std::uint32_t(f[1]), std::uint32_t(f[2])});
    return result;
}

float radiusOf(const scenes::SceneMesh& mesh) {
    btScalar radius = 0;
    for (const btVector3& v : mesh.vertices) radius = std::max(radius, v.length());
    return float(radius);
}

void appendVertices(const scenes::SceneMesh& mesh, std::vector<float>& vertices) {
    for (const btVector3& v : mesh.vertices)
        vertices.insert(vertices.end(), {float(v.x()), float(v.y()), float(v.z())});
}

}  // namespace

void ReplayRecorder::begin(const scenes::Scene& scene) {
    float smallest = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < scene.bodies().size(); ++i) {
        const scenes::SceneBody& body = scene.bodies()[i];
        if (!body.mesh) continue;
        const bool moves = body.soft || !body.body->isStaticObject();
        bodies_.push_back(i);
        drawn_.push_back(body.mesh);
        last_.push_back(body.mesh);
        run_.bodies.push_back({.mesh = 0, .moves = moves, .isLost = false});
        if (moves) smallest = std::min(smallest, radiusOf(*body.mesh));
    }
    run_.contactLength = kNormalLength * (std::isfinite(smallest) ? smallest : 1);
    const std::size_t bytes = kPoseBytes * bodies_.size() * std::size_t(steps_ + 1);
    run_.every = 1 + static_cast<int>(bytes / mostPoseBytes_);
}

void ReplayRecorder::record(Simulation& simulation, int step) {
    if (run_.frames == 0) begin(simulation.scene());
    if (step > 0) sinceLast_ = std::max(sinceLast_, float(simulation.detectionMilliseconds()));
    if (step % run_.every != 0) return;
    ++run_.frames;
    recordPoses(simulation.scene());
    recordContacts(simulation);
    detection_.push_back(std::exchange(sinceLast_, 0.0f));
    contacts_.push_back(step > 0 ? float(simulation.contacts()) : 0);
    energy_.push_back(float(kineticEnergy(simulation.scene().bodies())));
}

void ReplayRecorder::recordPoses(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (const auto& mesh = scene.bodies()[bodies_[i]].mesh; mesh != last_[i]) {
            run_.deforms = true;
            recordForm(i, *mesh);
            last_[i] = mesh;
        }
        const btRigidBody& body = *scene.bodies()[bodies_[i]].body;
        const btVector3& p = body.getWorldTransform().getOrigin();
        const btQuaternion q = body.getWorldTransform().getRotation();
        for (int axis = 0; axis < 3; ++axis)
            run_.positions.push_back(std::isfinite(p[axis]) ? float(p[axis]) : 0);
        for (int axis = 0; axis < 4; ++axis) {
            const double value = std::isfinite(q[axis]) ? std::clamp(double(q[axis]), -1.0, 1.0) : 0;
            run_.rotations.push_back(static_cast<std::int16_t>(std::lround(32767 * value)));
        }
        if (scene.placeOf(body) != scenes::Place::inside) run_.bodies[i].isLost = true;
    }
}

/// Of a body whose faces are those at its start.
void ReplayRecorder::recordForm(std::size_t body, const scenes::SceneMesh& mesh) {
    const scenes::SceneMesh& start = *drawn_[body];
    if (mostFormBytes_ == 0 || mesh.faces.size() > kMostPageFaces || mesh.faces != start.faces ||
        mesh.vertices.size() != start.vertices.size()) {
        run_.isUnformed = true;
        return;
    }
    auto found = std::ranges::find(run_.forms, body, &ReplayForms::body);
    if (found == run_.forms.end()) {
        run_.forms.push_back({.body = body, .every = 1, .frames = {0}, .vertices = {}});
        found = std::prev(run_.forms.end());
        appendVertices(start, found->vertices);
    }
    const int frame = run_.frames - 1;
    if (frame - found->frames.back() < formEvery_) return;
    found->frames.push_back(frame);
    appendVertices(mesh, found->vertices);
    std::size_t bytes = 0;
    for (const ReplayForms& each : run_.forms) bytes += kFormBytes * each.vertices.size();
    if (bytes > mostFormBytes_) thinForms();
}

/// Every second one, of each body.
void ReplayRecorder::thinForms() {
    formEvery_ *= 2;
    for (ReplayForms& forms : run_.forms) {
        const std::size_t size = forms.vertices.size() / forms.frames.size();
        ReplayForms left = {.body = forms.body, .every = 1, .frames = {}, .vertices = {}};
        for (std::size_t i = 0; i < forms.frames.size(); ++i) {
            if (i > 0 && forms.frames[i] - left.frames.back() < formEvery_) continue;
            const auto begin = forms.vertices.begin() + std::ptrdiff_t(i * size);
            left.frames.push_back(forms.frames[i]);
            left.vertices.insert(left.vertices.end(), begin, begin + std::ptrdiff_t(size));
        }
        forms = std::move(left);
    }
}

void ReplayRecorder::recordContacts(Simulation& simulation) {
    run_.contactBegin.push_back(static_cast<std::uint32_t>(run_.contactPoints.size() / 3));
    const std::size_t most = std::max<std::size_t>(1, kMostContacts / std::size_t(steps_ / run_.every + 1));
    const auto all = static_cast<std::size_t>(simulation.dispatcher().contacts());
    const std::size_t stride = 1 + all / most;
    std::size_t number = 0;
    float deepest = 0;
    for (int m = 0; m < simulation.dispatcher().getNumManifolds(); ++m) {
        const btPersistentManifold& manifold = *simulation.dispatcher().getInternalManifoldPointer()[m];
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            const btManifoldPoint& point = manifold.getContactPoint(k);
            deepest = std::max(deepest, -float(point.getDistance()));
            if (number++ % stride != 0) continue;
            for (int axis = 0; axis < 3; ++axis) {
                run_.contactPoints.push_back(float(point.getPositionWorldOnB()[axis]));
                const double normal = std::clamp(double(point.m_normalWorldOnB[axis]), -1.0, 1.0);
                run_.contactNormals.push_back(static_cast<std::int8_t>(std::lround(127 * normal)));
            }
        }
    }
    deepest_.push_back(1e3f * deepest);
}

ReplayRun ReplayRecorder::finish(std::string name, std::vector<std::pair<std::string, std::string>> numbers,
                                 ReplayMeshes& meshes) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) run_.bodies[i].mesh = meshes.add(replayMesh(*drawn_[i]));
    run_.contactBegin.push_back(static_cast<std::uint32_t>(run_.contactPoints.size() / 3));
    for (ReplayForms& forms : run_.forms) forms.every = formEvery_;
    run_.name = std::move(name);
    run_.numbers = std::move(numbers);
    run_.frameSeconds = run_.every / hz_;
    run_.seconds = (run_.frames - 1) * run_.frameSeconds;
    run_.series = {
        {"Detection", run_.every > 1 ? "ms, slowest step of a frame" : "ms", std::move(detection_)},
        {"Contacts", "points", std::move(contacts_)},
        {"Deepest contact", "mm", std::move(deepest_)},
        {"Kinetic energy", "J", std::move(energy_)}};
    return std::move(run_);
}

}  // namespace ricochet::app
