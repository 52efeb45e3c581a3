#include "demos/scenes/analytic/analytic_scenes.h"

namespace ricochet::scenes {

std::vector<SceneEntry> analyticScenes() {
    return {
        {"laws/ring-on-rod", "a ring swings on a rod", {"512", "64", "128", "256", "1024"}, makeRingOnRod},
        {"laws/rolling-torus",
         "a torus rolls ten metres on a plane",
         {"flat-64", "flat-128", "flat-256", "ridge-64", "ridge-128", "ridge-256"},
         makeRollingTorus},
        {"laws/rolling-sphere",
         "a sphere of 5,120 or 20,480 faces rolls down a slope of the given degrees",
         {"5120-15", "5120-5", "5120-30", "20480-5", "20480-15", "20480-30"},
         makeRollingSphere},
        {"laws/rolling-small",
         "a sphere of 3 or 10 cm and of 5,120 or 20,480 faces rolls on a level floor",
         {"3cm-5120", "3cm-20480", "10cm-5120"},
         makeRollingSmall},
        {"laws/spin",
         "a wheel spins on a smooth floor, at the given rad/s",
         {"80", "13", "30", "200"},
         makeSpinningWheel},
        {"laws/peg",
         "a peg of 20 mm falls into a hole that is wider by the given per cent",
         {"round-1", "round-0.3", "round-0.1", "square-1", "square-0.3", "square-0.1", "key-1", "key-0.3",
          "key-0.1"},
         makePeg},
        {"laws/slope", "a block slides down a slope of the given degrees", {"20", "35"}, makeSlope},
        {"laws/cradle",
         "the first of five tori in a row hits the others, which are apart or touch",
         {"apart", "touching"},
         makeCradle},
        {"laws/top", "a leaning top precesses", {}, makeTop},
        {"laws/seams",
         "a body slides over a floor of tiles: several bodies, parts of a body, or of a mesh",
         {"bodies-cube", "bodies-box", "bodies-sphere", "compound-cube", "compound-box", "compound-sphere",
          "mesh-cube", "mesh-box", "mesh-sphere"},
         makeSeams},
        {"laws/cups", "so many nested thin cups rest at their pitch", {"2", "3", "5", "10"}, makeCups},
        {"laws/notch",
         "a beam of 40 mm falls into a notch that is wider by the given per cent",
         {"0.5", "0.25", "0.1"},
         makeNotch},
        {"laws/gripper",
         "two fingers raise a load with the given multiple of the force that friction needs",
         {"box-3.4", "box-1.2", "box-0.9", "box-0.68", "torus-3.4", "torus-1.2", "torus-0.9", "torus-0.68"},
         makeGripper},
        {"laws/bearing", "a race turns on eight spheres, at the given rad/s", {"2.5", "5"}, makeBearing},
    };
}

}  // namespace ricochet::scenes
