#include "plugin/pairs/convex_pair.h"

#include "adapters/shapes/shape_kinds.h"
#include "plugin/pair_kind.h"
#include "plugin/process_state.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

bool ConvexPair::areStillApart(ContactSide& a, ContactSide& b, const StepInput& step) {
    if (!read(a, b)) return false;
    const PairInput pair = input(a, b, step);
    const bool areApart = method_->areStillApart(pair, memory);
    if (areApart && context.observer) {
        context.observer->see({*this, *method_, *context.meshBackend->narrowPhase, pair, settings(), contacts,
                               /*after*/ {}, memory, areApart});
    }
    return areApart;
}

void ConvexPair::find(ContactSide& a, ContactSide& b, const StepInput& step) {
    if (!(a.convex && b.convex) && !read(a, b)) return forget();
    findBy(*method_, *context.meshBackend->narrowPhase, input(a, b, step));
}

bool ConvexPair::read(ContactSide& a, ContactSide& b) {
    auto method = convexMethodOf(context, *a.wrap->getCollisionShape(), *b.wrap->getCollisionShape());
    if (method != method_) steady.forget();
    method_ = std::move(method);
    const bool isReadA = read(a, convexA_);
    return read(b, convexB_) && isReadA;
}

bool ConvexPair::read(ContactSide& side, CachedModel<ConvexModel>& cached) {
    const btCollisionShape& shape = *side.wrap->getCollisionShape();
    const std::shared_ptr<const ConvexModel> before = cached.model;  // keeps its address in use meanwhile
    update(processState().convexModels, shape, method_, context.reporter(), cached);
    if (before && cached.model != before) forget();
    if (!cached.model) return false;
    side.convex = cached.model.get();
    side.margin = context.settings.margins == Margins::zero ? 0 : shapeKind(shape).margin(shape);
    return true;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
