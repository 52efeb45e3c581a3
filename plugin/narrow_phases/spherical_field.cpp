#include "algorithms/spherical_field/spherical_field.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {
namespace {

using namespace spherical_field;

Parameter<SphericalSettings> samplesRow() {
    auto row = choice("samples", "per row of each of the six sides; auto: by the number of faces",
                      [](SphericalSettings& s) -> int& { return s.field.level; },
                      {{"auto", FieldSettings::kChosenLevel},
                       {"1", 0},
                       {"2", 1},
                       {"4", 2},
                       {"8", 3},
                       {"16", 4},
                       {"32", 5},
                       {"64", 6},
                       {"128", 7},
                       {"256", 8}});
    row.info.kind = "power of two";
    return row;
}

ParameterTable<SphericalSettings> sphericalParameters() {
    return {
        choice("determination",
               "found for two overlapping leaf shells: one pair, one for each two layers, or all",
               [](SphericalSettings& s) -> Determination& { return s.determining.mode; },
               {{"single", Determination::single},
                {"layer", Determination::singleLayer},
                {"all", Determination::all}}),
        choice(
            "pairs",
            "tested: all faces of the shells or layers that were found, exact; reported: as found, untested; "
            "single and layer then miss contacts, so bodies sink in",
            [](SphericalSettings& s) -> ReportedPairs& { return s.determining.pairs; },
            {{"tested", ReportedPairs::tested}, {"reported", ReportedPairs::asFound}}),
        samplesRow(),
        choice("centre", "of the charts: centre of mass, or of a bounding sphere",
               [](SphericalSettings& s) -> Centre& { return s.field.centre; },
               {{"mass", Centre::ofMass}, {"sphere", Centre::ofBoundingSphere}}),
        choice("sampling",
               "how faces are found in cells; rays and raster miss parts, so contacts may be lost",
               [](SphericalSettings& s) -> Sampling& { return s.field.sampling; },
               {{"clipping", Sampling::clipping},
                {"rays", Sampling::rayCasting},
                {"raster", Sampling::rasterisation}}),
        choice("test", "of two shells; cone is the paper's and not conservative, so contacts may be lost",
               [](SphericalSettings& s) -> ShellTest& { return s.determining.test; },
               {{"box", ShellTest::box},
                {"sphere", ShellTest::sphere},
                {"capsule", ShellTest::capsule},
                {"cone", ShellTest::cone}}),
        choice("order", "of refinement: depth first, or the paper's queue",
               [](SphericalSettings& s) -> ShellOrder& { return s.determining.order; },
               {{"depth-first", ShellOrder::depthFirst}, {"queue", ShellOrder::queue}}),
        choice(
            "method",
            "rays: the paper's own run, by rays, cones and the queue whatever sampling, test and order are; "
            "contacts may be lost",
            &SphericalSettings::method, {{"ours", Method::ours}, {"rays", Method::rays}}),
    };
}

}  // namespace

Backend sphericalField() {
    return backend(
        "spherical",
        "hierarchical spherical distance fields about each mesh's centre; built once for a shape; exact "
        "unless a parameter says otherwise",
        sphericalParameters(),
        [](const SphericalSettings& settings, const std::shared_ptr<const Executor>&) {
            return std::make_shared<SphericalField>(settings);
        },
        [](const SphericalSettings& settings, SelectedBackend& selected) {
            selected.isSampled = sphericalGuarantee(settings) != SphericalGuarantee::exact;
        });
}

}  // namespace ricochet::narrow_phases
