// Reads the JSON of a scene. The schema has been checked before: what is checked here are names, and numbers
// that depend on one another.

#include "demos/app/mesh_body.h"
#include "demos/app/scene_files/kinds.h"
#include "demos/app/scene_files/located_json.h"
#include "demos/app/scene_files/scene_file.h"
#include "demos/app/scene_files/schema_check.h"
#include "demos/scenes/soft_shape.h"
#include "plugin/nearest_name.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr btScalar kUsualFriction = btScalar(0.5);  // of two bodies

/// Cubic metres; 0 for shapes whose volume has no simple formula.
double volumeOf(const scenes::DescribedShape& shape) {
    constexpr double kPi = std::numbers::pi;
    const double r = double(shape.radius), h = double(shape.height);
    switch (shape.kind) {
        case scenes::ShapeKind::box:
            return 8 * double(shape.half.x() * shape.half.y() * shape.half.z());
        case scenes::ShapeKind::sphere:
            return 4 * kPi / 3 * r * r * r;
        case scenes::ShapeKind::capsule:
            return kPi * r * r * (h + 4 * r / 3);
        case scenes::ShapeKind::cylinder:
            return kPi * r * r * h;
        case scenes::ShapeKind::cone:
            return kPi * r * r * h / 3;
        default:
            return 0;
    }
}

/// A value, its place and its file.
struct Place {
    const LocatedJson& file;
    const Json& value;
    std::string pointer;

    bool has(const char* name) const { return value.contains(name); }
    Place at(const std::string& name) const {
        return {file, value.at(name), (Json::json_pointer(pointer) / name).to_string()};
    }
    Place at(std::size_t index) const {
        return {file, value.at(index), pointer + "/" + std::to_string(index)};
    }
    btScalar number() const { return static_cast<btScalar>(value.get<double>()); }
    double real(const char* name, double otherwise = 0) const { return value.value(name, otherwise); }
    btScalar number(const char* name, btScalar otherwise) const {
        return has(name) ? at(name).number() : otherwise;
    }
    std::string text(const char* name) const { return value.value(name, std::string()); }
    btVector3 vector() const { return {at(0).number(), at(1).number(), at(2).number()}; }
    btVector3 vector(const char* name, const btVector3& otherwise) const {
        return has(name) ? at(name).vector() : otherwise;
    }
};

/// A description while it is read. The first mistake is reported; what follows it has no meaning.
class SceneReader {
public:
    explicit SceneReader(const LocatedJson& file)
        : file_(file), folder_(std::filesystem::path(file.path).parent_path()) {}

    Result<std::shared_ptr<const scenes::SceneDescription>> read() {
        const Place root{file_, file_.value, ""};
        scene_->about = root.text("about");
        scene_->gravity = root.vector("gravity", scene_->gravity);
        scene_->thermostat = root.real("thermostat");
        if (root.has("attraction")) {
            const Place at = root.at("attraction");
            scene_->attraction = scenes::Attraction{.centre = at.vector("centre", btVector3(0, 0, 0)),
                                                    .acceleration = at.at("acceleration").number(),
                                                    .radius = at.at("radius").number()};
        }
        if (root.has("walls")) readWalls(root.at("walls"));
        if (root.has("run")) readOptions(root.at("run"));
        if (root.has("meshes")) {
            for (const auto& [name, mesh] : root.value["meshes"].items())
                readMesh(name, root.at("meshes").at(name));
        }
        for (std::size_t i = 0; isGood() && i < root.value["bodies"].size(); ++i)
            readBody(root.at("bodies").at(i));
        for (std::size_t i = 0; isGood() && root.has("joints") && i < root.value["joints"].size(); ++i) {
            readJoint(root.at("joints").at(i));
        }
        if (!isGood()) return tl::unexpected(error_);
        return scene_;
    }

private:
    /// A mesh of the file; it becomes one of the description when a body has it.
    struct FileMesh {
        std::shared_ptr<Mesh> mesh;  ///< metres
        bool isCentred = false;
        std::optional<scenes::MeshWaves> waves = std::nullopt;
        std::optional<SolidProperties> solid = std::nullopt;
        std::optional<std::size_t> standing = std::nullopt, moving = std::nullopt;  ///< in the description
    };
    struct ReadShape {
        scenes::DescribedShape shape;
        btTransform frame = btTransform::getIdentity();  ///< of the body in the shape of the file
        double volume = 0;                               ///< m³, 0: not known
    };

    bool isGood() const { return error_.empty(); }
    void fail(const Place& place, const std::string& message) {
        if (isGood()) error_ = file_.message(place.pointer, message);
    }

    void readWalls(const Place& place) {
        const scenes::Walls walls = {.low = place.at("low").vector(), .high = place.at("high").vector()};
        for (int axis = 0; axis < 3; ++axis) {
            if (!(walls.low[axis] < walls.high[axis]))
                fail(place.at("high"), "expected a corner above low along each axis");
        }
        scene_->walls = walls;
    }

    void readOptions(const Place& run) {
        for (const auto& [name, value] : run.value.items()) {
            scene_->options.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
        }
    }

    void readMesh(const std::string& name, const Place& place) {
        FileMesh& mesh = meshes_[name];
        if (place.has("waves")) mesh.waves = readWaves(place.at("waves"));
        if (place.has("file")) {
            const std::string path = (folder_ / place.text("file")).string();
            const auto files = readMeshFiles({path}, "", place.text("unit"), place.text("up"));
            if (!files) return fail(place.at("file"), files.error());
            mesh.mesh = inWorldAxes(files->front());
            return;
        }
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (const Json& v : place.value["vertices"]) {
            const Vec3 at(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
            vertices.push_back(at.cast<float>().cast<double>());
        }
        for (std::size_t i = 0; i < place.value["faces"].size(); ++i) {
            const Place face = place.at("faces").at(i);
            for (const Json& vertex : face.value) {
                if (vertex.get<std::size_t>() < vertices.size()) continue;
                return fail(face, "expected vertices below " + std::to_string(vertices.size()) + ", not " +
                                      vertex.dump());
            }
            faces.push_back(
                {face.value[0].get<Index>(), face.value[1].get<Index>(), face.value[2].get<Index>()});
        }
        auto made = Mesh::create(std::move(vertices), std::move(faces));
        if (!made) return fail(place, made.error());
        mesh.mesh = *made;
        mesh.isCentred = place.value.value("centred", false);
    }

    scenes::MeshWaves readWaves(const Place& place) {
        scenes::MeshWaves waves = {
            .scale = place.real("scale", 1), .radius = place.real("radius", 1), .waves = {}};
        for (std::size_t i = 0; i < place.value["waves"].size(); ++i) {
            const Place wave = place.at("waves").at(i);
            waves.waves.push_back({.axes = readRotation(wave),
                                   .crests = wave.real("crests"),
                                   .speed = wave.real("speed"),
                                   .phase = wave.real("phase"),
                                   .height = wave.real("height")});
        }
        return waves;
    }

    std::size_t addMesh(scenes::SceneMesh mesh, const std::optional<scenes::MeshWaves>& waves) {
        if (waves) scene_->waves[scene_->meshes.size()] = *waves;
        scene_->meshes.push_back(std::make_shared<scenes::SceneMesh>(std::move(mesh)));
        return scene_->meshes.size() - 1;
    }

    /// `moves`: about the centre of mass, which the shape of the file need not be.
    ReadShape readShape(const Place& place, bool moves) {
        ReadShape read;
        scenes::DescribedShape& shape = read.shape;
        shape.kind = kindNamed(kShapeKinds, place.text("type"));
        shape.half = place.vector("half", shape.half);
        shape.radius = place.number("radius", 0);
        shape.height = place.number("height", 0);
        shape.offset = place.number("offset", 0);
        if (place.has("margin")) shape.margin = place.at("margin").number();
        for (const char* points : {"points", "centres"}) {
            for (std::size_t i = 0; place.has(points) && i < place.value[points].size(); ++i) {
                shape.points.push_back(place.at(points).at(i).vector());
            }
        }
        for (std::size_t i = 0; place.has("radii") && i < place.value["radii"].size(); ++i) {
            shape.radii.push_back(place.at("radii").at(i).number());
        }
        if (shape.kind == scenes::ShapeKind::spheres && shape.radii.size() != shape.points.size()) {
            fail(place.at("radii"),
                 "expected as many radii as centres: " + std::to_string(shape.points.size()));
        }
        if (shape.kind == scenes::ShapeKind::plane) {
            shape.normal = place.vector("normal", shape.normal);
            if (std::abs(double(shape.normal.length()) - 1) > kLengthTolerance)
                fail(place, "expected a normal of length 1");
        }
        for (std::size_t i = 0; place.has("parts") && i < place.value["parts"].size(); ++i) {
            const Place part = place.at("parts").at(i);
            ReadShape inner = readShape(part.at("shape"), moves);
            for (const auto kind :
                 {scenes::ShapeKind::heights, scenes::ShapeKind::octree, scenes::ShapeKind::soft}) {
                if (inner.shape.kind == kind)
                    fail(part.at("shape"), std::string("expected no shape of type ") +
                                               nameOf(kShapeKinds, kind) + " in a compound");
            }
            const btTransform pose =
                part.has("pose") ? readPose(part.at("pose")) : btTransform::getIdentity();
            shape.parts.push_back({pose * inner.frame, std::move(inner.shape)});
        }
        if (shape.kind == scenes::ShapeKind::heights) shape.heights = readHeights(place);
        if (shape.kind == scenes::ShapeKind::octree) readOctree(place, shape);
        if (shape.kind == scenes::ShapeKind::soft) readSoft(place, shape.soft);
        read.volume = volumeOf(shape);
        if (shape.kind == scenes::ShapeKind::mesh) readMeshShape(place, moves, read);
        return read;
    }

    scenes::HeightField readHeights(const Place& place) {
        scenes::HeightField field = {
            .heights = {}, .spacing = place.real("spacing"), .most = place.real("most")};
        for (const Json& height : place.value["heights"]) {
            field.heights.push_back(height.get<float>());
            if (double(std::abs(field.heights.back())) > field.most)
                fail(place.at("heights"), "expected heights of at most " + place.value["most"].dump() +
                                              " to each side, not " + height.dump());
        }
        const auto side = std::lround(std::sqrt(double(field.heights.size())));
        if (side * side != static_cast<long>(field.heights.size()))
            fail(place.at("heights"), "expected as many heights along x as along z, not " +
                                          std::to_string(field.heights.size()) + " in all");
        return field;
    }

    void readOctree(const Place& place, scenes::DescribedShape& shape) {
        shape.of = bodyNamed(place.at("of"));
        shape.beside = place.vector("beside", shape.beside);
        if (isGood() && scene_->bodies[shape.of].shape.kind != scenes::ShapeKind::mesh)
            fail(place.at("of"), "expected a body whose shape is a mesh");
    }

    void readSoft(const Place& place, scenes::SoftShape& soft) {
        if (place.has("mesh") == place.has("nodes")) return fail(place, "expected either a mesh or nodes");
        if (place.has("mesh") && place.has("faces"))
            return fail(place.at("faces"), "expected no faces: they are those of the mesh");
        if (const FileMesh* const mesh = place.has("mesh") ? meshNamed(place.at("mesh")) : nullptr) {
            if (mesh->waves) return fail(place.at("mesh"), "expected a mesh without waves");
            const scenes::SceneMesh form = sceneMesh(*mesh->mesh);
            soft.nodes = form.vertices;
            soft.faces = form.faces;
        }
        for (std::size_t i = 0; place.has("nodes") && i < place.value["nodes"].size(); ++i)
            soft.nodes.push_back(place.at("nodes").at(i).vector());
        if (!isGood()) return;
        readNodeSets(place, "faces", soft.nodes.size(), soft.faces);
        readNodeSets(place, "links", soft.nodes.size(), soft.links);
        if (!place.has("links")) soft.links = scenes::edgesOf(soft.faces);
        if (soft.links.empty() && soft.faces.empty()) fail(place, "expected faces or links in it");
        if (place.has("held")) readNodes(place.at("held"), soft.nodes.size(), soft.held);
        soft.stiffness = place.number("stiffness", soft.stiffness);
        soft.damping = place.number("damping", soft.damping);
        soft.drag = place.number("drag", soft.drag);
        soft.crossForce = place.number("lift", soft.crossForce);
        soft.wind = place.vector("wind", soft.wind);
        soft.iterations = place.value.value("iterations", soft.iterations);
    }

    /// Appends to a vector of arrays of different nodes.
    template <class Sets>
    void readNodeSets(const Place& place, const char* name, std::size_t nodes, Sets& sets) {
        for (std::size_t i = 0; isGood() && place.has(name) && i < place.value[name].size(); ++i) {
            const Place at = place.at(name).at(i);
            std::vector<int> read;
            readNodes(at, nodes, read);
            if (!isGood()) return;
            std::ranges::copy(read, sets.emplace_back().begin());
            std::ranges::sort(read);
            if (std::ranges::adjacent_find(read) != read.end()) fail(at, "expected different nodes");
        }
    }

    void readNodes(const Place& place, std::size_t nodes, std::vector<int>& read) {
        for (const Json& node : place.value) {
            if (!(node.get<double>() < double(nodes)))
                return fail(place, "expected nodes below " + std::to_string(nodes) + ", not " + node.dump());
            read.push_back(node.get<int>());
        }
    }

    FileMesh* meshNamed(const Place& place) {
        const std::string name = place.value.get<std::string>();
        const auto found = meshes_.find(name);
        if (found != meshes_.end()) return &found->second;
        std::vector<std::string> names;
        for (const auto& [known, mesh] : meshes_) names.push_back(known);
        fail(place,
             "there is no mesh '" + name + "'" + (names.empty() ? "" : "; " + nearestNames(name, names)));
        return nullptr;
    }

    void readMeshShape(const Place& place, bool moves, ReadShape& read) {
        read.shape.algorithm = place.text("algorithm");
        FileMesh* const named = meshNamed(place.at("mesh"));
        if (!named) return;
        FileMesh& mesh = *named;
        if (!moves || mesh.isCentred) {
            if (!mesh.standing) mesh.standing = addMesh(sceneMesh(*mesh.mesh), mesh.waves);
            read.shape.mesh = *mesh.standing;
            if (moves) read.volume = massProperties(*mesh.mesh).volume * volumeScale(mesh);
            return;
        }
        if (!mesh.solid) mesh.solid = massProperties(*mesh.mesh);
        if (!mesh.moving) mesh.moving = addMesh(solidMesh(*mesh.mesh, *mesh.solid), mesh.waves);
        read.shape.mesh = *mesh.moving;
        read.frame = solidFrame(*mesh.solid);
        read.volume = massOf(*mesh.mesh, *mesh.solid, 1) * volumeScale(mesh);
    }

    static double volumeScale(const FileMesh& mesh) {
        return mesh.waves ? std::pow(mesh.waves->scale, 3) : 1;
    }

    btMatrix3x3 readRotation(const Place& pose) {
        if (pose.has("rotation")) {
            const Place at = pose.at("rotation");
            const btQuaternion q(at.at(0).number(), at.at(1).number(), at.at(2).number(), at.at(3).number());
            if (std::abs(double(q.length()) - 1) > kLengthTolerance) {
                fail(at, "expected a quaternion [x, y, z, w] of length 1, not of length " +
                             lengthOf(double(q.length())));
            }
            return btMatrix3x3(q.normalized());
        }
        btMatrix3x3 basis = btMatrix3x3::getIdentity();
        if (!pose.has("axes")) return basis;
        for (int row = 0; row < 3; ++row)
            basis[row] = pose.at("axes").at(static_cast<std::size_t>(row)).vector();
        const btMatrix3x3 square = basis * basis.transpose();
        double farthest = 0;
        for (int i = 0; i < 9; ++i)
            farthest = std::max(farthest, std::abs(double(square[i / 3][i % 3]) - (i % 4 == 0)));
        if (farthest > kLengthTolerance || basis.determinant() < 0) {
            fail(pose.at("axes"),
                 "expected the rows of a rotation matrix: of length 1, perpendicular, right-handed");
        }
        return basis;
    }

    btTransform readPose(const Place& pose) {
        return btTransform(readRotation(pose), pose.vector("position", btVector3(0, 0, 0)));
    }

    void readBody(const Place& place) {
        scenes::DescribedBody body;
        body.name = place.has("name") ? place.text("name") : "body " + std::to_string(scene_->bodies.size());
        if (bodies_.count(body.name))
            fail(place, "expected another name: there are two bodies '" + body.name + "'");
        const bool moves = place.has("mass") || place.has("density");
        if (place.has("mass") && place.has("density")) fail(place, "expected either a mass or a density");
        for (const char* kinematic : {"path", "vibration"}) {
            if (place.has(kinematic) && moves)
                fail(place, std::string("expected no mass: a body with a ") + kinematic + " has none");
        }
        if (place.has("path") && place.has("vibration")) fail(place, "expected either a path or a vibration");
        for (const char* moved : {"restarts", "cruise", "drive", "route", "force"}) {
            if (place.has(moved) && !moves)
                fail(place, std::string("expected a mass: \"") + moved + "\" is of a body that moves");
        }
        ReadShape read = readShape(place.at("shape"), moves);
        body.shape = std::move(read.shape);
        for (const auto kind :
             {scenes::ShapeKind::plane, scenes::ShapeKind::heights, scenes::ShapeKind::octree}) {
            if (moves && body.shape.kind == kind)
                fail(place, std::string("expected no mass: a shape of type ") + nameOf(kShapeKinds, kind) +
                                " does not move");
        }
        if (body.shape.kind == scenes::ShapeKind::soft) checkSoft(place);
        body.mass = place.has("density") ? btScalar(double(place.at("density").number()) * read.volume)
                                         : place.number("mass", 0);
        if (place.has("density") && !(body.mass > 0))
            fail(place, "expected a mass: the volume of such a shape is not known");
        if (place.has("inertia")) body.inertia = place.at("inertia").vector();
        body.pose = (place.has("pose") ? readPose(place.at("pose")) : btTransform::getIdentity());
        multiplyExactly(body.pose, read.frame);
        body.velocity = place.vector("velocity", body.velocity);
        body.spin = place.vector("spin", body.spin);
        body.friction = place.number("friction", std::sqrt(kUsualFriction));
        body.restitution = place.number("restitution", 0);
        body.maySleep = place.value.value("may_sleep", true);
        body.linearFactor = place.vector("linear_factor", body.linearFactor);
        body.angularFactor = place.vector("angular_factor", body.angularFactor);
        if (place.has("gravity")) body.gravity = place.at("gravity").vector();
        body.group = place.text("group");
        readActions(place, body.actions);
        if (!body.actions.path.empty()) body.pose = body.actions.path.front().pose;
        bodies_[body.name] = scene_->bodies.size();
        scene_->bodies.push_back(std::move(body));
    }

    void checkSoft(const Place& place) {
        constexpr const char* kOfSoftBodies[] = {"name", "shape", "mass", "pose", "velocity", "friction"};
        if (!place.has("mass")) fail(place, "expected a mass: a soft body moves");
        for (const auto& [name, value] : place.value.items()) {
            if (std::ranges::find(kOfSoftBodies, name) == std::end(kOfSoftBodies))
                fail(place.at(name),
                     "expected only a name, shape, mass, pose, velocity and friction of a soft body");
        }
    }

    /// Calls with each element of an array; their times must rise.
    template <class Read>
    void readMoments(const Place& place, const char* name, const Read& read) {
        for (std::size_t i = 0; place.has(name) && i < place.value[name].size(); ++i) {
            const Place moment = place.at(name).at(i);
            read(moment);
            if (i > 0 && moment.real("time") <= place.at(name).at(i - 1).real("time"))
                fail(moment.at("time"), "expected a time after that of the moment before");
        }
    }

    void readActions(const Place& place, scenes::BodyActions& actions) {
        readMoments(place, "path", [&](const Place& point) {
            actions.path.push_back({point.at("time").number(), readPose(point.at("pose"))});
        });
        readMoments(place, "restarts", [&](const Place& restart) {
            actions.restarts.push_back({restart.real("time"), readPose(restart.at("pose")),
                                        restart.vector("velocity", btVector3(0, 0, 0)),
                                        restart.vector("spin", btVector3(0, 0, 0)),
                                        restart.value.value("reenters", false)});
        });
        readMoments(place, "cruise", [&](const Place& point) {
            actions.cruise.push_back({point.real("time"), point.at("velocity").vector()});
        });
        actions.force = place.vector("force", actions.force);
        if (place.has("vibration")) actions.vibration = readVibration(place.at("vibration"));
        if (place.has("drive")) {
            const Place at = place.at("drive");
            scenes::Drive drive = {.axis = unitVector(at.at("axis")), .speeds = {}};
            readMoments(at, "speeds", [&](const Place& point) {
                drive.speeds.push_back({point.real("time"), point.real("speed")});
            });
            actions.drive = std::move(drive);
        }
        if (place.has("route")) actions.route = readRoute(place.at("route"));
    }

    btVector3 unitVector(const Place& place) {
        if (std::abs(double(place.vector().length()) - 1) > kLengthTolerance)
            fail(place, "expected a vector of length 1");
        return place.vector();
    }

    scenes::Vibration readVibration(const Place& place) {
        scenes::Vibration vibration;
        vibration.frequency = place.real("frequency");
        for (std::size_t i = 0; place.has("offset") && i < 3; ++i)
            vibration.offset[i] = place.value["offset"][i].get<double>();
        if (place.has("axis")) vibration.axis = unitVector(place.at("axis"));
        vibration.angle = place.real("angle");
        return vibration;
    }

    scenes::Route readRoute(const Place& place) {
        scenes::Route route;
        route.from = place.at("from").vector();
        route.to = place.at("to").vector();
        route.speed = place.at("speed").number();
        route.radius = place.at("radius").number();
        route.steering = place.number("steering", 0);
        route.returns = place.value.value("returns", false);
        if ((route.to - route.from).fuzzyZero()) fail(place.at("to"), "expected another point than from");
        if (!place.has("digging")) return route;
        const Place at = place.at("digging");
        route.digging = scenes::Digging{.ground = bodyNamed(at.at("ground")),
                                        .every = at.real("every"),
                                        .ahead = at.real("ahead"),
                                        .radius = at.real("radius"),
                                        .depth = at.real("depth")};
        if (isGood() && scene_->bodies[route.digging->ground].shape.kind != scenes::ShapeKind::heights)
            fail(at.at("ground"), "expected a body whose shape is heights");
        return route;
    }

    /// An identity leaves every bit as it is.
    static void multiplyExactly(btTransform& pose, const btTransform& frame) {
        if (!(frame == btTransform::getIdentity())) pose = pose * frame;
    }

    std::size_t bodyNamed(const Place& place) {
        const std::string name = place.value.get<std::string>();
        const auto found = bodies_.find(name);
        if (found != bodies_.end()) return found->second;
        std::vector<std::string> names;
        for (const auto& [known, index] : bodies_) names.push_back(known);
        fail(place, "there is no body '" + name + "'; " + nearestNames(name, names));
        return 0;
    }

    /// A frame in the world whose x (of a slider or cone) or z is along an axis.
    btTransform frameAt(const Place& joint, scenes::JointKind kind) {
        const bool isAlongZ = kind == scenes::JointKind::hinge;
        const btVector3 usual = isAlongZ ? btVector3(0, 0, 1) : btVector3(1, 0, 0);
        const btVector3 axis = joint.vector("axis", usual);
        if (axis.fuzzyZero()) {
            fail(joint.at("axis"), "expected an axis other than zero");
            return btTransform::getIdentity();
        }
        return btTransform(shortestArcQuat(usual, axis.normalized()), joint.vector("at", btVector3(0, 0, 0)));
    }

    void readJoint(const Place& place) {
        scenes::DescribedJoint joint;
        joint.name =
            place.has("name") ? place.text("name") : "joint " + std::to_string(scene_->joints.size());
        joint.kind = kindNamed(kJointKinds, place.text("type"));
        joint.a = bodyNamed(place.at("a"));
        if (place.has("b")) joint.b = bodyNamed(place.at("b"));
        if (!isGood()) return;
        for (const char* body : {"a", "b"}) {
            if (place.has(body) &&
                scene_->bodies[bodyNamed(place.at(body))].shape.kind == scenes::ShapeKind::soft)
                fail(place.at(body), "expected a body whose shape is not soft");
        }
        if (joint.b == joint.a) fail(place.at("b"), "expected another body than a");
        readFrames(place, joint);
        joint.bodiesCollide = place.value.value("bodies_collide", false);
        const std::size_t most =
            joint.kind == scenes::JointKind::sixDof                                           ? 6
            : joint.kind == scenes::JointKind::fixed || joint.kind == scenes::JointKind::cone ? 0
                                                                                              : 1;
        if (place.has("limits")) {
            const Place limits = place.at("limits");
            if (limits.value.size() != most)
                fail(limits, "expected " + std::to_string(most) + " limits for such a joint");
            for (std::size_t i = 0; i < limits.value.size(); ++i) {
                joint.limits.push_back({limits.at(i).at(0).number(), limits.at(i).at(1).number()});
            }
        } else if (most == 6) {
            fail(place, "expected \"limits\" in it: six of a 6dof");
        }
        if ((joint.kind == scenes::JointKind::cone) != place.has("cone"))
            fail(place, "expected \"cone\" in a joint of type cone only");
        for (int i = 0; place.has("cone") && i < 3; ++i)
            joint.cone[static_cast<std::size_t>(i)] = place.at("cone").vector()[i];
        for (std::size_t i = 0; place.has("motors") && i < place.value["motors"].size(); ++i) {
            readMotor(place.at("motors").at(i), joint, most);
        }
        scene_->joints.push_back(std::move(joint));
    }

    void readFrames(const Place& place, scenes::DescribedJoint& joint) {
        if (place.has("frame_a") != place.has("frame_b"))
            fail(place, "expected both \"frame_a\" and \"frame_b\"");
        if (place.has("frame_a") && (place.has("at") || place.has("axis")))
            fail(place, "expected either two frames or \"at\" and \"axis\"");
        if (!isGood()) return;
        if (place.has("frame_a")) {
            joint.frameInA = readPose(place.at("frame_a"));
            joint.frameInB = readPose(place.at("frame_b"));
            return;
        }
        const btTransform frame = frameAt(place, joint.kind);
        joint.frameInA = scene_->bodies[joint.a].pose.inverse() * frame;
        joint.frameInB = joint.b ? scene_->bodies[*joint.b].pose.inverse() * frame : frame;
    }

    void readMotor(const Place& place, scenes::DescribedJoint& joint, std::size_t most) {
        if (joint.motors.size() >= most)
            return fail(place, "expected at most " + std::to_string(most) + " motors of such a joint");
        scenes::JointMotor motor;
        motor.axis = place.value.value("axis", 0);
        if (motor.axis > 0 && most == 1) fail(place.at("axis"), "expected no axis but in a 6dof");
        motor.velocity = place.number("velocity", 0);
        if (place.has("target")) motor.target = place.at("target").number();
        motor.maximum = place.at("maximum").number();
        joint.motors.push_back(motor);
    }

    static std::string lengthOf(double value) { return Json(std::round(value * 1000) / 1000).dump(); }

    static constexpr double kLengthTolerance = 1e-3;  // of unit vectors: what three digits leave

    const LocatedJson& file_;
    const std::filesystem::path folder_;
    std::string error_;
    std::shared_ptr<scenes::SceneDescription> scene_ = std::make_shared<scenes::SceneDescription>();
    std::map<std::string, FileMesh> meshes_;
    std::map<std::string, std::size_t> bodies_;
};

}  // namespace

Result<std::shared_ptr<const scenes::SceneDescription>> readScene(const std::string& path,
                                                                  const std::string& text) {
    const auto json = parseJson(path, text);
    if (!json) return tl::unexpected(json.error());
    if (const auto problem = findProblem(sceneSchema(), json->value)) {
        return tl::unexpected(json->message(problem->pointer, problem->message));
    }
    return SceneReader(*json).read();
}

}  // namespace ricochet::app
