#pragma once

#include "demos/window/painter.h"

#include <LinearMath/btIDebugDraw.h>

#include <vector>

namespace ricochet::window {

/// Keeps the lines and points that Bullet and `ricochet::debugDraw` draw.
class LineDrawer final : public btIDebugDraw {
public:
    std::vector<LineEnd> lines, points;
    btScalar normalLength = 0;  ///< metres, of contacts

    void restart(btScalar lengthOfNormals) {
        lines.clear();
        points.clear();
        normalLength = lengthOfNormals;
    }

    void drawLine(const btVector3& from, const btVector3& to, const btVector3& colour) override {
        lines.push_back(end(from, colour));
        lines.push_back(end(to, colour));
    }
    void drawContactPoint(const btVector3& point, const btVector3& normal, btScalar, int,
                          const btVector3& colour) override {
        points.push_back(end(point, colour));
        drawLine(point, point + normalLength * normal, colour);
    }
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int mode) override { mode_ = mode; }
    int getDebugMode() const override { return mode_; }

private:
    static view::Point point(const btVector3& v) { return {float(v.x()), float(v.y()), float(v.z())}; }
    static LineEnd end(const btVector3& at, const btVector3& colour) { return {point(at), point(colour)}; }

    int mode_ = DBG_NoDebug;
};

}  // namespace ricochet::window
