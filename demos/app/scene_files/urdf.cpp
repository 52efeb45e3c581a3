#include "demos/app/scene_files/urdf.h"

#include "algorithms/geometry/mass_properties.h"
#include "demos/app/mesh_body.h"
#include "demos/mesh_files/words.h"
#include "demos/scenes/described_scene.h"
#include "demos/scenes/stock_scene.h"
#include "plugin/nearest_name.h"

#include <algorithm>
#include <cmath>
#include <console_bridge/console.h>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <numbers>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>
#include <utility>

namespace ricochet::app {
namespace {

using scenes::ShapeKind;
using Transform = Eigen::Isometry3d;

constexpr double kLinkFriction = 0.5;  // of two bodies
constexpr double kStrongest = 1e6;     // N or Nm, of a motor whose joint has no effort
constexpr double kFloorGap = 1e-3;     // metres, between the lowest point of the robot and the floor

/// What liburdfdom 3 says of a text while this exists. It takes what it quotes for a format of printf: of a
/// text with a per cent sign it may say nothing.
class Messages : public console_bridge::OutputHandler {
public:
    explicit Messages(const std::string& text)
        : before_(console_bridge::getOutputHandler()), levelBefore_(console_bridge::getLogLevel()) {
        console_bridge::useOutputHandler(this);
        if (text.find('%') != std::string::npos)
            console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_NONE);
    }
    ~Messages() override {
        console_bridge::setLogLevel(levelBefore_);
        console_bridge::useOutputHandler(before_);
    }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
        if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) texts_.push_back(text);
    }
    const std::vector<std::string>& texts() const { return texts_; }

private:
    console_bridge::OutputHandler* before_;
    console_bridge::LogLevel levelBefore_;
    std::vector<std::string> texts_;
};

/// The elements of a document that have names, and their lines.
void collectNames(const TiXmlElement* element, std::map<std::string, int>& lines) {
    for (; element; element = element->NextSiblingElement()) {
        const char* name = element->Attribute("name");
        if (name) lines.try_emplace(name, element->Row());
        collectNames(element->FirstChildElement(), lines);
    }
}

Transform transformFrom(const urdf::Pose& pose) {
    const urdf::Rotation& q = pose.rotation;
    Transform transform(Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized());
    transform.pretranslate(Vec3(pose.position.x, pose.position.y, pose.position.z));
    return transform;
}

Vec3 vectorFrom(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

/// Takes the X or Z axis to a unit vector. The same as Eigen's FromTwoVectors, which for opposite vectors
/// decomposes a matrix, and takes long to compile for that.
Eigen::Quaterniond rotationBetween(const Vec3& from, const Vec3& given) {
    const Vec3 to = given.normalized();
    const Real cosine = to.dot(from);
    if (cosine < -1 + 1e-12) {  // opposite: half a turn about the other of the two axes comes first
        return rotationBetween(-from, given) * Eigen::Quaterniond(0, from.z(), 0, from.x());
    }
    const Real scale = std::sqrt((1 + cosine) * 2);
    const Vec3 axis = from.cross(to) * (1 / scale);
    return {scale * 0.5, axis.x(), axis.y(), axis.z()};
}

btVector3 bulletVector(const Vec3& v) { return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())}; }

btTransform bulletTransform(const Transform& t) {
    const Eigen::Quaterniond q(t.rotation());
    return btTransform(btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())),
                       bulletVector(t.translation()));
}

Matrix3 tensorFrom(const urdf::Inertial& i) {
    Matrix3 tensor;
    tensor << i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz;
    return tensor;
}

/// A link with all that fixed joints connect to it.
struct Group {
    std::vector<urdf::LinkConstSharedPtr> links;  ///< the one nearest to the root first
    double mass = 0;                              ///< kg
    Transform frame = Transform::Identity();      ///< of its body, in the world
    std::size_t body = 0;                         ///< in the description
};

class RobotReader {
public:
    RobotReader(const std::string& path, const JointOptions& options) : path_(path), options_(options) {}

    Result<std::shared_ptr<const scenes::SceneDescription>> read(const std::string& text) {
        TiXmlDocument document;
        document.Parse(text.c_str());
        if (document.Error()) return failure(std::max(document.ErrorRow(), 1), document.ErrorDesc());
        collectNames(document.RootElement(), lines_);
        if (const std::string error = parse(text); !error.empty()) return tl::unexpected(error);
        if (const std::string error = readTargets(); !error.empty()) return tl::unexpected(error);

        scene_->about = "the robot " + model_->getName();
        // URDF has z up.
        const Transform root(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));
        gather(model_->getRoot(), root, nullptr);
        for (const auto& group : groups_) addBody(*group);
        for (const auto& [link, joint] : joints_) addJoint(*joint);
        addFloor();
        if (!error_.empty()) return tl::unexpected(error_);
        return scene_;
    }

private:
    tl::unexpected<std::string> failure(int line, const std::string& message) const {
        constexpr std::size_t kLongest = 500;  // a message may quote any bytes of the file
        return tl::unexpected(path_ + ":" + std::to_string(line) + ": " + printable(message, kLongest));
    }
    void fail(const std::string& name, const std::string& message) {
        const auto line = lines_.find(name);
        if (error_.empty()) error_ = failure(line == lines_.end() ? 1 : line->second, message).value();
    }

    /// An error message names an element, whose line is then known.
    std::string parse(const std::string& text) {
        const Messages messages(text);
        std::string thrown;
        try {
            model_ = urdf::parseURDF(text);
        } catch (const std::exception& error) {
            thrown = error.what();
        }
        // Without its mass a link would be another robot's, though the library reads on.
        const auto isOfMass = [](const std::string& message) {
            return message.find("nertial") != message.npos;
        };
        if (model_ && std::ranges::none_of(messages.texts(), isOfMass)) return {};
        std::string first = messages.texts().empty() ? thrown : messages.texts().front();
        if (first.empty()) first = "this is no robot in URDF";
        // The messages end with the outermost element; the first that names one is the nearest.
        for (const std::string& message : messages.texts()) {
            for (const auto& [name, line] : lines_) {
                if (message.find("[" + name + "]") != std::string::npos ||
                    message.find("'" + name + "'") != std::string::npos) {
                    return failure(line, first + " (in '" + name + "')").value();
                }
            }
        }
        return failure(1, first).value();
    }

    std::string readTargets() {
        std::vector<std::string> names;
        for (const auto& [name, joint] : model_->joints_) {
            if (joint->type != urdf::Joint::FIXED) names.push_back(name);
        }
        for (const std::string& target : options_.targets) {
            const std::size_t equals = target.rfind('=');
            const std::string name = target.substr(0, equals);
            const auto value =
                equals == std::string::npos ? std::nullopt : numberIn<double>(target.substr(equals + 1));
            if (!value || !std::isfinite(*value))
                return "--target: expected JOINT=VALUE, not '" + target + "'";
            if (std::ranges::find(names, name) == names.end()) {
                return path_ + ": there is no joint '" + name + "' that moves; " + nearestNames(name, names);
            }
            targets_[name] = *value;
        }
        return {};
    }

    /// Where a joint starts: at 0, or where its limits are nearest to that.
    static double startOf(const urdf::Joint& joint) {
        const bool isLimited =
            joint.limits && (joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::PRISMATIC);
        return isLimited ? std::clamp(0.0, std::min(joint.limits->lower, joint.limits->upper),
                                      std::max(joint.limits->lower, joint.limits->upper))
                         : 0;
    }

    static Transform motionOf(const urdf::Joint& joint) {
        const Vec3 axis = vectorFrom(joint.axis);
        if (joint.type == urdf::Joint::PRISMATIC)
            return Transform(Eigen::Translation3d(startOf(joint) * axis));
        return Transform(Eigen::AngleAxisd(startOf(joint),
                                           axis.norm() > 0 ? Vec3(axis.normalized()) : Vec3(Vec3::UnitX())));
    }

    void gather(const urdf::LinkConstSharedPtr& link, const Transform& pose, Group* parent) {
        const urdf::JointConstSharedPtr joint = link->parent_joint;
        poses_[link->name] = pose;
        if (!parent || joint->type != urdf::Joint::FIXED) {
            groups_.push_back(std::make_unique<Group>());
            parent = groups_.back().get();
        }
        if (joint && joint->type != urdf::Joint::FIXED) joints_.emplace_back(link->name, joint);
        parent->links.push_back(link);
        groupOf_[link->name] = parent;
        for (const urdf::LinkSharedPtr& child : link->child_links) {
            const urdf::Joint& down = *child->parent_joint;
            gather(child, pose * transformFrom(down.parent_to_joint_origin_transform) * motionOf(down),
                   parent);
        }
    }

    static bool isFinite(const btVector3& v) {
        return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
    }
    void failOfRange(const urdf::Link& link) {
        fail(link.name, "the link '" + link.name + "' has a number that is too large");
    }

    void addBody(Group& group) {
        std::vector<PlacedSolid> solids;
        for (const auto& link : group.links) {
            if (!link->inertial || !(link->inertial->mass > 0)) continue;
            const Transform at = poses_.at(link->name) * transformFrom(link->inertial->origin);
            const double mass = link->inertial->mass;
            group.mass += mass;
            // Of density 1 its volume is its mass.
            solids.push_back({solidWith(mass, Vec3::Zero(), tensorFrom(*link->inertial)),
                              Pose{at.rotation(), at.translation()}});
        }
        const urdf::Link& first = *group.links.front();
        const bool isRoot = !first.parent_joint;
        if (group.mass == 0 && !isRoot) {
            fail(first.name,
                 "the link '" + first.name + "' moves: expected an <inertial> with a mass above 0");
        }
        scenes::DescribedBody body;
        body.name = first.name;
        group.frame = poses_.at(first.name);
        if (group.mass > 0 && !(isRoot && first.name == "world")) {
            const SolidProperties whole = joined(solids);
            group.frame = Transform(Eigen::Translation3d(whole.centre)) *
                          Transform(Eigen::AngleAxisd(whole.principalAxes));
            body.mass = btScalar(group.mass);
            body.inertia = bulletVector(whole.principalMoments);
        }
        body.pose = bulletTransform(group.frame);
        const bool isInRange = group.frame.matrix().allFinite() && isFinite(body.pose.getOrigin()) &&
                               std::isfinite(body.mass) && (!body.inertia || isFinite(*body.inertia));
        if (!isInRange) failOfRange(first);
        body.shape = shapeOf(group);
        body.friction = btScalar(std::sqrt(kLinkFriction));
        body.maySleep = false;
        group.body = scene_->bodies.size();
        scene_->bodies.push_back(std::move(body));
    }

    scenes::DescribedShape shapeOf(const Group& group) {
        scenes::DescribedShape all;
        all.kind = ShapeKind::compound;
        for (const auto& link : group.links) {
            for (const urdf::CollisionSharedPtr& collision : link->collision_array) {
                const Transform inBody =
                    group.frame.inverse() * poses_.at(link->name) * transformFrom(collision->origin);
                if (collision->geometry) all.parts.push_back(partOf(*link, *collision->geometry, inBody));
            }
        }
        const bool isOneMesh = all.parts.size() == 1 && all.parts.front().shape.kind == ShapeKind::mesh;
        return isOneMesh ? scenes::DescribedShape(all.parts.front().shape) : all;
    }

    /// Meshes are in the body's frame; round shapes are along y in Bullet, along z in URDF.
    scenes::ShapePart partOf(const urdf::Link& link, const urdf::Geometry& geometry,
                             const Transform& inBody) {
        scenes::ShapePart part{bulletTransform(inBody), {}};
        if (geometry.type == urdf::Geometry::SPHERE) {
            part.shape.kind = ShapeKind::sphere;
            part.shape.radius = btScalar(static_cast<const urdf::Sphere&>(geometry).radius);
        } else if (geometry.type == urdf::Geometry::BOX) {
            part.shape.kind = ShapeKind::box;
            part.shape.half = bulletVector(0.5 * vectorFrom(static_cast<const urdf::Box&>(geometry).dim));
        } else if (geometry.type == urdf::Geometry::CYLINDER) {
            part.shape.kind = ShapeKind::cylinder;
            part.shape.radius = btScalar(static_cast<const urdf::Cylinder&>(geometry).radius);
            part.shape.height = btScalar(static_cast<const urdf::Cylinder&>(geometry).length);
            part.pose = bulletTransform(inBody * Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
        } else {
            part.pose.setIdentity();
            part.shape.mesh = addMesh(link, static_cast<const urdf::Mesh&>(geometry), inBody);
            return part;
        }
        if (std::min({part.shape.radius, part.shape.height, part.shape.half.x(), part.shape.half.y(),
                      part.shape.half.z()}) < 0) {
            fail(link.name, "the link '" + link.name + "' has a size below 0");
        }
        const std::shared_ptr<const scenes::SceneMesh> drawn = scenes::stockShape(part.shape).mesh;
        const auto isPlaced = [&](const btVector3& v) { return isFinite(part.pose * v); };
        if (!std::ranges::all_of(drawn->vertices, isPlaced)) failOfRange(link);
        return part;
    }

    std::size_t addMesh(const urdf::Link& link, const urdf::Mesh& given, const Transform& inBody) {
        // Metres, in the axes of the file.
        const auto files = readMeshFiles({pathOf(given.filename)}, "", "m", "y");
        if (!files) {
            fail(link.name, "in the link '" + link.name + "': " + files.error());
            return 0;
        }
        const Mesh& mesh = *files->front().mesh;
        const Vec3 scale = vectorFrom(given.scale);
        scenes::SceneMesh made;
        for (const Vec3& v : mesh.vertices())
            made.vertices.push_back(floatVector(inBody * v.cwiseProduct(scale)));
        if (!std::ranges::all_of(made.vertices, isFinite)) failOfRange(link);
        const bool isMirrored = scale.prod() < 0;
        for (const Face& f : mesh.faces()) {
            made.faces.push_back({int(f[0]), int(f[isMirrored ? 2 : 1]), int(f[isMirrored ? 1 : 2])});
        }
        scene_->meshes.push_back(std::make_shared<scenes::SceneMesh>(std::move(made)));
        return scene_->meshes.size() - 1;
    }

    /// A file beside the robot's; one of a package is below the package's folder, which is above the robot's
    /// or beside a folder above it.
    std::string pathOf(const std::string& name) const {
        namespace fs = std::filesystem;
        const fs::path folder = fs::absolute(path_).parent_path();
        if (name.starts_with("file://")) return name.substr(7);
        const std::string scheme = "package://";
        if (!name.starts_with(scheme)) return (folder / name).string();
        const std::string inPackage = name.substr(scheme.size());
        const std::size_t slash = std::min(inPackage.find('/'), inPackage.size() - 1);
        for (fs::path at = folder;; at = at.parent_path()) {
            std::error_code none;
            if (fs::exists(at / inPackage, none)) return (at / inPackage).string();
            if (at.filename() == inPackage.substr(0, slash))
                return (at / inPackage.substr(slash + 1)).string();
            if (at == at.parent_path()) return (folder / inPackage).string();
        }
    }

    void addJoint(const urdf::Joint& given) {
        if (given.type == urdf::Joint::FLOATING || !error_.empty()) return;
        const Group& parent = *groupOf_.at(given.parent_link_name);
        const Group& child = *groupOf_.at(given.child_link_name);
        const Vec3 axis = vectorFrom(given.axis).norm() > 0 ? Vec3(vectorFrom(given.axis).normalized())
                                                            : Vec3(Vec3::UnitX());
        const bool isHinge = given.type == urdf::Joint::REVOLUTE || given.type == urdf::Joint::CONTINUOUS;
        const Transform along(rotationBetween(isHinge ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitX()), axis));
        const Transform inParent =
            poses_.at(given.parent_link_name) * transformFrom(given.parent_to_joint_origin_transform) * along;
        const Transform inChild = poses_.at(given.child_link_name) * along;
        scenes::DescribedJoint joint;
        joint.name = given.name;
        joint.a = parent.body;
        joint.b = child.body;
        joint.frameInA = bulletTransform(parent.frame.inverse() * inParent);
        joint.frameInB = bulletTransform(child.frame.inverse() * inChild);
        if (isHinge) {  // whose angle is that of its first body
            std::swap(joint.a, *joint.b);
            std::swap(joint.frameInA, joint.frameInB);
        }
        joint.kind = isHinge                                ? scenes::JointKind::hinge
                     : given.type == urdf::Joint::PRISMATIC ? scenes::JointKind::slider
                                                            : scenes::JointKind::sixDof;
        if (joint.kind == scenes::JointKind::sixDof) {  // planar: along y and z, and about x
            joint.limits = {{0, 0}, {1, -1}, {1, -1}, {1, -1}, {0, 0}, {0, 0}};
        } else if (given.limits && given.type != urdf::Joint::CONTINUOUS) {
            joint.limits = {{btScalar(given.limits->lower), btScalar(given.limits->upper)}};
        }
        const auto target = targets_.find(given.name);
        if (joint.kind != scenes::JointKind::sixDof && (options_.areHeld || target != targets_.end())) {
            const bool hasEffort = given.limits && given.limits->effort > 0;
            joint.motors.push_back(
                {.target = btScalar(target == targets_.end() ? startOf(given) : target->second),
                 .maximum = btScalar(hasEffort ? given.limits->effort : kStrongest)});
        }
        scene_->joints.push_back(std::move(joint));
    }

    void addFloor() {
        double lowest = std::numeric_limits<double>::infinity();
        for (const scenes::DescribedBody& body : scene_->bodies)
            lowest = std::min(lowest, lowestOf(body.shape, body.pose));
        scenes::DescribedBody floor;
        floor.name = "floor";
        floor.shape.kind = ShapeKind::plane;
        floor.shape.offset = btScalar(std::isfinite(lowest) ? lowest - kFloorGap : 0);
        floor.friction = btScalar(std::sqrt(kLinkFriction));
        scene_->bodies.push_back(std::move(floor));
    }

    double lowestOf(const scenes::DescribedShape& shape, const btTransform& pose) const {
        double lowest = std::numeric_limits<double>::infinity();
        for (const scenes::ShapePart& part : shape.parts)
            lowest = std::min(lowest, lowestOf(part.shape, pose * part.pose));
        const bool isMesh = shape.kind == ShapeKind::mesh;
        if (shape.kind == ShapeKind::compound || (isMesh && shape.mesh >= scene_->meshes.size()))
            return lowest;
        const std::shared_ptr<const scenes::SceneMesh> drawn =
            isMesh ? scene_->meshes[shape.mesh] : scenes::stockShape(shape).mesh;
        for (const btVector3& v : drawn->vertices) lowest = std::min(lowest, double((pose * v).y()));
        return lowest;
    }

    const std::string path_;
    const JointOptions options_;
    std::map<std::string, int> lines_;  ///< of elements, by their names
    urdf::ModelInterfaceSharedPtr model_;
    std::map<std::string, double> targets_;
    std::map<std::string, Transform> poses_;  ///< of links, in the world
    std::vector<std::unique_ptr<Group>> groups_;
    std::map<std::string, Group*> groupOf_;
    std::vector<std::pair<std::string, urdf::JointConstSharedPtr>> joints_;
    std::shared_ptr<scenes::SceneDescription> scene_ = std::make_shared<scenes::SceneDescription>();
    std::string error_;
};

}  // namespace

Result<std::shared_ptr<const scenes::SceneDescription>> readRobot(const std::string& path,
                                                                  const std::string& text,
                                                                  const JointOptions& options) {
    return RobotReader(path, options).read(text);
}

}  // namespace ricochet::app
