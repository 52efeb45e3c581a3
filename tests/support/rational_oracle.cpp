#include "tests/support/rational_oracle.h"

#include <gmpxx.h>

#include <utility>
#include <vector>

namespace ricochet::rational {
namespace {

using Row = std::vector<mpq_class>;

/// Is there an x >= 0 with equations * x = right sides (the last column, not negative)?
/// Dantzig's simplex method, first phase: each equation begins with a slack of its own, and the sum of the
/// slacks is brought down. Bland's rule (smallest index first) keeps it from going round in circles.
class Feasibility {
public:
    explicit Feasibility(std::vector<Row> equations) : rows_(std::move(equations)) {
        const std::size_t unknowns = rows_[0].size() - 1;
        basis_.assign(rows_.size(), unknowns);  // any index of a slack: it never comes back
        slackSum_.assign(unknowns + 1, 0);
        for (const Row& row : rows_) addMultiple(slackSum_, row, 1);
    }

    bool decide() {
        for (std::size_t column = entering(); column != unknowns(); column = entering()) {
            pivot(leaving(column), column);
        }
        return slackSum_.back() == 0;
    }

private:
    std::size_t unknowns() const { return slackSum_.size() - 1; }

    static void addMultiple(Row& to, const Row& from, const mpq_class& factor) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
    }

    /// The first unknown that lowers the sum of the slacks.
    std::size_t entering() const {
        std::size_t column = 0;
        while (column < unknowns() && slackSum_[column] <= 0) ++column;
        return column;
    }

    /// The equation that bounds the unknown first. There is one, since the sum of the slacks is bounded.
    std::size_t leaving(std::size_t column) const {
        std::size_t best = rows_.size();
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (rows_[r][column] <= 0) continue;
            const auto limit = [&](std::size_t row) -> mpq_class {
                return rows_[row].back() / rows_[row][column];
            };
            if (best == rows_.size() || limit(r) < limit(best) ||
                (limit(r) == limit(best) && basis_[r] < basis_[best])) {
                best = r;
            }
        }
        return best;
    }

    void pivot(std::size_t row, std::size_t column) {
        const mpq_class scale = 1 / rows_[row][column];
        for (mpq_class& entry : rows_[row]) entry *= scale;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (r != row && rows_[r][column] != 0) addMultiple(rows_[r], rows_[row], -rows_[r][column]);
        }
        addMultiple(slackSum_, rows_[row], -mpq_class(slackSum_[column]));
        basis_[row] = column;
    }

    std::vector<Row> rows_;
    std::vector<std::size_t> basis_;
    Row slackSum_;
};

}  // namespace

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    mpq_class m[3][3];
    for (int k = 0; k < 3; ++k) {
        m[0][k] = mpq_class(b[k]) - mpq_class(a[k]);
        m[1][k] = mpq_class(c[k]) - mpq_class(a[k]);
        m[2][k] = mpq_class(d[k]) - mpq_class(a[k]);
    }
    mpq_class determinant;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        determinant += m[0][k] * (m[1][i] * m[2][j] - m[1][j] * m[2][i]);
    }
    return sgn(determinant);
}

bool hullsMeet(std::span<const Vec3> a, std::span<const Vec3> b) {
    // sum of weightA_i a_i - sum of weightB_j b_j = 0, per coordinate; the weights of each sum up to 1
    std::vector<Row> equations(5, Row(a.size() + b.size() + 1, 0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (int k = 0; k < 3; ++k) equations[k][i] = a[i][k];
        equations[3][i] = 1;
    }
    for (std::size_t j = 0; j < b.size(); ++j) {
        for (int k = 0; k < 3; ++k) equations[k][a.size() + j] = -b[j][k];
        equations[4][a.size() + j] = 1;
    }
    equations[3].back() = 1;
    equations[4].back() = 1;
    return Feasibility(std::move(equations)).decide();
}

}  // namespace ricochet::rational
