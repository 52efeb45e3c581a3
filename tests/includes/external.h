// Precompiled for tests/includes/run: headers that are not ours and that many files include, and what many
// files instantiate of Eigen, which takes a third of the time.
#include <Eigen/Geometry>
#include <btBulletDynamicsCommon.h>
#include <tl/expected.hpp>

inline double instantiateEigen(Eigen::Vector3d a, Eigen::Vector3d b, Eigen::Matrix3d m, double s) {
    a = a.cwiseMin(b).cwiseMin(a);
    a = a.cwiseMax(b).cwiseMax(a);
    a = a.cwiseMin(b);
    a = a.cwiseMax(b);
    a = 0.5 * (a + b);
    a = b - a;
    a = a - Eigen::Vector3d::Constant(s);
    a = a + Eigen::Vector3d::Constant(s);
    a = a - s * a.cwiseAbs();
    a = a + s * a.cwiseAbs();
    a = a + s * b;
    a = a + s * b + s * a;
    a = a + s * b + s * a + s * b;
    a = a + s * (s * a - s * b);
    a = s * a - s * b;
    a = s * (a - b);
    a = (a - b).normalized();
    a = a.normalized();
    a = -a;
    a = a / s;
    a = (a - b) / s;
    a = a.cross(b);
    a = (a - b).cross(b - a);
    a = a.cross(b - a);
    a = a.cwiseProduct(b);
    a = m * a;
    a = m * (a - b);
    a = m * a + b;
    a = m.transpose() * a;
    a = m.transpose() * (a - b);
    a = m.inverse() * a;
    a = m.inverse() * (a - b);
    a = m.cwiseAbs() * a;
    a += b;
    a += s * b;
    a -= b;
    a -= s * b;
    a *= s;
    a /= s;
    m = m * m;
    m = m.transpose() * m;
    m = Eigen::AngleAxisd(s, a).toRotationMatrix();
    m = Eigen::AngleAxisd(s, a) * m;
    const Eigen::Vector3f c = a.cast<float>();
    a = c.cast<double>();
    const bool isAll = (a.array() <= b.array()).all() && !(a.array() > b.array()).any() && a.allFinite() &&
                       a == b && !a.isZero();
    return a.dot(b) + a.dot(b - a) + a.norm() + a.squaredNorm() + (a - b).norm() + (a - b).squaredNorm() +
           (a - b).cwiseMax(b - a).cwiseMax(0).squaredNorm() + a.cwiseAbs().maxCoeff() + a.maxCoeff() +
           a.minCoeff() + a.cwiseAbs().dot(0.5 * b) + a.cross(b).norm() + (a - b).dot(a - b) + isAll;
}
