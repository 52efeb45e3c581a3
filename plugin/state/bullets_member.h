#pragma once

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Gives access to a member of a class of Bullet's that is not public: an explicit instantiation may name it.
/// Defines `Type& bulletsMember(Owner&)`, which is to be declared before.
template <class Owner, class Type, Type Owner::*Member>
struct BulletsMember {
    friend Type& bulletsMember(Owner& owner) { return owner.*Member; }
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
