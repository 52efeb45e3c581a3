// DART's Bullet detector on two overlapping copies of a mesh, as a DART user calls it. Prints how many
// contacts it finds; where Bullet is stock it finds none between two meshes.
//   dart_program                          two spheres of a thousand triangles
//   dart_program MESH.obj DX DY DZ [fcl]  two copies of a mesh, so far apart; with DART's own detector, FCL's

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dart/collision/bullet/BulletCollisionDetector.hpp>
#include <dart/collision/collision.hpp>
#include <dart/dynamics/dynamics.hpp>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using dart::dynamics::MeshShape;
using dart::dynamics::SimpleFrame;

constexpr int kRings = 16, kColumns = 32;

/// A sphere of radius 1 as an OBJ file.
void writeSphere(const std::string& file) {
    std::ofstream out(file);
    for (int i = 0; i <= kRings; ++i) {
        for (int j = 0; j < kColumns; ++j) {
            const double polar = M_PI * i / kRings, around = 2 * M_PI * j / kColumns;
            out << "v " << std::sin(polar) * std::cos(around) << ' ' << std::sin(polar) * std::sin(around)
                << ' ' << std::cos(polar) << '\n';
        }
    }
    const auto corner = [](int i, int j) { return i * kColumns + j % kColumns + 1; };
    for (int i = 0; i < kRings; ++i) {
        for (int j = 0; j < kColumns; ++j) {
            if (i > 0)
                out << "f " << corner(i, j) << ' ' << corner(i + 1, j) << ' ' << corner(i, j + 1) << '\n';
            if (i + 1 < kRings)
                out << "f " << corner(i, j + 1) << ' ' << corner(i + 1, j) << ' ' << corner(i + 1, j + 1)
                    << '\n';
        }
    }
}

std::shared_ptr<SimpleFrame> transformPoint(const std::string& file, const Eigen::Vector3d& where) {
    const auto frame = std::make_shared<SimpleFrame>(dart::dynamics::Frame::World());
    frame->setShape(std::make_shared<MeshShape>(Eigen::Vector3d::Ones(), MeshShape::loadMesh(file)));
    frame->setTranslation(where);
    return frame;
}

dart::collision::CollisionDetectorPtr makeDetector(bool isFcl) {
    if (isFcl) return dart::collision::FCLCollisionDetector::create();
    return dart::collision::BulletCollisionDetector::create();
}

}  // namespace

int main(int argc, char** argv) {
    std::string file = std::filesystem::temp_directory_path() / "dart_program_sphere.obj";
    Eigen::Vector3d where(0.7, 0.5, 0.3);
    if (argc < 5) {
        writeSphere(file);
    } else {
        file = argv[1];
        where = Eigen::Vector3d(std::atof(argv[2]), std::atof(argv[3]), std::atof(argv[4]));
    }
    const auto detector = makeDetector(argc > 5);
    const auto a = transformPoint(file, Eigen::Vector3d::Zero()), b = transformPoint(file, where);
    const auto groupA = detector->createCollisionGroup(a.get()),
               groupB = detector->createCollisionGroup(b.get());
    dart::collision::CollisionOption option;
    option.maxNumContacts = 10000;
    for (int i = 0; i < 5; ++i) {
        dart::collision::CollisionResult result;
        const auto begin = std::chrono::steady_clock::now();
        groupA->collide(groupB.get(), option, &result);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        double deepest = 0;
        for (std::size_t k = 0; k < result.getNumContacts(); ++k) {
            deepest = std::max(deepest, result.getContact(k).penetrationDepth);
        }
        std::printf("contacts %zu, deepest %.6f, %.3f ms\n", result.getNumContacts(), deepest, time.count());
    }
}
