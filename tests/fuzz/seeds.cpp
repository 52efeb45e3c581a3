#include "tests/fuzz/seeds.h"

#include "tests/fuzz/library_seeds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ricochet::fuzz {

const char* const kOtherMesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const char* const kPoses = "1 0 0 0 1 0 0 0 1 0.25 0.25 0.25\n0 1 0 -1 0 0 0 0 1 0.5 0 0\n";
const char* const kMotions =
    "# along x, then about it\n1 0 0 0 1 0 0 0 1 -3 0 0 0 0 0 1 0 0 0 4\n0 0 0 1 0 0 1 0\n";

namespace {

// Two triangles with a common edge.
constexpr std::array<std::array<float, 3>, 4> kCorners = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
constexpr std::array<std::array<std::uint16_t, 3>, 2> kFaces = {{{0, 1, 2}, {0, 2, 3}}};

template <class Value>
void append(std::string& bytes, const Value& value, bool isBigEndian = false) {
    std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
    if (isBigEndian) std::reverse(raw.begin(), raw.end());
    bytes += raw;
}

std::string objText() {
    return std::string("# two\nv 0 0 0\nv 1 0 0\nv 1 1 0 1.0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl m\n") +
           "f 1/1/1 2/1/1 3//1 -1\nf 1 2 3\n";
}

std::string stlText() {
    std::string text = "solid square\n";
    for (const auto& face : kFaces) {
        text += "facet normal 0 0 1\nouter loop\n";
        for (const std::uint16_t v : face) {
            text += "vertex";
            for (const float x : kCorners[v]) text.append(1, ' ').append(std::to_string(x));
            text += "\n";
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid square\n";
}

std::string stlBinary() {
    std::string bytes(80, ' ');
    append(bytes, std::uint32_t{kFaces.size()});
    for (const auto& face : kFaces) {
        append(bytes, std::array<float, 3>{0, 0, 1});
        for (const std::uint16_t v : face) append(bytes, kCorners[v]);
        append(bytes, std::uint16_t{0});
    }
    return bytes;
}

std::string plyHeader(const std::string& format) {
    return "ply\nformat " + format +
           " 1.0\ncomment two\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
           "property uchar red\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string plyText() {
    return plyHeader("ascii") + "0 0 0 255\n1 0 0 255\n1 1 0 255\n0 1 0 255\n3 0 1 2\n3 0 2 3\n";
}

std::string plyBinary(bool isBigEndian) {
    std::string bytes = plyHeader(isBigEndian ? "binary_big_endian" : "binary_little_endian");
    for (const auto& corner : kCorners) {
        for (const float x : corner) append(bytes, x, isBigEndian);
        bytes += '\7';
    }
    for (const auto& face : kFaces) {
        bytes += '\3';
        for (const std::uint16_t v : face) append(bytes, std::int32_t{v}, isBigEndian);
    }
    return bytes;
}

std::string gltfText(const std::string& buffer) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"mesh":0,"translation":[0,0,1],"children":[1]},{"mesh":0,"scale":[2,2,2]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":4}]}],
"buffers":[)" +
           buffer + R"(],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}]})";
}

std::string gltf() {
    return gltfText(R"({"byteLength":60,"uri":"data:application/octet-stream;base64,)"
                    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAABAAIAAAACAAMA"
                    R"("})");
}

std::string glb() {
    std::string json = gltfText(R"({"byteLength":60})"), buffer, bytes = "glTF";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    for (const auto& corner : kCorners) append(buffer, corner);
    for (const auto& face : kFaces) append(buffer, face);
    append(bytes, std::uint32_t{2});
    append(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + buffer.size()));
    append(bytes, static_cast<std::uint32_t>(json.size()));
    bytes += "JSON" + json;
    append(bytes, static_cast<std::uint32_t>(buffer.size()));
    return bytes + std::string("BIN\0", 4) + buffer;
}

std::string dae() {
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.5"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><translate>1 0 0</translate>
<rotate>0 0 1 45</rotate><instance_geometry url="#g"/><node><scale>2 2 2</scale><instance_geometry url="#g"/></node>
</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

std::string labelledRecord(std::initializer_list<float> coordinates) {
    std::string bytes = {3, 1, 0, 0};
    for (const float x : coordinates) append(bytes, x);
    return bytes;
}

/// A vertex that falls through a triangle; or, read so, two edges.
std::string motionRows() {
    return "1,4,1,4,1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n"
           "1,4,1,4,-1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,1,2,1\n";
}

/// Every kind of shape and of joint.
const char* const kScene = R"({
"about": "everything", "run": {"solver": "small-steps", "steps": 2, "random-order": true},
"gravity": [0.0, -9.5, 0.0],
"meshes": {"tetrahedron": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1.5]],
  "faces": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]], "centred": true}},
"bodies": [
  {"name": "ground", "shape": {"type": "plane", "normal": [0,1,0], "offset": -2.5}, "friction": 0.5},
  {"name": "mesh", "shape": {"type": "mesh", "mesh": "tetrahedron", "algorithm": "obb-tree"}, "mass": 2.5,
   "inertia": [1.5,2,3], "pose": {"position": [1,2,3], "axes": [[0,-1,0],[1,0,0],[0,0,1]]},
   "velocity": [1,0,0], "spin": [0,0.5,0], "restitution": 0.125, "may_sleep": false},
  {"name": "other", "shape": {"type": "mesh", "mesh": "tetrahedron"}, "density": 700,
   "pose": {"position": [1.2,2.1,3], "rotation": [0,0,0.6,0.8]}},
  {"name": "box", "shape": {"type": "box", "half": [0.5,0.25,0.125], "margin": 0.0625}, "mass": 1},
  {"name": "sphere", "shape": {"type": "sphere", "radius": 0.5}, "mass": 1, "pose": {"position": [4,0,0]}},
  {"name": "capsule", "shape": {"type": "capsule", "radius": 0.5, "height": 1.5}, "mass": 1,
   "pose": {"position": [1,2,4]}},
  {"name": "cylinder", "shape": {"type": "cylinder", "radius": 0.5, "height": 1.5, "margin": 0.03125}, "mass": 1},
  {"name": "cone", "shape": {"type": "cone", "radius": 0.5, "height": 1.5}, "mass": 1},
  {"name": "spheres", "shape": {"type": "spheres", "centres": [[0.5,0,0],[-0.5,0,0]], "radii": [0.25,0.5]}, "mass": 1},
  {"name": "hull", "shape": {"type": "hull", "points": [[1,0,0],[0,1,0],[0,0,1],[-1,-1,-1]]}, "mass": 1},
  {"name": "compound", "mass": 1, "shape": {"type": "compound", "parts": [
    {"pose": {"position": [0,0,0.5]}, "shape": {"type": "sphere", "radius": 0.5}},
    {"pose": {}, "shape": {"type": "mesh", "mesh": "tetrahedron"}}]}},
  {"name": "driven", "shape": {"type": "sphere", "radius": 0.5},
   "path": [{"time": 0, "pose": {"position": [0,9,0]}}, {"time": 1.5, "pose": {"position": [0,10,0]}}]}
],
"joints": [
  {"name": "hinge", "type": "hinge", "a": "box", "b": "sphere", "frame_a": {"position": [2,0,0]},
   "frame_b": {"position": [-2,0,0]}, "bodies_collide": true, "limits": [[-0.5,0.5]],
   "motors": [{"target": 0.25, "maximum": 4}]},
  {"type": "slider", "a": "capsule", "b": "cylinder", "at": [0,1,0], "axis": [1,0,0],
   "motors": [{"velocity": 0.25, "maximum": 4}]},
  {"type": "fixed", "a": "cone"},
  {"type": "6dof", "a": "spheres", "limits": [[0,0],[0,0],[0,0],[1,-1],[-0.5,0.5],[0,0]],
   "motors": [{"axis": 3, "velocity": 0.25, "maximum": 4}]},
  {"type": "cone", "a": "hull", "b": "compound", "cone": [0.5,0.25,0.125]}
]})";

const char* const kRobot =
    R"(<?xml version="1.0"?><robot name="crane">
<link name="world"/>
<link name="column"><collision><origin xyz="0 0 0.5" rpy="0 0 0.5"/><geometry>
<cylinder radius="0.1" length="1"/></geometry></collision></link>
<joint name="base" type="fixed"><parent link="world"/><child link="column"/></joint>
<link name="arm"><inertial><origin xyz="0 0 0"/><mass value="1.5"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
<collision><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
<joint name="shoulder" type="revolute"><parent link="column"/><child link="arm"/><origin xyz="0 0 1.2"/>
<axis xyz="0 -1 0"/><limit lower="-1" upper="1" effort="100" velocity="1"/></joint>
<link name="hand"><inertial><mass value="0.25"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
<collision><geometry><mesh filename="other.obj" scale="0.1 0.1 -0.1"/></geometry></collision>
<collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="finger" type="prismatic"><parent link="arm"/><child link="hand"/><axis xyz="1 0 0"/>
<limit lower="0" upper="0.2" effort="50" velocity="1"/></joint>
<link name="wheel"><inertial><mass value="0.5"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
<joint name="axle" type="continuous"><parent link="column"/><child link="wheel"/><axis xyz="0 0 1"/></joint>
</robot>
)";

/// One object, as generators write it.
std::string objectStream() {
    std::string bytes = "RCOBJECT";
    for (const std::uint32_t count : {0u, 4u, 2u}) append(bytes, count);
    for (const auto& corner : kCorners) {
        for (const double x : corner) append(bytes, x);
    }
    for (const auto& face : kFaces) {
        for (const std::uint32_t v : face) append(bytes, v);
    }
    return bytes;
}

std::string fileBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> queryOfMesh(const Companions& with) {
    return {"query", "FILE", with.mesh, "--poses", with.poses};
}

}  // namespace

std::vector<Seed> seeds(const Companions& with) {
    const std::vector<std::string> readMesh = queryOfMesh(with);
    const std::vector<std::string> readPoses = {"query", with.mesh, with.mesh, "--poses", "FILE"};
    const std::vector<std::string> askWorld = {"mktree",  "query",   "FILE",    "--box",     "-1", "-1", "-1",
                                               "1",       "1",       "1",       "--ray",     "-9", "0",  "0",
                                               "9",       "1",       "1",       "--nearest", "1",  "2",  "3",
                                               "--pairs", with.mesh, "--poses", with.poses};
    const std::string triangles = labelledRecord({0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 2, 1, 3, 1, 2, 3});
    const std::string box = labelledRecord({0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1});
    std::vector<Seed> seeds = {
        // name, suffix, bytes, arguments
        {"obj", ".obj", objText(), readMesh},
        {"stl-text", ".stl", stlText(), readMesh},
        {"stl-binary", ".stl", stlBinary(), readMesh},
        {"ply-text", ".ply", plyText(), readMesh},
        {"ply-little-endian", ".ply", plyBinary(false), readMesh},
        {"ply-big-endian", ".ply", plyBinary(true), readMesh},
        {"gltf-text", ".gltf", gltf(), readMesh},
        {"gltf-binary", ".glb", glb(), readMesh},
        {"dae", ".dae", dae(), readMesh},
        {"poses-pairs", ".poses", kPoses, readPoses},
        {"poses-distance",
         ".poses",
         kPoses,
         {"query", with.mesh, with.mesh, "--poses", "FILE", "--ask", "distance"}},
        {"labels-triangles", ".bin", triangles + triangles, {"check", "triangles", "FILE"}},
        {"labels-boxes", ".bin", box + box, {"check", "boxes", "FILE"}},
        {"labels-vertex-face", "-vertex-face.csv", motionRows(), {"check", "ccd", "FILE"}},
        {"labels-edge-edge", "-edge-edge.csv", motionRows(), {"check", "ccd", "FILE"}},
        {"scene", ".json", kScene, {"run", "FILE", "--steps", "2"}},
        {"urdf", ".urdf", kRobot, {"run", "FILE", "--steps", "2"}},
        {"motions", ".motions", kMotions, {"predict", with.world, with.mesh, "--motions", "FILE"}},
        {"stream", ".objects", objectStream(), {"mktree", "build", "--stream", "FILE", "-o", "FILE.mkt"}},
        {"mktree-info", ".mkt", worldBytes(), {"mktree", "info", "FILE", "--check"}, {}, mendedMkTree},
        {"mktree-query", ".mkt", worldBytes(), askWorld, {}, mendedMkTree},
        {"mktree-predict",
         ".mkt",
         worldBytes(),
         {"predict", "FILE", with.mesh, "--motions", with.motions},
         {},
         mendedMkTree},
        {"df", ".df", kDfText, {}, readDfText},
    };
    std::ranges::move(preparedSeeds(), std::back_inserter(seeds));
    return seeds;
}

std::vector<Seed> labelledSeeds(const std::string& folder, const Companions& with) {
    constexpr std::uintmax_t kMostBytes = 70'000;  // a pose or two of such meshes take milliseconds
    std::vector<Seed> found;
    const auto add = [&](const char* kind, const std::filesystem::path& path,
                         std::vector<std::string> arguments) {
        if (std::filesystem::file_size(path) > kMostBytes) return;
        found.push_back({std::string(kind) + "-" + path.stem().string(), path.extension().string(),
                         fileBytes(path), std::move(arguments)});
    };
    for (const char* const meshes : {"meshes", "meshpairs"}) {
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(folder) / meshes)) {
            if (entry.path().extension() == ".obj") add("obj", entry.path(), queryOfMesh(with));
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / "ccd")) {
        if (entry.path().extension() != ".csv" || entry.path().stem() == "toi") continue;
        const bool isVertexFace = entry.path().string().find("vertex-face") != std::string::npos;
        add("labels", entry.path(), {"check", "ccd", "FILE"});
        if (!found.empty() && found.back().suffix == ".csv") {
            found.back().suffix = isVertexFace ? "-vertex-face.csv" : "-edge-edge.csv";
        }
    }
    std::ranges::sort(found, {}, &Seed::name);
    return found;
}

}  // namespace ricochet::fuzz
