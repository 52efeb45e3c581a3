#include "tests/words/table.h"

namespace ricochet::words {

const std::vector<Row>& rows() {
    static const std::vector<Row> table = {
        {{"reach", "reaches", "reached", "reaching", "reachable"},
         "speculative margin, query distance, extent; of verbs: extend, arrive, meet a bar",
         Where::names},
        {{"within"}, "query distance", Where::names},
        {{"ahead share", "aheadshare"}, "look-ahead fraction"},
        {{"advance", "advances", "advanced", "advancing", "advancement"},
         "rigid displacement, look-ahead, conservative advancement, step",
         Where::names},
        {{"skin", "skins"}, "linear slop", Where::names},
        {{"sketch", "sketches", "sketched"}, "packed face", Where::names},
        {{"rim", "rims"}, "adjacent tangents, boundary, circle, edge; of a bowl: lip"},
        {{"sieve", "sieves", "sieved"}, "filter stage"},
        {{"judge", "judges", "judged", "judging"}, "classify", Where::names},
        {{"verdict", "verdicts"}, "pair mask, classification"},
        {{"tip", "tips", "tipped", "tipping"}, "vertex contact, apex, vertex; of verbs: topple"},
        {{"far side", "far sides", "farside"}, "back side, opposite side"},
        {{"sheet", "sheets"}, "open surface"},
        {{"open ground", "openground"}, "open surface, terrain"},
        {{"way", "ways"}, "displacement, motion, direction, path, method, variant", Where::names},
        {{"whereabouts"}, "containment state"},
        {{"passage", "passages"}, "last separated state", Where::names},
        {{"is explained", "are explained"}, "has a shallow contact"},
        {{"is promised", "are promised"}, "is within the query distance"},
        {{"guard", "guards", "guarded", "guarding"}, "fattened AABB, bounding plane", Where::names},
        {{"near pair", "near pairs", "nearpairs"}, "Verlet list, close pairs"},
        {{"fence", "fences", "fenced", "fencing"}, "bounding plane"},
        {{"ball", "balls"}, "sphere, bounding-sphere proxy"},
        {{"newcomer", "newcomers"}, "unsorted bodies"},
        {{"stray", "strays", "strayed", "straying"}, "escaped; of verbs: drift"},
        {{"debt", "debts"}, "rebuild budget", Where::names},
        {{"meeting", "meetings"}, "overlap event (broad phase), impact (continuous)", Where::names},
        {{"tally", "tallies", "tallied"}, "statistics counter"},
        {{"kept"}, "cached, stored, remains", Where::names},
        {{"wanted"}, "requested", Where::names},
        {{"somewhere"}, "has finite state; of places: a place, a position", Where::names},
        {{"measurable"}, "bounded", Where::names},
        {{"creep", "creeps", "creeping", "crept"}, "allowed drift, drift"},
        {{"lift", "lifts", "lifted", "lifting"}, "offset, raise, force", Where::names},
        {{"leap", "leaps", "leapt", "leaping"}, "large motion, jump", Where::names},
        {{"tremble", "trembles", "trembled", "trembling"}, "jitter"},
        {{"dearer"}, "costlier"},
        {{"anyhow"}, "arbitrary, arbitrarily", Where::names},
        {{"who", "whom", "whoever", "whomever"}, "which; of bodies: a body that", Where::names},
        {{"border", "borders", "bordering"}, "edge, boundary edge, boundary", Where::names},
    };
    return table;
}

const std::vector<Exception>& exceptions() {
    static const std::vector<Exception> table = {
        {"conservative advancement", "Mirtich's name for the method"},
        {"before advancing the clock", "a quotation of paper 001"},
        {"hori advance", "the distance to the next letter in FreeType"},
        {"std advance", "the standard library's"},
        {"mark as advanced", "CMake's"},
        {"lock guard", "the standard library's"},
        {"guard variable", "the compiler's name for a symbol"},
        {"guard band", "OpenGL's clipping region"},
        {"gl clamp to border", "OpenGL's"},
        {"gl texture border color", "OpenGL's"},
        {"meshopt simplify lock border", "meshoptimizer's"},
        {"gl fence sync", "OpenGL's"},
        {"ball joint", "the mechanism's name"},
    };
    return table;
}

}  // namespace ricochet::words
