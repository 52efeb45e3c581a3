#include "demos/mesh_files/polygon.h"

#include <GL/glu.h>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

namespace ricochet {
namespace {

/// Newell's: its length is twice the polygon's area. Zero if the area is.
Vec3 meanNormal(std::span<const Vec3> corners) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 2; i < corners.size(); ++i) {
        sum += (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
    }
    return sum;
}

/// Whether the triangles of a fan all face along the normal and go less than once round.
bool isFan(std::span<const Vec3> corners, const Vec3& normal) {
    Real angle = 0;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Vec3 first = corners[i - 1] - corners[0], second = corners[i] - corners[0];
        const Real area = first.cross(second).dot(normal) / normal.norm();
        if (area < 0) return false;
        angle += std::atan2(area, first.dot(second));
    }
    return angle < 2 * std::numbers::pi_v<Real>;
}

std::vector<PolygonTriangle> fan(std::size_t corners) {
    std::vector<PolygonTriangle> triangles;
    for (std::uint32_t i = 2; i < corners; ++i) triangles.push_back({0, i - 1, i});
    return triangles;
}

class Tessellation {
public:
    Tessellation() : tessellator_(gluNewTess()) {
        set(GLU_TESS_BEGIN_DATA, [](GLenum, void*) {});
        // A callback for edge flags makes the tessellator write separate triangles.
        set(GLU_TESS_EDGE_FLAG_DATA, [](GLboolean, void*) {});
        set(GLU_TESS_VERTEX_DATA, [](void* corner, void* self) {
            static_cast<Tessellation*>(self)->corners_.push_back(
                static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(corner)));
        });
        set(GLU_TESS_COMBINE_DATA, [](GLdouble*, void** corners, GLfloat*, void** combined, void* self) {
            static_cast<Tessellation*>(self)->crosses_ = true;
            *combined = corners[0];
        });
        set(GLU_TESS_ERROR_DATA,
            [](GLenum, void* self) { static_cast<Tessellation*>(self)->crosses_ = true; });
    }

    Result<std::vector<PolygonTriangle>> run(std::span<const Vec3> corners, const Vec3& normal) {
        gluTessNormal(tessellator_.get(), normal.x(), normal.y(), normal.z());
        gluTessBeginPolygon(tessellator_.get(), this);
        gluTessBeginContour(tessellator_.get());
        for (std::size_t i = 0; i < corners.size(); ++i) {
            Vec3 corner = corners[i];
            gluTessVertex(tessellator_.get(), corner.data(), reinterpret_cast<void*>(std::uintptr_t{i}));
        }
        gluTessEndContour(tessellator_.get());
        gluTessEndPolygon(tessellator_.get());
        if (crosses_ || corners_.size() != 3 * (corners.size() - 2))
            return tl::unexpected<std::string>("the outline of a face crosses or touches itself");
        std::vector<PolygonTriangle> triangles;
        for (std::size_t i = 0; i < corners_.size(); i += 3) {
            triangles.push_back({corners_[i], corners_[i + 1], corners_[i + 2]});
        }
        return triangles;
    }

private:
    template <class Callback>
    void set(GLenum which, Callback callback) {
        gluTessCallback(tessellator_.get(), which, reinterpret_cast<void (*)()>(+callback));
    }

    struct Delete {
        void operator()(GLUtesselator* tessellator) const { gluDeleteTess(tessellator); }
    };
    std::unique_ptr<GLUtesselator, Delete> tessellator_;
    std::vector<std::uint32_t> corners_;  ///< three of each triangle
    bool crosses_ = false;
};

}  // namespace

Result<std::vector<PolygonTriangle>> triangulate(std::span<const Vec3> corners) {
    const Vec3 normal = meanNormal(corners);
    if (corners.size() == 3 || normal.isZero(0) || isFan(corners, normal)) return fan(corners.size());
    return Tessellation().run(corners, normal);
}

}  // namespace ricochet
