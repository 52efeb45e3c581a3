#include "demos/mesh_files/convex_reader.h"

#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>

namespace ricochet {
namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

Result<std::vector<Vec3>> readHull(std::istream& file) {
    std::uint32_t count = 0;
    if (!file.read(reinterpret_cast<char*>(&count), sizeof count)) {
        return tl::unexpected(std::string("hulls.bin ends before truth.csv does"));
    }
    std::vector<Vec3> points;
    for (std::uint32_t i = 0; i < count; ++i) {
        float xyz[3];
        if (!file.read(reinterpret_cast<char*>(xyz), sizeof xyz)) {
            return tl::unexpected(std::string("hulls.bin ends within a hull"));
        }
        points.emplace_back(xyz[0], xyz[1], xyz[2]);
    }
    return points;
}

std::vector<std::string> fieldsOf(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
    return fields;
}

/// An empty field is zero.
Real numberOf(const std::string& field) {
    Real value = 0;
    std::from_chars(field.data(), field.data() + field.size(), value);
    return value;
}

}  // namespace

Result<std::vector<LabelledConvexPair>> readConvexPairs(const std::filesystem::path& folder) {
    std::ifstream hulls(folder / "hulls.bin", std::ios::binary), truth(folder / "truth.csv");
    if (!hulls || !truth) return tl::unexpected(folder.string() + ": hulls.bin and truth.csv cannot be read");
    std::vector<LabelledConvexPair> pairs;
    std::string line;
    std::getline(truth, line);  // the names of the columns
    while (std::getline(truth, line)) {
        std::vector<std::string> fields = fieldsOf(line);
        if (fields.size() < 9)
            return tl::unexpected(folder.string() + ": truth.csv has a short line: " + line);
        fields.resize(12);
        const auto a = readHull(hulls), b = readHull(hulls);
        if (!a || !b) return tl::unexpected(folder.string() + ": " + (a ? b : a).error());
        pairs.push_back({*a, *b, fields[2], numberOf(fields[5]), numberOf(fields[11]),
                         Vec3(numberOf(fields[6]), numberOf(fields[7]), numberOf(fields[8]))});
    }
    if (pairs.empty()) return tl::unexpected(folder.string() + ": truth.csv names no pair");
    return pairs;
}

}  // namespace ricochet
