#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/run_options.h"
#include "demos/app/text_table.h"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::lab {

using namespace app;

/// What was counted over a whole run of a scene: a row of Table 1 of Lin, Manocha, Cohen, Gottschalk,
/// Collision Detection: Algorithms and Applications, 1996.
struct IntersectionRow {
    std::string name;
    double steps, contacts, boxTests, triangleTests, microseconds;
    std::optional<double> contactSteps = {}, boxTestsInContact = {};  ///< of the steps with contacts

    double perStep(double sum) const { return sum / steps; }
    double nanosecondsPerBoxTest() const { return 1e3 * microseconds / boxTests; }
};

/// The paper's rows for a scene; empty for most scenes.
std::vector<IntersectionRow> paperRowsOf(const std::string& scene);

/// Runs a scene and finds the intersecting faces in each step by several narrow phases; a row for each, in
/// their order. Fails with an error message.
Result<std::vector<IntersectionRow>> countIntersections(const RunOptions& options,
                                                        const std::vector<std::string>& narrowPhases);

/// Steps with contacts are in percent; other numbers but the steps are per step, box tests also per step with
/// contacts and per one without.
TextTable tableOf(const std::vector<IntersectionRow>& rows);

}  // namespace ricochet::lab
