#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/text_table.h"

#include <array>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::app {

/// Curves of points over a common axis.
struct PageChart {
    struct Axis {
        std::string label;  ///< with its unit
        bool isLogarithmic = false;
    };
    struct Curve {
        std::string label;
        std::vector<std::array<double, 2>> points = {};
    };
    std::string title, subtitle;
    Axis x, y;
    std::vector<Curve> curves = {};
};

/// A page of text, tables, charts and pictures that opens in any browser, without a network. It is
/// readable on a phone and in print; more curves than can be told apart become several charts.
class ReportPage {
public:
    void addHeading(const std::string& text);
    /// Lines stay as they are.
    void addText(const std::string& text);
    /// The first row has the titles.
    void addTable(const std::string& caption, const TextTable& table);
    void addChart(const PageChart& chart);
    /// Of a PNG file, which the page contains; nothing if it cannot be read.
    void addPicture(const std::string& caption, const std::string& path);
    /// All parts of another page.
    void add(const ReportPage& other);
    /// This program, its compiler and the machine. `program`: its name and version.
    void addOrigin(const std::string& program);

    /// Writes the page; does nothing without a name.
    Result<void> write(const std::string& path, const std::string& title) const;

private:
    void addPart(const std::string& json);

    std::string parts_;  ///< JSON, separated by commas
};

/// Adds `--report`.
void addReport(CLI::App& app, std::string& report);

}  // namespace ricochet::app
