#include "demos/mesh_files/assimp_reader.h"

#include "demos/mesh_files/child_answer.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/joined_faces.h"
#include "demos/mesh_files/words.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <filesystem>

namespace ricochet {
namespace {

using Corner = JoinedFaces::Corner;

// Limits for Assimp. A well-formed glTF or DAE file needs a hundredth of the time and a tenth of the memory.
constexpr double kLeastSeconds = 1.5, kSecondsPerMegabyte = 0.5;
constexpr std::size_t kLeastBytes = 256 << 20, kBytesPerByte = 100;

// The child's answer begins with one of these letters: the corners of all faces or an error message follow.
constexpr char kFaces = 'f', kSentence = 's';

ChildLimits limitsFor(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    const std::size_t bytes = error ? 0 : static_cast<std::size_t>(size);
    return {kLeastSeconds + kSecondsPerMegabyte * 1e-6 * static_cast<double>(bytes),
            kLeastBytes + kBytesPerByte * bytes};
}

void appendFaces(std::string& answer, const aiMesh& mesh) {
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices != 3) continue;  // points and lines
        for (unsigned k = 0; k < 3; ++k) {
            const aiVector3D& v = mesh.mVertices[face.mIndices[k]];
            const Corner corner = {v.x, v.y, v.z};
            answer.append(reinterpret_cast<const char*>(corner.data()), sizeof corner);
        }
    }
}

/// Runs in the child process.
std::string facesByAssimp(const std::string& path) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate | aiProcess_PreTransformVertices);
    if (scene == nullptr) return std::string(1, kSentence).append(importer.GetErrorString());
    std::string answer(1, kFaces);
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) appendFaces(answer, *scene->mMeshes[m]);
    return answer;
}

}  // namespace

Result<std::shared_ptr<Mesh>> readByAssimp(const std::string& path) {
    const auto failure = [&](const std::string& why) { return tl::unexpected(path + ": " + why); };
    const Result<std::string> answer = answerOfChild(limitsFor(path), [&] { return facesByAssimp(path); });
    if (!answer) return failure(answer.error());
    const std::string_view said = std::string_view(*answer).substr(1);
    constexpr std::size_t kLongestSentence = 300;
    if (answer->front() == kSentence) return failure(printable(said, kLongestSentence));

    JoinedFaces faces;
    constexpr std::size_t kFaceBytes = 3 * sizeof(Corner);
    for (std::size_t at = 0; at + kFaceBytes <= said.size(); at += kFaceBytes) {
        const auto corners = valueAt<std::array<Corner, 3>>(said.substr(at));
        if (!std::all_of(corners.begin(), corners.end(), JoinedFaces::isFinite)) {
            return failure("a vertex of face " + std::to_string(at / kFaceBytes) + " is not finite");
        }
        faces.add(corners[0], corners[1], corners[2]);
    }
    return std::move(faces).mesh(path);
}

}  // namespace ricochet
