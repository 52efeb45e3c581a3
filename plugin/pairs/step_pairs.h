#pragma once

#include "plugin/registration.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Before the first pair of a step is processed, threads find the contacts of those that took long in the
/// last one. Contacts do not depend on it.
void findAhead(PairContext& context, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
