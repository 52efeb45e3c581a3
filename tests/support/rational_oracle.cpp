#include "tests/support/rational_oracle.h"

#include <gmpxx.h>

#include <algorithm>
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

struct FlatPoint {
    mpq_class x, y;
};
using FlatPolygon = std::vector<FlatPoint>;

FlatPoint flat(const Vec3& p, int dropped) {
    return {mpq_class(p[(dropped + 1) % 3]), mpq_class(p[(dropped + 2) % 3])};
}

mpq_class doubleArea(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// What of a convex polygon is on one side (sign 1: left, -1: right) of the line from a to b.
FlatPolygon halfOf(const FlatPolygon& polygon, const FlatPoint& a, const FlatPoint& b, int sign) {
    FlatPolygon half;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const FlatPoint &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
        const mpq_class atP = sign * doubleArea(a, b, p), atQ = sign * doubleArea(a, b, q);
        if (atP >= 0) half.push_back(p);
        if (atP * atQ < 0) {
            const mpq_class t = atP / (atP - atQ);
            half.push_back({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
        }
    }
    return half;
}

bool hasArea(const FlatPolygon& polygon) {
    mpq_class sum;
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
        sum += doubleArea(polygon[0], polygon[k], polygon[k + 1]);
    }
    return sum != 0;
}

/// Cuts a triangle out of convex pieces.
std::vector<FlatPolygon> without(const std::vector<FlatPolygon>& pieces, std::array<FlatPoint, 3> t) {
    if (doubleArea(t[0], t[1], t[2]) == 0) return pieces;
    if (doubleArea(t[0], t[1], t[2]) < 0) std::swap(t[1], t[2]);
    std::vector<FlatPolygon> left;
    for (FlatPolygon rest : pieces) {
        for (std::size_t k = 0; k < 3; ++k) {
            FlatPolygon outside = halfOf(rest, t[k], t[(k + 1) % 3], -1);
            if (hasArea(outside)) left.push_back(std::move(outside));
            rest = halfOf(rest, t[k], t[(k + 1) % 3], 1);
        }
    }
    return left;
}

}  // namespace

bool coversPolygon(std::span<const Triangle> triangles, std::span<const Vec3> polygon, int dropped) {
    std::vector<FlatPolygon> left(1);
    for (const Vec3& corner : polygon) left[0].push_back(flat(corner, dropped));
    for (const Triangle& t : triangles) {
        left = without(left, {flat(t[0], dropped), flat(t[1], dropped), flat(t[2], dropped)});
    }
    return left.empty();
}

bool coversSegment(std::span<const std::array<Vec3, 2>> segments, const Vec3& begin, const Vec3& end) {
    // along (end - begin), each point has a rational place
    const auto placeOf = [&](const Vec3& p) {
        mpq_class place;
        for (int k = 0; k < 3; ++k) {
            place += (mpq_class(p[k]) - mpq_class(begin[k])) * (mpq_class(end[k]) - mpq_class(begin[k]));
        }
        return place;
    };
    std::vector<std::pair<mpq_class, mpq_class>> left = {{0, placeOf(end)}};
    for (const auto& [p, q] : segments) {
        const mpq_class low = std::min(placeOf(p), placeOf(q)), high = std::max(placeOf(p), placeOf(q));
        std::vector<std::pair<mpq_class, mpq_class>> rest;
        for (const auto& [from, to] : left) {
            if (from < std::min(to, low)) rest.emplace_back(from, std::min(to, low));
            if (std::max(from, high) < to) rest.emplace_back(std::max(from, high), to);
        }
        left = std::move(rest);
    }
    return left.empty();
}

bool areCollinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (int dropped = 0; dropped < 3; ++dropped) {
        if (doubleArea(flat(a, dropped), flat(b, dropped), flat(c, dropped)) != 0) return false;
    }
    return true;
}

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
