#include "tests/fuzz/seeds.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ricochet::fuzz {

const char* const kOtherMesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const char* const kPoses = "1 0 0 0 1 0 0 0 1 0.25 0.25 0.25\n0 1 0 -1 0 0 0 0 1 0.5 0 0\n";

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

}  // namespace

std::vector<Seed> seeds(const std::string& other, const std::string& poses) {
    const std::vector<std::string> readMesh = {"query", "FILE", other, "--poses", poses};
    const std::vector<std::string> readPoses = {"query", other, other, "--poses", "FILE"};
    const std::string triangles = labelledRecord({0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 2, 1, 3, 1, 2, 3});
    const std::string box = labelledRecord({0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1});
    return {
        // name, suffix, bytes, arguments
        {"obj", ".obj", objText(), readMesh},
        {"stl-text", ".stl", stlText(), readMesh},
        {"stl-binary", ".stl", stlBinary(), readMesh},
        {"ply-text", ".ply", plyText(), readMesh},
        {"ply-little-endian", ".ply", plyBinary(false), readMesh},
        {"ply-big-endian", ".ply", plyBinary(true), readMesh},
        {"gltf", ".gltf", gltf(), readMesh},
        {"glb", ".glb", glb(), readMesh},
        {"dae", ".dae", dae(), readMesh},
        {"poses", ".poses", kPoses, readPoses},
        {"poses-distance", ".poses", kPoses, {"query", other, other, "--poses", "FILE", "--ask", "distance"}},
        {"triangles", ".bin", triangles + triangles, {"check", "triangles", "FILE"}},
        {"boxes", ".bin", box + box, {"check", "boxes", "FILE"}},
        {"vertex-face", "-vertex-face.csv", motionRows(), {"check", "ccd", "FILE"}},
        {"edge-edge", "-edge-edge.csv", motionRows(), {"check", "ccd", "FILE"}},
    };
}

}  // namespace ricochet::fuzz
