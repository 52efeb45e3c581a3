#include "demos/scenes/pipes_mesh.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/random.h"

#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

/// The contents of one line of the lattice.
enum class Kind { flanged, bundle, bevelled, none };

/// Number of lines of each kind; a line has 2 * outline points * sides * pipes faces:
///   flanged   51 * 2 * 20 * 64      = 130,560
///   bundle    15 * 2 *  4 * 24 * 4  =  11,520
///   bevelled   7 * 2 *  5 * 23      =   1,610
///                              sum = 143,690
constexpr int kFlangedLines = 51, kFlangedSides = 64;
constexpr int kBundleLines = 15, kBundleSides = 24;
constexpr int kBevelledLines = 7, kBevelledSides = 23;
constexpr int kLines = 3 * kPipesPerSide * kPipesPerSide;
static_assert(kFlangedLines + kBundleLines + kBevelledLines <= kLines);

using Outline = std::vector<ProfilePoint>;

/// A hollow pipe from y = begin to end, with a flange at either end and three collars between: 20 points.
Outline flangedOutline(double begin, double end, Random& random) {
    constexpr double kBore = 0.22, kRadius = 0.28, kFlange = kWidestPipeRadius, kWidth = 0.18;
    const double length = end - begin;
    Outline outline = {
        {kBore, begin}, {kFlange, begin}, {kFlange, begin + kWidth}, {kRadius, begin + kWidth}};
    for (double share : {random.between(0.15, 0.3), random.between(0.4, 0.55), random.between(0.65, 0.8)}) {
        const double low = begin + share * length, high = low + 2 * kWidth;
        outline.insert(outline.end(), {{kRadius, low}, {kFlange, low}, {kFlange, high}, {kRadius, high}});
    }
    outline.insert(outline.end(),
                   {{kRadius, end - kWidth}, {kFlange, end - kWidth}, {kFlange, end}, {kBore, end}});
    return outline;
}

/// A plain hollow pipe: 4 points.
Outline plainOutline(double bore, double radius, double begin, double end) {
    return {{bore, begin}, {radius, begin}, {radius, end}, {bore, end}};
}

/// A hollow pipe with one bevelled end: 5 points.
Outline bevelledOutline(double begin, double end) {
    constexpr double kBore = 0.14, kRadius = 0.19, kBevel = 0.12;
    return {{kBore, begin}, {kBore + 0.01, begin}, {kRadius, begin + kBevel}, {kRadius, end}, {kBore, end}};
}

SceneMesh bundle(double begin, double end, Random& random) {
    constexpr double kBore = 0.09, kRadius = 0.12, kSpread = 0.15;
    SceneMesh mesh;
    for (double x : {-kSpread, kSpread}) {
        for (double z : {-kSpread, kSpread}) {
            const double beforeEnd = random.between(0, 0.5), afterBegin = random.between(0, 0.5);
            const Outline outline = plainOutline(kBore, kRadius, begin + afterBegin, end - beforeEnd);
            SceneMesh pipe = revolved(outline, kBundleSides);
            translate(pipe, vertexAt(x, 0, z));
            append(mesh, pipe);
        }
    }
    return mesh;
}

/// A line of a kind, along y.
SceneMesh line(Kind kind, Random& random) {
    const double begin = -kPipesCubeSide / 2 + random.between(0, 0.8);
    const double end = kPipesCubeSide / 2 - random.between(0, 0.8);
    switch (kind) {
        case Kind::flanged:
            return revolved(flangedOutline(begin, end, random), kFlangedSides);
        case Kind::bundle:
            return bundle(begin, end, random);
        case Kind::bevelled:
            return revolved(bevelledOutline(begin, end), kBevelledSides);
        case Kind::none:
            break;
    }
    return {};
}

/// The kinds of all lines, shuffled.
std::vector<Kind> shuffledKinds(Random& random) {
    std::vector<Kind> kinds;
    kinds.insert(kinds.end(), kFlangedLines, Kind::flanged);
    kinds.insert(kinds.end(), kBundleLines, Kind::bundle);
    kinds.insert(kinds.end(), kBevelledLines, Kind::bevelled);
    kinds.resize(kLines, Kind::none);
    for (int i = kLines - 1; i > 0; --i) std::swap(kinds[i], kinds[random.below(i + 1)]);
    return kinds;
}

}  // namespace

SceneMesh pipesMesh() {
    constexpr double kFirst = -(kPipesPerSide - 1) / 2.0;
    Random random(13);
    const std::vector<Kind> kinds = shuffledKinds(random);
    SceneMesh mesh;
    auto kind = kinds.begin();
    for (int direction = 0; direction < 3; ++direction) {
        for (int i = 0; i < kPipesPerSide; ++i) {
            for (int j = 0; j < kPipesPerSide; ++j) {
                SceneMesh pipe = line(*kind++, random);
                translate(pipe,
                          vertexAt((kFirst + i + 0.25) * kPipesPitch, 0, (kFirst + j - 0.25) * kPipesPitch));
                turnAxes(pipe, direction);
                append(mesh, pipe);
            }
        }
    }
    return mesh;
}

btVector3 voidBetweenPipes(int i, int j, int k) {
    return vertexAt((i + 0.25) * kPipesPitch, (j + 0.25) * kPipesPitch, (k + 0.25) * kPipesPitch);
}

}  // namespace ricochet::scenes
