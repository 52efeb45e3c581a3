#pragma once

#include "demos/scenes/mesh_scene.h"

#include <map>

namespace ricochet::scenes {

/// A scene of bodies in a bowl: what is lost through it or over its lip stays lost by the same exit until it
/// is back inside.
class LippedScene : public MeshScene {
public:
    void beforeStep() override {
        MeshScene::beforeStep();
        for (auto& [body, place] : places_) place = placeOf(*body);
    }
    Place placeOf(const btRigidBody& body) const override {
        const auto before = places_.find(&body);
        if (before == places_.end()) return Place::inside;  // the bowl itself
        return placeAfter(before->second, body.getCenterOfMassPosition());
    }
    bool hasLip() const override { return true; }

protected:
    using MeshScene::MeshScene;

    /// A body that may be lost.
    void watch(const btRigidBody& body) { places_[&body] = Place::inside; }
    const std::map<const btRigidBody*, Place>& places() const { return places_; }

private:
    /// Where a body is now, given where it was.
    virtual Place placeAfter(Place before, const btVector3& position) const = 0;

    std::map<const btRigidBody*, Place> places_;
};

}  // namespace ricochet::scenes
