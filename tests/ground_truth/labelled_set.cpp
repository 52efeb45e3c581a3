#include "tests/ground_truth/labelled_set.h"

#include "tests/support/rational_oracle.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace ricochet {
namespace {

constexpr int kCasesPerKind = 32;

void appendLine(std::string& text, const char* kind, bool meet, std::span<const Vec3> points) {
    text += kind;
    text += meet ? " 1" : " 0";
    for (const Vec3& point : points) {
        for (const Real coordinate : point) {
            char number[40];
            std::snprintf(number, sizeof number, " %a", coordinate);
            text += number;
        }
    }
    text += '\n';
}

}  // namespace

std::string makeTriangleTriangleSet() {
    std::string text = "# kind, 1 where the triangles meet, corners of a, corners of b\n";
    Random random(1994);
    for (const auto& kind : trianglePairKinds()) {
        for (int i = 0; i < kCasesPerKind; ++i) {
            const auto [a, b] = kind.make(random);
            const std::array<Vec3, 6> points = {a[0], a[1], a[2], b[0], b[1], b[2]};
            appendLine(text, kind.name, rational::hullsMeet(a, b), points);
        }
    }
    return text;
}

std::string makeTriangleBoxSet() {
    std::string text =
        "# kind, 1 where the triangle meets the box, corners, least and greatest point of the box\n";
    Random random(2003);
    for (const auto& kind : triangleAndBoxKinds()) {
        for (int i = 0; i < kCasesPerKind; ++i) {
            const auto [t, box] = kind.make(random);
            const std::array<Vec3, 5> points = {t[0], t[1], t[2], box.min, box.max};
            appendLine(text, kind.name, rational::hullsMeet(t, cornersOf(box)), points);
        }
    }
    return text;
}

std::vector<LabelledPoints> parseLabelledSet(const std::string& text, std::size_t pointsPerLine) {
    std::vector<LabelledPoints> set;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        LabelledPoints entry;
        words >> entry.kind >> entry.meet;
        // streams do not read hexadecimal floats
        std::vector<Real> numbers;
        for (std::string word; words >> word;) numbers.push_back(std::strtod(word.c_str(), nullptr));
        if (numbers.size() != 3 * pointsPerLine) {
            throw std::runtime_error("line " + std::to_string(number) + " is malformed");
        }
        for (std::size_t i = 0; i < numbers.size(); i += 3) {
            entry.points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
        }
        set.push_back(entry);
    }
    return set;
}

}  // namespace ricochet
