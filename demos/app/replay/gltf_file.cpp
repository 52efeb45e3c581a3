#include "demos/app/replay/gltf_file.h"

#include "demos/app/body_colours.h"
#include "demos/app/output_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <sstream>
#include <tiny_gltf.h>

namespace ricochet::app {
namespace {

constexpr double kRunGap = 0.1;  // between two runs, over the width of the wider one

/// Of glTF's data, which are positions in its arrays.
int lastOf(const auto& values) { return static_cast<int>(values.size()) - 1; }

class GltfBuilder {
public:
    GltfBuilder(const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes) {
        model_.asset.version = "2.0";
        model_.asset.generator = "Ricochet";
        model_.buffers.emplace_back();
        model_.animations.emplace_back();
        model_.scenes.emplace_back();
        model_.defaultScene = 0;
        addMaterial(kStandingColour);
        for (const auto& colour : kMovingColours) addMaterial(colour);
        for (const ReplayMesh& mesh : meshes) add(mesh);
        double x = 0, gap = 0;
        for (const ReplayRun& run : runs)
            gap = std::max(gap, kRunGap * (rangeOf(run).second - rangeOf(run).first));
        for (const ReplayRun& run : runs) {
            const auto [min, max] = rangeOf(run);
            if (&run != &runs.front()) x += gap - min;
            add(run, x);
            x += max;
        }
    }

    /// Empty if a number of 32 bits cannot count its bytes.
    std::string file() {
        if (model_.buffers[0].data.size() > kMostBytes) return "";
        if (model_.animations[0].channels.empty()) model_.animations.clear();
        std::ostringstream bytes;
        tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, bytes, /*prettyPrint*/ false,
                                                    /*writeBinary*/ true);
        return std::move(bytes).str();
    }

private:
    static constexpr std::size_t kMostBytes = 4'000'000'000;

    /// Values of `type`, whose smallest and largest are noted if they are floats.
    template <class Value>
    int addAccessor(std::span<const Value> values, int type, int target = 0) {
        std::vector<unsigned char>& bytes = model_.buffers[0].data;
        const auto components = static_cast<std::size_t>(tinygltf::GetNumComponentsInType(unsigned(type)));
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = bytes.size();
        view.byteLength = values.size_bytes();
        view.target = target;
        bytes.resize(bytes.size() + values.size_bytes());
        std::memcpy(bytes.data() + view.byteOffset, values.data(), values.size_bytes());
        model_.bufferViews.push_back(view);
        tinygltf::Accessor accessor;
        accessor.bufferView = lastOf(model_.bufferViews);
        accessor.type = type;
        accessor.componentType = std::is_same_v<Value, float> ? TINYGLTF_COMPONENT_TYPE_FLOAT
                                                              : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
        accessor.count = values.size() / components;
        if (std::is_same_v<Value, float>) {
            accessor.minValues.assign(components, std::numeric_limits<double>::infinity());
            accessor.maxValues.assign(components, -std::numeric_limits<double>::infinity());
            for (std::size_t i = 0; i < values.size(); ++i) {
                double &min = accessor.minValues[i % components], &max = accessor.maxValues[i % components];
                min = std::min(min, double(values[i]));
                max = std::max(max, double(values[i]));
            }
        }
        model_.accessors.push_back(accessor);
        return lastOf(model_.accessors);
    }

    void addMaterial(const std::array<float, 3>& colour) {
        tinygltf::Material material;
        material.doubleSided = true;
        tinygltf::PbrMetallicRoughness& surface = material.pbrMetallicRoughness;
        surface.metallicFactor = 0;
        surface.roughnessFactor = 0.8;
        for (std::size_t k = 0; k < 3; ++k)
            surface.baseColorFactor[k] = std::pow(double(colour[k]), 2.2);  // linear
        model_.materials.push_back(material);
    }

    void add(const ReplayMesh& mesh) {
        tinygltf::Primitive primitive;
        primitive.mode = TINYGLTF_MODE_TRIANGLES;
        primitive.attributes["POSITION"] =
            addAccessor(std::span(mesh.vertices.front().data(), 3 * mesh.vertices.size()), TINYGLTF_TYPE_VEC3,
                        TINYGLTF_TARGET_ARRAY_BUFFER);
        primitive.indices = addAccessor(std::span(mesh.faces.front().data(), 3 * mesh.faces.size()),
                                        TINYGLTF_TYPE_SCALAR, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
        surfaces_.push_back(primitive);
        float squared = 0;
        for (const auto& [x, y, z] : mesh.vertices) squared = std::max(squared, x * x + y * y + z * z);
        radii_.push_back(std::sqrt(squared));
    }

    /// A mesh in a colour; its vertices are those of the mesh in other colours.
    int coloured(std::size_t mesh, int material) {
        const auto [at, isNew] = coloured_.try_emplace({mesh, material}, int(model_.meshes.size()));
        if (isNew) {
            model_.meshes.emplace_back().primitives.push_back(surfaces_[mesh]);
            model_.meshes.back().primitives.back().material = material;
        }
        return at->second;
    }

    /// Along x, at the start.
    std::pair<double, double> rangeOf(const ReplayRun& run) const {
        double min = std::numeric_limits<double>::infinity(), max = -min;
        for (std::size_t i = 0; i < run.bodies.size() && run.frames > 0; ++i) {
            const double x = double(run.positions[3 * i]), radius = double(radii_[run.bodies[i].mesh]);
            min = std::min(min, x - radius);
            max = std::max(max, x + radius);
        }
        return run.bodies.empty() ? std::pair(0.0, 0.0) : std::pair(min, max);
    }

    void add(const ReplayRun& run, double x) {
        const int parent = int(model_.nodes.size());
        model_.scenes[0].nodes.push_back(parent);
        model_.nodes.emplace_back().name = run.name;
        model_.nodes.back().translation = {x, 0, 0};
        std::vector<float> times;
        for (int frame = 0; frame < run.frames; ++frame) times.push_back(float(frame * run.frameSeconds));
        const int input = addAccessor<float>(times, TINYGLTF_TYPE_SCALAR);
        for (std::size_t i = 0; i < run.bodies.size(); ++i) {
            addBody(run, i, input);
            model_.nodes[std::size_t(parent)].children.push_back(lastOf(model_.nodes));
        }
    }

    void addBody(const ReplayRun& run, std::size_t i, int input) {
        const ReplayBody& body = run.bodies[i];
        std::vector<float> positions, rotations;
        for (std::size_t frame = 0; frame < std::size_t(run.frames); ++frame) {
            const std::size_t at = frame * run.bodies.size() + i;
            positions.insert(positions.end(), &run.positions[3 * at], &run.positions[3 * at] + 3);
            addRotation(&run.rotations[4 * at], rotations);
            if (!body.moves) break;
        }
        tinygltf::Node& node = model_.nodes.emplace_back();
        node.name = run.name + ", body " + std::to_string(i + 1);
        node.mesh = coloured(body.mesh, body.moves ? 1 + int(i % kMovingColours.size()) : 0);
        node.translation.assign(positions.begin(), positions.begin() + 3);
        node.rotation.assign(rotations.begin(), rotations.begin() + 4);
        if (!body.moves) return;
        animate("translation", input, addAccessor<float>(positions, TINYGLTF_TYPE_VEC3));
        animate("rotation", input, addAccessor<float>(rotations, TINYGLTF_TYPE_VEC4));
    }

    /// A unit quaternion, of the two that are the same rotation the one nearer to the last.
    static void addRotation(const std::int16_t* quaternion, std::vector<float>& rotations) {
        float length = 0, dot = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            length += float(quaternion[k]) * float(quaternion[k]);
            if (!rotations.empty()) dot += float(quaternion[k]) * rotations[rotations.size() - 4 + k];
        }
        const float scale = (dot < 0 ? -1 : 1) / std::sqrt(length);
        for (std::size_t k = 0; k < 4; ++k)
            rotations.push_back(length > 0 ? scale * float(quaternion[k]) : float(k == 3));
    }

    /// A property of the last node.
    void animate(const char* property, int input, int output) {
        tinygltf::AnimationSampler sampler;
        sampler.input = input;
        sampler.output = output;
        sampler.interpolation = "LINEAR";
        model_.animations[0].samplers.push_back(sampler);
        tinygltf::AnimationChannel channel;
        channel.sampler = lastOf(model_.animations[0].samplers);
        channel.target_node = lastOf(model_.nodes);
        channel.target_path = property;
        model_.animations[0].channels.push_back(channel);
    }

    tinygltf::Model model_;
    std::vector<tinygltf::Primitive> surfaces_;  ///< of meshes
    std::vector<float> radii_;                   ///< metres, of meshes about their origins
    std::map<std::pair<std::size_t, int>, int> coloured_;
};

}  // namespace

Result<void> writeGltf(const std::string& path, const std::vector<ReplayRun>& runs,
                       const ReplayMeshes& meshes) {
    if (path.empty()) return {};
    if (std::any_of(runs.begin(), runs.end(), [](const ReplayRun& run) { return run.deforms; }))
        return tl::unexpected<std::string>(
            "--record: bodies of this scene deform, which an animation of poses "
            "cannot show; --frames draws them");
    const std::string file = GltfBuilder(runs, meshes).file();
    if (file.empty()) return tl::unexpected("--record: " + path + ": glTF cannot hold more than 4 GB");
    return writeFile(path, file);
}

}  // namespace ricochet::app
