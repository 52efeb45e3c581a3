#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/blobs.h"
#include "demos/scenes/bounce.h"
#include "demos/scenes/bowls.h"
#include "demos/scenes/box_cloud_scene.h"
#include "demos/scenes/bullets.h"
#include "demos/scenes/chain.h"
#include "demos/scenes/complex_solids.h"
#include "demos/scenes/crowd.h"
#include "demos/scenes/drop.h"
#include "demos/scenes/erleben.h"
#include "demos/scenes/fine_bodies.h"
#include "demos/scenes/gears.h"
#include "demos/scenes/hulls.h"
#include "demos/scenes/jaws.h"
#include "demos/scenes/level.h"
#include "demos/scenes/masonry.h"
#include "demos/scenes/nut_bolt.h"
#include "demos/scenes/octree_tumble.h"
#include "demos/scenes/overlap.h"
#include "demos/scenes/parts_feeder.h"
#include "demos/scenes/pipes.h"
#include "demos/scenes/primitives.h"
#include "demos/scenes/scene.h"
#include "demos/scenes/slide.h"
#include "demos/scenes/soft_scenes.h"
#include "demos/scenes/spherical_dance.h"
#include "demos/scenes/tanker.h"
#include "demos/scenes/terrain.h"
#include "demos/scenes/tori_stack.h"
#include "demos/scenes/torpedo.h"
#include "demos/scenes/torus.h"

namespace ricochet::scenes {

namespace {

std::vector<SceneEntry> makeTable() {
    std::vector<SceneEntry> table = {
        // name, about, variants, make
        {"pipes",
         "a cube of interwoven pipes, 143,690 triangles; a copy 15 (or 40) times smaller falls to its centre",
         {"fifteenth", "fortieth"},
         makePipes},
        {"torus",
         "a wrinkled torus of 20,000 triangles round a stalagmite in a landscape of 98,000",
         {},
         makeTorus},
        {"torpedo",
         "a torpedo of 4,780 triangles comes to rest on the rollers of a pivot structure of 44,921",
         {},
         makeTorpedo},
        {"tori-stack",
         "ten stacked tori; one of 10 t or 1 t on one of 1 kg; four of 1 cm",
         {"flat", "ridge", "heavy", "heavy-1000", "small"},
         makeToriStack},
        {"chain", "ten hanging links, the first fixed", {"flat", "ridge", "heavy"}, makeChain},
        {"drop",
         "15 tori and 15 lumpy bodies fall into a mesh bowl",
         {"thick", "thin"},
         makeDrop,
         /*isOfAnyNumber*/ true},
        {"blobs",
         "soft-looking bodies, deformed by waves in every step, collide in a bowl; 2 or any number",
         {},
         makeBlobs,
         /*isOfAnyNumber*/ true},
        {"bin", "hundreds of tori fall into a bin", {}, makeBin, /*isOfAnyNumber*/ true},
        {"entangled",
         "tori that start in the same place separate",
         {},
         makeEntangled,
         /*isOfAnyNumber*/ true},
        {"bullets",
         "27 shards at up to 200 m/s in a room with walls of one millimetre, or round bodies and thicker "
         "walls",
         {"fast", "crowd", "slow", "round"},
         makeBullets},
        {"brick-wall", "55 bricks in ten courses without mortar", {"plain", "tongue"}, makeBrickWall},
        {"tower", "ten stacked bricks", {}, makeTower},
        {"arch", "eleven wedge-shaped stones in a half-circle", {}, makeArch},
        {"card-house", "seven cards", {}, makeCardHouse},
        {"slide", "a pushed block on a floor of 8,192 triangles or two", {"many", "two"}, makeSlide},
        {"bounce", "an elastic body falls flat on a floor", {"torus", "box", "sphere"}, makeBounce},
        {"overlap",
         "a torus starts half a tube deep in the floor or in another torus",
         {"floor", "torus"},
         makeOverlap},
        {"parts-feeder",
         "hundreds of nuts, bolts and brackets in a bowl with a spiral track that vibrates",
         {},
         makePartsFeeder,
         /*isOfAnyNumber*/ true},
        {"primitives",
         "Bullet's own shapes, for broad phases and for round shapes on meshes",
         {"boxes", "pyramids", "ragdolls", "convex-rain", "on-mesh", "round-on-hills"},
         makePrimitives,
         /*isOfAnyNumber*/ true},
        {"bowls", "ten nested conical bowls", {}, makeBowls},
        {"gears", "two involute gears on axles; a motor turns one, a brake holds the other", {}, makeGears},
        {"jaws", "two dental arches close on one another under a motor until they bite", {}, makeJaws},
        {"complex-solids",
         "an ellipsoid and a knot, two ellipsoids or two knots: figure 3 of Myszkowski, Okunev and Kunii",
         {"a", "b", "c"},
         makeComplexSolids,
         /*isOfAnyNumber*/ false,
         /*isOfAnySize*/ true},
        {"nut-bolt",
         "a nut turns down a bolt by its own weight; with friction it stays",
         {"procedural", "fine", "friction", "m16"},
         makeNutBolt},
        {"twins",
         "two pairs of linked or stacked tori of 20,000 triangles each, or four nested dishes",
         {"linked", "stacked", "nested"},
         makeTwins},
        {"scan-pile",
         "twenty scans of 69,620 triangles each fall into a mesh bowl",
         {},
         makeScanPile,
         /*isOfAnyNumber*/ true},
        {"level",
         "bodies move through the rooms and down the stairs of a level, 200,000 triangles or any number",
         {},
         makeLevel,
         /*isOfAnyNumber*/ true,
         /*isOfAnySize*/ true},
        {"terrain",
         "a body rolls over a terrain that is dug in front of it, 500,000 triangles or any number",
         {},
         makeTerrain,
         /*isOfAnyNumber*/ true,
         /*isOfAnySize*/ true},
        {"octree-tumble",
         "a tumbling space shuttle or head and, beside it, its moved octree",
         {"shuttle", "head"},
         makeOctreeTumble},
        {"spherical-dance",
         "two bodies attracted by one point bounce off one another: the pairs of paper 004's figure 12",
         {"ant-spider", "tree-car", "statue-tower"},
         makeSphericalDance},
        {"tanker",
         "a roller drives to and fro along a corridor of an oil tanker of 106,703 to 181,972 triangles, or "
         "any number",
         tankerVariants(), makeTanker,
         /*isOfAnyNumber*/ false,
         /*isOfAnySize*/ true},
    };
    for (const auto& family :
         {hullScenes(), erlebenScenes(), boxCloudScenes(), softScenes(), analyticScenes()}) {
        table.insert(table.end(), family.begin(), family.end());
    }
    return table;
}

}  // namespace

const std::vector<SceneEntry>& sceneTable() {
    static const std::vector<SceneEntry> table = makeTable();
    return table;
}

}  // namespace ricochet::scenes
