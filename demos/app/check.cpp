// Labelled queries: compares the exact kernels with answers that are known to be right.

#include "algorithms/geometry/triangle_box.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "demos/app/check_convex.h"
#include "demos/app/check_motions.h"
#include "demos/app/check_swept_space.h"
#include "demos/app/commands.h"
#include "demos/app/names.h"
#include "demos/mesh_files/file_bytes.h"

#include <CLI/CLI.hpp>

#include <bit>
#include <cstring>
#include <iostream>
#include <memory>

namespace ricochet::app {
namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

/// The 32-bit floats of a record, three per point.
class Points {
public:
    explicit Points(const char* floats) : floats_(floats) {}
    Vec3 operator[](int i) const {
        float xyz[3];
        std::memcpy(xyz, floats_ + i * sizeof xyz, sizeof xyz);
        return {xyz[0], xyz[1], xyz[2]};
    }
    Triangle triangleAt(int i) const { return {(*this)[i], (*this)[i + 1], (*this)[i + 2]}; }

private:
    const char* floats_;
};

bool trianglesIntersect(const Points& p) { return intersects(p.triangleAt(0), p.triangleAt(3)); }
bool boxIntersectsTriangle(const Points& p) { return intersects(p.triangleAt(2), Aabb{p[0], p[1]}); }

/// A kind of labelled query in binary records. A record is: class, label and two more bytes, then points.
struct Records {
    std::size_t points;
    bool (*answer)(const Points&);

    std::size_t recordBytes() const { return kHeaderBytes + points * 3 * sizeof(float); }
    static constexpr std::size_t kHeaderBytes = 4;
};

Result<std::string> readRecords(const Records& kind, const std::string& path) {
    Result<std::string> bytes = bytesOfFile(path);
    if (bytes && (bytes->empty() || bytes->size() % kind.recordBytes() != 0)) {
        return tl::unexpected(path + ": " + std::to_string(bytes->size()) +
                              " bytes are not a whole number of " + "records of " +
                              std::to_string(kind.recordBytes()) + " bytes");
    }
    return bytes;
}

bool areFinite(const Records& kind, const char* record) {
    const Points points(record + Records::kHeaderBytes);
    for (int i = 0; i < static_cast<int>(kind.points); ++i) {
        if (!points[i].allFinite()) return false;
    }
    return true;
}

/// Whether the kernel's answer agrees with the label; if not, prints the record.
bool isRight(const Records& kind, const char* record, std::size_t number) {
    const int recordClass = static_cast<unsigned char>(record[0]);
    const bool label = record[1] != 0;
    const bool answer = kind.answer(Points(record + Records::kHeaderBytes));
    if (answer != label) {
        std::cout << "record " << number << " of class " << recordClass << ": "
                  << (answer ? "meets" : "misses") << ", but the label says " << (label ? "meets" : "misses")
                  << '\n';
    }
    return answer == label;
}

Result<int> checkRecords(const Records& kind, const std::string& path) {
    const Result<std::string> records = readRecords(kind, path);
    if (!records) return tl::unexpected(records.error());

    const std::size_t count = records->size() / kind.recordBytes();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const char* const record = records->data() + i * kind.recordBytes();
        if (!areFinite(kind, record)) {
            return tl::unexpected(path + ": a coordinate of record " + std::to_string(i) + " is not finite");
        }
        if (!isRight(kind, record, i)) ++wrong;
    }
    std::cout << "wrong " << wrong << " of " << count << '\n';
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

Result<int> checkTriangles(const std::string& path) { return checkRecords({6, trianglesIntersect}, path); }
Result<int> checkBoxes(const std::string& path) { return checkRecords({5, boxIntersectsTriangle}, path); }

struct Kind {
    const char* name;
    Result<int> (*check)(const std::string& path);
};

const std::vector<Kind> kKinds = {
    {"triangles", checkTriangles},
    {"boxes", checkBoxes},
    {"ccd", checkMotions},
    {"convex", checkConvex},
};

Result<int> check(const std::string& kindName, const std::string& path) {
    const Kind* kind = findByName(kKinds, kindName);
    if (kind == nullptr) {
        return tl::unexpected("this version cannot check '" + kindName + "'; it knows " +
                              joined(rowNames(kKinds)));
    }
    return kind->check(path);
}

}  // namespace

Subcommand addCheck(CLI::App& program) {
    struct Options {
        std::string kind, file, division;
        bool onlyReports = false;
    };
    const auto options = std::make_shared<Options>();
    CLI::App* app = program.add_subcommand(
        "check", "checks labelled queries: lists wrong answers, then their count; fails if there are any");
    app->add_option("kind", options->kind, "triangles, boxes, ccd or convex")->required();
    app->add_option("file", options->file,
                    "triangles, boxes: binary records of 4 bytes, then 6 or 5 points of 3 floats; ccd: text, "
                    "8 rows per "
                    "query, vertex-face or edge-edge according to the file's name; convex: a folder with "
                    "hulls.bin and truth.csv")
        ->required();
    app->add_option("--swept-space", options->division,
                    "ccd: by the face octree's swept-space test, with the work divided: dynamic, spmd or "
                    "producer-consumer");
    app->add_flag("--report-only", options->onlyReports, "ends with exit code 0 after wrong answers as well");
    return {app, [options](char**) -> Result<int> {
                if (!options->division.empty() && options->kind != "ccd") {
                    return tl::unexpected(std::string("--swept-space requires ccd"));
                }
                const auto checked = options->division.empty()
                                         ? check(options->kind, options->file)
                                         : checkSweptSpace(options->file, options->division);
                return checked.map([&](int code) { return options->onlyReports ? EXIT_SUCCESS : code; });
            }};
}

}  // namespace ricochet::app
