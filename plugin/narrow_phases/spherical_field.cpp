#include "algorithms/spherical_field/spherical_field.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend sphericalField() {
    using spherical_field::FieldSettings;
    return backend("spherical",
                   "hierarchical spherical distance fields about each mesh's centre; built once for a shape",
                   ParameterTable<FieldSettings>{},
                   [](const FieldSettings& settings, const std::shared_ptr<const Executor>&) {
                       return std::make_shared<SphericalField>(settings);
                   });
}

}  // namespace ricochet::narrow_phases
