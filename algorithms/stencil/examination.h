#pragma once

#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/passes.h"

#include <optional>

namespace ricochet::stencil {

/// The paper's algorithm that evaluates the stencil images.
enum class Method {
    basic,       ///< section 4: A and B are convex
    extended,    ///< section 5, extensions 1 and 2
    simplified,  ///< section 5, extensions 1' and 2': one bit instead of counters
};

/// How the stencil images are evaluated.
enum class Examiner {
    byRenderer,  ///< `compute` on a GPU, where every read-back is a wait; `readBack` where a CPU draws
    readBack,    ///< the CPU, as in the paper
    compute,     ///< a compute shader; counts, and the map if requested, are read back
    occlusion,   ///< a fragment shader and occlusion queries; two bits are read back
};

/// The passes that the images contain: after the first, pixels that need the second are undecided.
enum class Seen { firstPass, bothPasses };

/// The result of an examination.
struct Findings {
    bool collides = false;
    bool isUndecided = false;  ///< some pixel is
    PixelCounts counts{};      ///< zeros by occlusion queries, which do not count
};

/// The case for every two stencil values of a pixel, shared by all examiners.
using CaseTable = std::vector<PixelCase>;  ///< [farEnd * 256 + nearEnd]
CaseTable makeCaseTable(Method method, Seen seen);

/// Examines the stencil images of `Targets`. On the OpenGL thread.
class Examination {
public:
    static Result<Examination> create();

    /// Yes or no, by the selected examiner; also `map`, if it is not null. If a pixel is undecided after both
    /// passes, the image `Targets::cases` also contains the map.
    Findings examine(Examiner examiner, Method method, Seen seen, const Targets& targets,
                     const Passes& passes, CollisionMap* map);

    /// The first `count` slices after both passes, by compute; `maps`, if not empty, receives as many maps.
    std::vector<Findings> examineSlices(Method method, const Targets& targets, std::size_t count,
                                        std::span<CollisionMap> maps);

    /// A slice of `Targets::cases`.
    static CollisionMap readCases(const Targets& targets, std::uint32_t slice = 0);
    static void writeCases(const Targets& targets, std::uint32_t slice, const CollisionMap& map);

private:
    Examination(gl::Program compute, gl::Program query)
        : compute_(std::move(compute)), query_(std::move(query)) {}
    Findings readBack(const CaseTable& table, Seen seen, const Targets& targets, CollisionMap* map) const;
    void bind(const Targets& targets, std::size_t table) const;
    std::vector<Findings> compute(const Targets& targets, std::size_t count, std::span<CollisionMap> maps);
    void reserveResults(std::size_t bytes);
    Findings occlusion(const Targets& targets, const Passes& passes) const;
    int indexOf(Method method, Seen seen) const {
        return 2 * static_cast<int>(method) + static_cast<int>(seen);
    }

    gl::Program compute_, query_;
    std::vector<CaseTable> tables_;
    std::vector<gl::Object> tableImages_;
    gl::Object histogram_;
    std::size_t histogramBytes_ = 0;
    gl::MappedBuffer results_;  ///< what `compute` reads back: counts, then maps
    std::array<gl::Object, 2> queries_;
};

}  // namespace ricochet::stencil
