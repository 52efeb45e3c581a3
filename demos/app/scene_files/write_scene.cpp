// Writes the JSON of a scene: a body a line, and numbers by the fewest digits from which they are read back.

#include "demos/app/scene_files/kinds.h"
#include "demos/app/scene_files/scene_file.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

/// The double that prints as this number does in its own precision.
template <class Number>
Json shortest(Number number) {
    char text[32];
    *std::to_chars(text, text + sizeof text - 1, number).ptr = '\0';
    return std::strtod(text, nullptr);
}

Json numbers(const btVector3& v) { return {shortest(v.x()), shortest(v.y()), shortest(v.z())}; }

bool isZero(const btVector3& v) { return v == btVector3(0, 0, 0); }

Json poseJson(const btTransform& pose) {
    Json json = Json::object();
    if (!isZero(pose.getOrigin())) json["position"] = numbers(pose.getOrigin());
    const btMatrix3x3& basis = pose.getBasis();
    if (!(basis == btMatrix3x3::getIdentity()))
        json["axes"] = {numbers(basis[0]), numbers(basis[1]), numbers(basis[2])};
    return json;
}

Json arrayOf(const std::vector<btVector3>& points) {
    Json json = Json::array();
    for (const btVector3& point : points) json.push_back(numbers(point));
    return json;
}

std::string meshName(std::size_t mesh) { return "mesh " + std::to_string(mesh); }

void writeSoft(const scenes::SoftShape& soft, Json& json) {
    json["nodes"] = arrayOf(soft.nodes);
    json["links"] = soft.links;
    if (!soft.faces.empty()) json["faces"] = soft.faces;
    if (!soft.held.empty()) json["held"] = soft.held;
    if (soft.stiffness != 1) json["stiffness"] = shortest(soft.stiffness);
    if (soft.damping != 0) json["damping"] = shortest(soft.damping);
    if (soft.drag != 0) json["drag"] = shortest(soft.drag);
    if (soft.crossForce != 0) json["lift"] = shortest(soft.crossForce);
    if (!isZero(soft.wind)) json["wind"] = numbers(soft.wind);
    if (soft.iterations != scenes::kSoftIterations) json["iterations"] = soft.iterations;
}

using Bodies = std::vector<scenes::DescribedBody>;

Json shapeJson(const scenes::DescribedShape& shape, const Bodies& bodies) {
    using scenes::ShapeKind;
    Json json = {{"type", nameOf(kShapeKinds, shape.kind)}};
    switch (shape.kind) {
        case ShapeKind::mesh:
            json["mesh"] = meshName(shape.mesh);
            if (!shape.algorithm.empty()) json["algorithm"] = shape.algorithm;
            break;
        case ShapeKind::box:
            json["half"] = numbers(shape.half);
            break;
        case ShapeKind::sphere:
            json["radius"] = shortest(shape.radius);
            break;
        case ShapeKind::capsule:
        case ShapeKind::cylinder:
        case ShapeKind::cone:
            json["radius"] = shortest(shape.radius);
            json["height"] = shortest(shape.height);
            break;
        case ShapeKind::spheres:
            json["centres"] = arrayOf(shape.points);
            json["radii"] = Json::array();
            for (const btScalar radius : shape.radii) json["radii"].push_back(shortest(radius));
            break;
        case ShapeKind::hull:
            json["points"] = arrayOf(shape.points);
            break;
        case ShapeKind::plane:
            json["normal"] = numbers(shape.normal);
            json["offset"] = shortest(shape.offset);
            break;
        case ShapeKind::compound:
            json["parts"] = Json::array();
            for (const scenes::ShapePart& part : shape.parts) {
                json["parts"].push_back(
                    {{"pose", poseJson(part.pose)}, {"shape", shapeJson(part.shape, bodies)}});
            }
            break;
        case ShapeKind::heights:
            json["spacing"] = shortest(shape.heights.spacing);
            json["most"] = shortest(shape.heights.most);
            json["heights"] = Json::array();
            for (const float height : shape.heights.heights) json["heights"].push_back(shortest(height));
            break;
        case ShapeKind::octree:
            json["of"] = bodies[shape.of].name;
            json["beside"] = numbers(shape.beside);
            break;
        case ShapeKind::soft:
            writeSoft(shape.soft, json);
            break;
    }
    if (shape.margin) json["margin"] = shortest(*shape.margin);
    return json;
}

Json digJson(const scenes::Digging& digging, const Bodies& bodies) {
    return {{"ground", bodies[digging.ground].name},
            {"every", shortest(digging.every)},
            {"ahead", shortest(digging.ahead)},
            {"radius", shortest(digging.radius)},
            {"depth", shortest(digging.depth)}};
}

Json routeJson(const scenes::Route& route, const Bodies& bodies) {
    Json json = {{"from", numbers(route.from)},
                 {"to", numbers(route.to)},
                 {"speed", shortest(route.speed)},
                 {"radius", shortest(route.radius)}};
    if (route.steering != 0) json["steering"] = shortest(route.steering);
    if (route.returns) json["returns"] = true;
    if (route.digging) json["digging"] = digJson(*route.digging, bodies);
    return json;
}

void writeActions(const scenes::BodyActions& actions, const Bodies& bodies, Json& json) {
    for (const scenes::PathPoint& point : actions.path) {
        json["path"].push_back({{"time", shortest(point.time)}, {"pose", poseJson(point.pose)}});
    }
    if (const auto& vibration = actions.vibration) {
        Json offset = Json::array();
        for (const double along : vibration->offset) offset.push_back(shortest(along));
        json["vibration"] = {{"frequency", shortest(vibration->frequency)},
                             {"offset", offset},
                             {"axis", numbers(vibration->axis)},
                             {"angle", shortest(vibration->angle)}};
    }
    for (const scenes::Restart& restart : actions.restarts) {
        json["restarts"].push_back({{"time", shortest(restart.time)},
                                    {"pose", poseJson(restart.pose)},
                                    {"velocity", numbers(restart.velocity)},
                                    {"spin", numbers(restart.spin)}});
        if (restart.reenters) json["restarts"].back()["reenters"] = true;
    }
    for (const auto& [time, velocity] : actions.cruise)
        json["cruise"].push_back({{"time", shortest(time)}, {"velocity", numbers(velocity)}});
    if (!isZero(actions.force)) json["force"] = numbers(actions.force);
    if (actions.drive) {
        Json speeds = Json::array();
        for (const auto& [time, speed] : actions.drive->speeds)
            speeds.push_back({{"time", shortest(time)}, {"speed", shortest(speed)}});
        json["drive"] = {{"axis", numbers(actions.drive->axis)}, {"speeds", speeds}};
    }
    if (actions.route) json["route"] = routeJson(*actions.route, bodies);
}

Json bodyJson(const scenes::DescribedBody& body, const Bodies& bodies) {
    Json json = {{"name", body.name}, {"shape", shapeJson(body.shape, bodies)}};
    if (body.mass > 0) json["mass"] = shortest(body.mass);
    if (body.inertia) json["inertia"] = numbers(*body.inertia);
    if (body.actions.path.empty()) {
        if (const Json pose = poseJson(body.pose); !pose.empty()) json["pose"] = pose;
    }
    if (!isZero(body.velocity)) json["velocity"] = numbers(body.velocity);
    if (!isZero(body.spin)) json["spin"] = numbers(body.spin);
    json["friction"] = shortest(body.friction);
    if (body.restitution != 0) json["restitution"] = shortest(body.restitution);
    if (!body.maySleep) json["may_sleep"] = false;
    if (body.linearFactor != btVector3(1, 1, 1)) json["linear_factor"] = numbers(body.linearFactor);
    if (body.angularFactor != btVector3(1, 1, 1)) json["angular_factor"] = numbers(body.angularFactor);
    if (body.gravity) json["gravity"] = numbers(*body.gravity);
    if (!body.group.empty()) json["group"] = body.group;
    writeActions(body.actions, bodies, json);
    return json;
}

Json jointJson(const scenes::DescribedJoint& joint, const Bodies& bodies) {
    Json json = {
        {"name", joint.name}, {"type", nameOf(kJointKinds, joint.kind)}, {"a", bodies[joint.a].name}};
    if (joint.b) json["b"] = bodies[*joint.b].name;
    json["frame_a"] = poseJson(joint.frameInA);
    json["frame_b"] = poseJson(joint.frameInB);
    if (joint.bodiesCollide) json["bodies_collide"] = true;
    for (const auto& [low, high] : joint.limits) json["limits"].push_back({shortest(low), shortest(high)});
    if (joint.kind == scenes::JointKind::cone) {
        json["cone"] = {shortest(joint.cone[0]), shortest(joint.cone[1]), shortest(joint.cone[2])};
    }
    for (const scenes::JointMotor& motor : joint.motors) {
        Json written = Json::object();
        if (motor.axis != 0) written["axis"] = motor.axis;
        if (motor.velocity != 0) written["velocity"] = shortest(motor.velocity);
        if (motor.target) written["target"] = shortest(*motor.target);
        written["maximum"] = shortest(motor.maximum);
        json["motors"].push_back(written);
    }
    return json;
}

/// Vertices are floats in every precision.
Json meshJson(const scenes::SceneMesh& mesh) {
    Json json = {{"vertices", Json::array()}, {"faces", mesh.faces}, {"centred", true}};
    for (const btVector3& v : mesh.vertices) {
        Json vertex = Json::array();
        for (int axis = 0; axis < 3; ++axis) vertex.push_back(shortest(float(v[axis]) + 0.0f));  // no -0
        json["vertices"].push_back(std::move(vertex));
    }
    return json;
}

Json wavesJson(const scenes::MeshWaves& waves) {
    Json json = {
        {"scale", shortest(waves.scale)}, {"radius", shortest(waves.radius)}, {"waves", Json::array()}};
    for (const scenes::MeshWave& wave : waves.waves) {
        json["waves"].push_back(
            {{"axes", {numbers(wave.axes[0]), numbers(wave.axes[1]), numbers(wave.axes[2])}},
             {"crests", shortest(wave.crests)},
             {"speed", shortest(wave.speed)},
             {"phase", shortest(wave.phase)},
             {"height", shortest(wave.height)}});
    }
    return json;
}

/// Empty, or the lines of what attracts, turns back and drives all bodies.
std::string fieldText(const scenes::SceneDescription& scene) {
    std::string text;
    if (const auto& attraction = scene.attraction) {
        const Json json = {{"centre", numbers(attraction->centre)},
                           {"acceleration", shortest(attraction->acceleration)},
                           {"radius", shortest(attraction->radius)}};
        text += ",\n  \"attraction\": " + json.dump();
    }
    if (scene.walls) {
        const Json json = {{"low", numbers(scene.walls->low)}, {"high", numbers(scene.walls->high)}};
        text += ",\n  \"walls\": " + json.dump();
    }
    if (scene.thermostat > 0) text += ",\n  \"thermostat\": " + shortest(scene.thermostat).dump();
    return text;
}

Json optionsJson(const std::vector<scenes::DescribedOption>& options) {
    Json json = Json::object();
    for (const auto& [name, value] : options) {
        const Json parsed = Json::parse(value, nullptr, /*allow_exceptions*/ false);
        json[name] = parsed.is_number() || parsed.is_boolean() ? parsed : Json(value);
    }
    return json;
}

/// The elements of an array or object, one a line.
std::string lines(const Json& json) {
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += (text.empty() ? "\n    " : ",\n    ") + (json.is_object() ? Json(key).dump() + ": " : "") +
                value.dump();
    }
    return json.is_object() ? "{" + text + "\n  }" : "[" + text + "\n  ]";
}

}  // namespace

std::string sceneText(const scenes::SceneDescription& scene) {
    Json meshes = Json::object(), bodies = Json::array(), joints = Json::array();
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) meshes[meshName(i)] = meshJson(*scene.meshes[i]);
    for (const auto& [mesh, waves] : scene.waves) meshes[meshName(mesh)]["waves"] = wavesJson(waves);
    for (const scenes::DescribedBody& body : scene.bodies) bodies.push_back(bodyJson(body, scene.bodies));
    for (const scenes::DescribedJoint& joint : scene.joints) joints.push_back(jointJson(joint, scene.bodies));
    return "{\n  \"about\": " + Json(scene.about).dump() +
           ",\n  \"run\": " + optionsJson(scene.options).dump() +
           ",\n  \"gravity\": " + numbers(scene.gravity).dump() + fieldText(scene) +
           ",\n  \"meshes\": " + lines(meshes) + ",\n  \"bodies\": " + lines(bodies) +
           ",\n  \"joints\": " + lines(joints) + "\n}\n";
}

}  // namespace ricochet::app
