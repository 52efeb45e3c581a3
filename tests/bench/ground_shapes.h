#pragma once

#include <BulletCollision/CollisionShapes/btTriangleMesh.h>

#include <memory>
#include <string>
#include <vector>

class btCollisionShape;

namespace ricochet::bench {

inline constexpr int kLinks = 8;  ///< of an arm, and of a robot: the first is its base

std::vector<std::string> groundShapes();
/// "landscape": hills of 0.6 m, 7,200 triangles on 30 m; "quad": two triangles of that size.
std::vector<std::string> grounds();

std::unique_ptr<btTriangleMesh> groundMesh(const std::string& ground);
double groundHeight(const std::string& ground, double x, double z);  ///< metres

/// `body`: hulls and links differ from body to body. A robot's base is wide, its other links are an arm's.
std::unique_ptr<btCollisionShape> shapeOf(const std::string& name, int body);
/// The links of an arm lie along their y axes; metres from the middle to the hinges at both ends.
double halfLength(int link);

}  // namespace ricochet::bench
