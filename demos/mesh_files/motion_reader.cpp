#include "demos/mesh_files/motion_reader.h"

#include "demos/mesh_files/file_bytes.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>

namespace ricochet {
namespace {

constexpr std::size_t kNumbersPerRow = 7;
constexpr std::size_t kRowsPerQuery = 8;
using Row = std::array<Real, kNumbersPerRow>;

std::optional<Row> parsed(const std::string& line) {
    Row row;
    const char* at = line.data();
    const char* const end = at + line.size();
    for (std::size_t i = 0; i < kNumbersPerRow; ++i) {
        const auto [after, error] = std::from_chars(at, end, row[i]);
        const bool isLast = i + 1 == kNumbersPerRow;
        if (error != std::errc() || (!isLast && (after == end || *after != ','))) return std::nullopt;
        at = isLast ? after : after + 1;
    }
    return row;
}

/// A fraction is read exactly if its denominator is a power of two and its numerator has at most 53 bits.
bool isExact(Real numerator, Real denominator) {
    int exponent;
    return std::frexp(denominator, &exponent) == 0.5 && std::abs(numerator) < 0x1p53;
}

std::optional<Vec3> pointOf(const Row& row) {
    Vec3 point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!isExact(row[2 * axis], row[2 * axis + 1])) return std::nullopt;
        point[static_cast<int>(axis)] = row[2 * axis] / row[2 * axis + 1];
    }
    return point;
}

}  // namespace

Result<std::vector<LabelledMotion>> readLabelledMotions(const std::string& path) {
    Result<std::ifstream> file = openedFile(path);
    if (!file) return tl::unexpected(file.error());
    std::vector<LabelledMotion> motions;
    std::size_t rows = 0;
    for (std::string line; std::getline(*file, line); ++rows) {
        const std::optional<Row> row = parsed(line);
        const std::optional<Vec3> point = row ? pointOf(*row) : std::nullopt;
        if (!point)
            return tl::unexpected(path + ": line " + std::to_string(rows + 1) +
                                  " is not three fractions and a label");
        const std::size_t corner = rows % kRowsPerQuery;
        if (corner == 0) motions.emplace_back();
        (corner < 4 ? motions.back().at0[corner] : motions.back().at1[corner - 4]) = *point;
        motions.back().touches = row->back() != 0;
    }
    if (rows == 0 || rows % kRowsPerQuery != 0) {
        return tl::unexpected(path + ": " + std::to_string(rows) +
                              " lines are not a whole number of queries of 8");
    }
    return motions;
}

}  // namespace ricochet
