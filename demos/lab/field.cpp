// The spherical distance field of a mesh in numbers and pictures.

#include "algorithms/spherical_field/samplers.h"
#include "demos/lab/commands.h"
#include "demos/lab/field_pictures.h"
#include "demos/mesh_files/read_mesh.h"
#include "plugin/clocks.h"

#include <CLI/CLI.hpp>

#include <bit>
#include <iostream>
#include <memory>

namespace ricochet::lab {
namespace {

using spherical_field::Centre;
using spherical_field::Field;
using spherical_field::FieldSettings;
using spherical_field::Sampling;

struct FieldOptions {
    std::string file, out;
    int samples = 32;
    std::string centre = "mass";
    std::string sampling = "clipping";
};

struct NamedSampling {
    const char* name;
    Sampling sampling;
};
constexpr NamedSampling kSamplings[] = {
    {"clipping", Sampling::clipping}, {"rays", Sampling::rayCasting}, {"raster", Sampling::rasterisation}};

Result<FieldSettings> fieldSettingsOf(const FieldOptions& options) {
    constexpr int kMost = 1 << spherical_field::kLargestLevel;
    if (options.samples < 1 || options.samples > kMost || !std::has_single_bit(unsigned(options.samples))) {
        return tl::unexpected("--samples must be a power of two from 1 to " + std::to_string(kMost) +
                              ", whose cells take " + std::to_string(spherical_field::bytesOfCells(8) >> 20) +
                              " MiB; not " + std::to_string(options.samples));
    }
    FieldSettings settings;
    settings.level = std::countr_zero(unsigned(options.samples));
    settings.centre = options.centre == "mass" ? Centre::ofMass : Centre::ofBoundingSphere;
    for (const NamedSampling& row : kSamplings) {
        if (options.sampling == row.name) settings.sampling = row.sampling;
    }
    return settings;
}

void printField(const Field& field, const Mesh& mesh, double microseconds) {
    const double faces = mesh.faceCount();
    const auto& shells = field.shells;
    const Vec3& centre = field.sphere.centre;
    std::cout << mesh.faceCount() << " triangles; centre " << centre.x() << ' ' << centre.y() << ' '
              << centre.z() << ", radius " << field.sphere.radius << '\n'
              << "samples per side: " << spherical_field::cellsPerRow(field.level) << " x "
              << spherical_field::cellsPerRow(field.level) << ", built in " << microseconds / faces
              << " us per triangle\n"
              << "layers per shell: " << layersByHits(mesh, field) << " by hits along a ray, "
              << layersByGaps(field) << " by gaps wider than the mean triangle (" << field.meanDiameter
              << ")\n"
              << "transform: " << shells.bytes() << " bytes, "
              << 100.0 * double(shells.bytes()) / double(shells.pyramidBytes()) << " % of the "
              << shells.pyramidBytes() << " bytes of float minima and maxima of all levels\n"
              << "in total: " << field.bytes() / faces << " bytes per triangle, "
              << double(field.faces.size()) / faces << " list entries per triangle\n";
}

Result<void> makeFolder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return tl::unexpected(folder.string() + ": the folder cannot be created");
    return {};
}

Result<int> runField(const FieldOptions& options) {
    const Result<FieldSettings> settings = fieldSettingsOf(options);
    if (!settings) return tl::unexpected(settings.error());
    const auto mesh = readMesh(options.file);
    if (!mesh) return tl::unexpected(mesh.error());
    const double start = threadMicroseconds();
    const Field field = buildField(**mesh, *settings);
    printField(field, **mesh, threadMicroseconds() - start);
    if (options.out.empty()) return EXIT_SUCCESS;
    return makeFolder(options.out)
        .and_then([&] { return drawSides(field, options.out); })
        .and_then([&] { return drawLayers(field, **mesh, options.out); })
        .map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addField(CLI::App& program) {
    const auto options = std::make_shared<FieldOptions>();
    CLI::App* app =
        program.add_subcommand("field", "the spherical distance field of a mesh: numbers and pictures");
    app->add_option("MESH", options->file, "mesh file")->required();
    app->add_option("--samples", options->samples,
                    "per row of each of the six sides: a power of two, 1 to 256");
    app->add_option("--centre", options->centre, "mass: centre of mass; sphere: of the bounding sphere")
        ->check(CLI::IsMember({"mass", "sphere"}));
    app->add_option("--sampling", options->sampling,
                    "clipping: exact; rays, raster: the paper's, may miss small parts")
        ->check(CLI::IsMember({"clipping", "rays", "raster"}));
    app->add_option("--out", options->out,
                    "folder for sides-upper.png, sides-lower.png (figure 9) and layers.png (figure 11)");
    return {app, [options](char**) { return runField(*options); }};
}

}  // namespace ricochet::lab
