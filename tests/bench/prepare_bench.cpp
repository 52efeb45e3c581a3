// Cost of preparing a shape: time and memory per triangle, part by part.

#include "adapters/shape_cache/model_cache.h"
#include "adapters/shape_cache/prepared_file.h"
#include "algorithms/contact/surface/normal_cones.h"
#include "algorithms/contact/surface/shells.h"
#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/weld.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/measure.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/command_line.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace ricochet::bench {
namespace {

/// A shape and the data that it refers to.
struct Subject {
    std::unique_ptr<test::BulletMesh> mesh;
    std::vector<float> heights;
    std::unique_ptr<btCollisionShape> shape;
};

double waveAt(double x, double y) { return 0.3 * std::sin(0.7 * x) * std::cos(0.5 * y) + 0.01 * x; }

/// A wavy square grid of about `triangles` triangles, with vertices a metre apart.
Subject openMesh(int triangles) {
    const int side = static_cast<int>(std::lround(std::sqrt(triangles / 2.0))) + 1;
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) vertices.push_back({btScalar(x), btScalar(waveAt(x, y)), btScalar(y)});
    }
    for (int y = 0; y + 1 < side; ++y) {
        for (int x = 0; x + 1 < side; ++x) {
            const int v = y * side + x;
            faces.push_back({v, v + side, v + 1});
            faces.push_back({v + 1, v + side, v + side + 1});
        }
    }
    Subject subject{std::make_unique<test::BulletMesh>(vertices, faces), {}, nullptr};
    subject.shape = std::make_unique<btBvhTriangleMeshShape>(&subject.mesh->interface, true, false);
    return subject;
}

Subject closedMesh(int triangles) {
    const int sides = std::max(3, static_cast<int>(std::lround(std::sqrt(triangles / 4.0))));
    test::BulletMesh torus = test::torusMesh(btScalar(0.4), 2 * sides, sides);
    for (std::size_t i = 0; i < torus.vertices.size(); ++i) {
        for (btScalar& x : torus.vertices[i]) x *= btScalar(1 + 0.02 * std::sin(0.37 * double(i % 1000)));
    }
    Subject subject{std::make_unique<test::BulletMesh>(torus.vertices, torus.faces), {}, nullptr};
    subject.shape = std::make_unique<btBvhTriangleMeshShape>(&subject.mesh->interface, true, false);
    return subject;
}

Subject heightfield(int triangles) {
    const int side = static_cast<int>(std::lround(std::sqrt(triangles / 2.0))) + 1;
    Subject subject;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) subject.heights.push_back(float(waveAt(x, y)));
    }
    const auto [low, high] = std::ranges::minmax(subject.heights);
    subject.shape = std::make_unique<btHeightfieldTerrainShape>(
        side, side, subject.heights.data(), 1, btScalar(low), btScalar(high), 1, PHY_FLOAT, false);
    return subject;
}

const std::map<std::string, Subject (*)(int)> kKinds = {
    {"closed", closedMesh}, {"heightfield", heightfield}, {"open", openMesh}};

template <class... Vectors>
std::size_t bytesOf(const Vectors&... vectors) {
    return (... + (vectors.capacity() * sizeof(typename Vectors::value_type)));
}

/// The parts of one shape's preparation, each alone, in order of their dependencies.
class Preparation {
public:
    explicit Preparation(const Subject& subject) : shape_(*subject.shape) {}

    std::map<std::string, Stopwatch> times;  ///< by part: thread time; wall time if named so
    std::map<std::string, std::size_t> bytes;
    std::size_t triangles = 0;  ///< as Bullet counts them

    void run(const std::vector<int>& threads) {
        const ShapeKind& kind = shapeKind(shape_);
        Result<ShapeMesh> read;
        time("1 read from Bullet", [&] { read = kind.read(shape_); });
        if (!read) throw std::runtime_error(read.error());
        triangles = read->faces.size();
        bytes["1 read from Bullet"] = bytesOf(read->faceNames);
        std::shared_ptr<Mesh> mesh;
        time("2 mesh", [&] { mesh = *Mesh::create(read->vertices, read->faces); });
        std::shared_ptr<const ContactSurface> surface = buildContactSurface(*mesh, read->up);
        const bool isTwoSided = !kind.isOpen && !surface->isSolid;
        if (isTwoSided) mesh = *Mesh::createTwoSided(read->vertices, read->faces);
        bytes["2 mesh"] = bytesOf(mesh->vertices(), mesh->faces());

        PlainVector<Index> weld;
        time("3 weld (part of topology)", [&] { weld = weldVertices(mesh->vertices()); });
        MeshTopology topology;
        time("4 topology", [&] { topology = buildTopology(*mesh); });
        bytes["4 topology"] = ricochet::bytesOf(topology);
        std::vector<BoundaryEdge> boundaryEdges;
        time("5 boundary edges", [&] { boundaryEdges = boundaryEdgesOf(*mesh, topology); });
        bytes["5 boundary edges"] = bytesOf(boundaryEdges);
        std::vector<NormalCone> cones;
        time("6 normal cones (part of packed faces)", [&] { cones = buildNormalCones(*mesh, topology); });
        PlainVector<PackedFace> packed;
        time("7 packed faces", [&] { packed = packFaces(*mesh, topology, surfaceNormals(*mesh, topology)); });
        bytes["7 packed faces"] = bytesOf(packed);
        bool isInside = false;
        std::vector<Index> shells;
        time("8 inside, shells", [&] {
            isInside = hasInside(*mesh, boundaryEdges);
            shells = shellVertices(*mesh, topology.weld);
        });
        const WideTree wideTree;
        std::shared_ptr<const CollisionModel> model;
        time("tree", [&] { model = wideTree.build(mesh); });
        bytes["tree"] = model->bytes();
        time("contact surface, whole", [&] {
            surface = buildContactSurface(*mesh, read->up);
            packedFaces(*surface, *mesh);
        });
        bytes["contact surface, whole"] = ricochet::bytesOf(*surface);
        for (const int count : threads) prepareOn(count);
    }

private:
    void prepareOn(int threads) {
        const auto executor = makeThreadExecutor(static_cast<Index>(threads));
        const WideTree wideTree({}, executor);
        ModelCache cache;
        const ModelRequest request{"wide-tree", &wideTree};
        Result<ShapeModel> prepared;
        const bool isAlone = threads == 1;
        const std::string part =
            isAlone ? "prepare, one thread" : "prepare, wall time, threads: " + std::to_string(threads);
        times.try_emplace(part, isAlone ? threadClock() : wallClock());
        time(part, [&] { prepared = cache.prepare(shape_, request, {}, *executor); });
        if (!prepared) throw std::runtime_error(prepared.error());
        bytes[part] = bytesOf(prepared->mesh->vertices(), prepared->mesh->faces(), *prepared->faceNames) +
                      ricochet::bytesOf(*prepared->surface) + prepared->model->bytes();
        saveAndLoad(cache, *prepared, request);
    }

    void saveAndLoad(ModelCache& cache, const ShapeModel& prepared, const ModelRequest& by) {
        const auto path = std::filesystem::temp_directory_path() / "prepare_bench.ricochet";
        Result<void> written;
        time("save", [&] { written = writePrepared(prepared, by, path); });
        if (!written) throw std::runtime_error(written.error());
        bytes["save"] = static_cast<std::size_t>(std::filesystem::file_size(path));
        cache.release(shape_);
        Result<CachedPart> read;
        time("load", [&] {
            read = readPrepared(shape_, path, [&by](const std::string&) { return by.narrowPhase; });
            if (read) cache.keep(shape_, *read);
        });
        std::filesystem::remove(path);
        if (!read) throw std::runtime_error(read.error());
    }

    template <class Work>
    void time(const std::string& part, Work&& work) {
        times[part].time(work);
    }

    const btCollisionShape& shape_;
};

void measure(const std::string& kind, int triangles, const std::vector<int>& threads, int rounds) {
    const Subject subject = kKinds.at(kind)(triangles);
    Preparation preparation(subject);
    for (int i = 0; i < rounds; ++i) preparation.run(threads);
    const double count = static_cast<double>(preparation.triangles);
    for (const auto& [part, watch] : preparation.times) {
        std::printf("%s,%zu,%s,%.0f,%.0f\n", kind.c_str(), preparation.triangles, part.c_str(),
                    1e3 * watch.minimum() / count, static_cast<double>(preparation.bytes[part]) / count);
    }
    std::fflush(stdout);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    CommandLine commandLine("Prepares shapes and prints the cost of each part: least of several rounds.");
    std::vector<int> triangles = {3000, 180000};
    std::vector<std::string> kinds = {"closed", "open", "heightfield"};
    std::vector<int> threads = {1, 2};
    int rounds = 3;
    commandLine.option("--triangles", triangles, "about so many; several numbers are several runs");
    commandLine.option("--kind", kinds, "of the shape", oneOf(kinds));
    commandLine.option("--threads", threads, "that prepare all of it", between(1, 1024));
    commandLine.option("--rounds", rounds, "of which the least counts", positive());
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] {
        std::printf("# %s\nkind,triangles,part,ns_a_triangle,bytes_a_triangle\n",
                    ricochet::bench::machine().c_str());
        for (const std::string& kind : kinds) {
            for (const int count : triangles) ricochet::bench::measure(kind, count, threads, rounds);
        }
    });
}
