// The experiment of Lin, Manocha, Cohen, Gottschalk, Collision Detection: Algorithms and Applications, 1996,
// section 3, Graphs 1 to 6: fixed against dynamic boxes in a simulation of many objects, while one parameter
// after the other is varied. The objects are ellipsoids that fly and turn; pairs whose boxes overlap are
// tested exactly: by the closest features of the last step, as in the paper's system, and by a tree.
#pragma once

#include "algorithms/geometry/mesh.h"

#include <functional>
#include <random>
#include <vector>

namespace ricochet::lab::sweep_graphs {

struct Parameters {
    Index objects = 400;
    Index rings = 8;            ///< of an ellipsoid: 4 rings² triangles
    Real velocity = 1;          ///< metres per second
    Real turning = 1;           ///< radians per second
    Real volumePerObject = 60;  ///< m³ of the room
    Real elongation = 2;        ///< longest by shortest half axis; the longest is 1 m
};

std::shared_ptr<Mesh> ellipsoid(const Parameters& parameters);

struct Object {
    Pose pose;
    Vec3 velocity, axis;
};

/// Objects in a cubic room that bounce off its walls, 30 steps a second.
class Flight {
public:
    explicit Flight(const Parameters& parameters);
    void step();
    const std::vector<Object>& objects() const { return objects_; }

private:
    Parameters parameters_;
    Real side_;
    std::vector<Object> objects_;
};

struct Costs {
    double boxes = 0, sweep = 0;     ///< milliseconds a step
    double features = 0, trees = 0;  ///< of the exact test, by either method; milliseconds a step
    double pairs = 0, contacts = 0;  ///< a step
    double total(double exact) const { return boxes + sweep + exact; }
};

/// `isFixed`: with the paper's fixed boxes, else with its dynamic ones. An error if the two exact tests led
/// to different contacts.
Result<Costs> measure(const Parameters& parameters, bool isFixed, int steps);

/// One graph: what is varied, and its values.
struct Graph {
    const char* parameter;
    std::vector<double> values;
    void (*set)(Parameters&, double);
};
const std::vector<Graph>& graphs();

/// The measurements of one value, with both kinds of boxes.
struct Row {
    int graph;  ///< from 1 on
    const char* parameter;
    double value;
    Costs fixed, dynamic;
};

/// All rows of all graphs, each passed to `report` when it is complete. An error if the two kinds of boxes or
/// the two exact tests led to different contacts.
Result<std::vector<Row>> measureGraphs(int steps, const std::function<void(const Row&)>& report);

}  // namespace ricochet::lab::sweep_graphs
