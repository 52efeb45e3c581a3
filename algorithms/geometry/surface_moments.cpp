#include "algorithms/geometry/surface_moments.h"

#include <Eigen/Eigenvalues>

namespace ricochet {

Matrix3 principalAxes(const Matrix3& covariance) {
    Eigen::SelfAdjointEigenSolver<Matrix3> solver;
    solver.computeDirect(covariance);
    const Matrix3 axes = solver.eigenvectors().rowwise().reverse().transpose();
    return axes.allFinite() && axes.row(0).norm() > 0.5 ? orthonormal(axes) : Matrix3(Matrix3::Identity());
}

Matrix3 orthonormal(const Matrix3& rows) {
    Matrix3 q;
    q.row(0) = rows.row(0).normalized();
    Vec3 second = rows.row(1) - rows.row(1).dot(q.row(0)) * q.row(0);
    // A second axis along the first, or none: any perpendicular will do.
    if (!(second.norm() > 1e-6)) second = Vec3(q.row(0)).unitOrthogonal();
    q.row(1) = second.normalized();
    q.row(2) = Vec3(q.row(0)).cross(Vec3(q.row(1)));
    return q;
}

}  // namespace ricochet
