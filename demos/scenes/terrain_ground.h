#pragma once

#include "demos/scenes/height_field.h"
#include "demos/scenes/scene.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

namespace ricochet::scenes {

/// A square heightfield about the origin, which can be dug.
class TerrainGround {
public:
    /// Hills of about so many triangles.
    explicit TerrainGround(int triangles);
    explicit TerrainGround(HeightField field);
    TerrainGround(const TerrainGround&) = delete;
    TerrainGround& operator=(const TerrainGround&) = delete;

    btHeightfieldTerrainShape& shape() { return shape_; }
    /// Metres, from the middle to each side.
    double half() const { return field_.spacing / 2 * (samples_ - 1); }
    const HeightField& field() const { return field_; }
    /// The height of the sample nearest to a position.
    double heightAt(double x, double z) const { return at(index(x), index(z)); }

    struct Box {
        btVector3 minimum, maximum;
    };
    /// Lowers the samples within a distance of a position, most in the middle; returns the changed box.
    Box dig(double x, double z, double radius, double depth);

    /// The part within a distance of a position along both axes, as a closed slab.
    SceneMesh slabAbout(double x, double z, double halfWidth) const;

    static constexpr double kSpacing = 0.25;  ///< metres between samples of hills
    static constexpr double kMost = 2;        ///< metres: no sample of hills is higher or deeper

private:
    int index(double along) const;
    double along(int index) const { return field_.spacing * index - half(); }
    float& at(int i, int k) {
        return field_.heights[std::size_t(k) * std::size_t(samples_) + std::size_t(i)];
    }
    float at(int i, int k) const { return const_cast<TerrainGround&>(*this).at(i, k); }

    HeightField field_;
    const int samples_;  // along each side
    btHeightfieldTerrainShape shape_;
};

}  // namespace ricochet::scenes
