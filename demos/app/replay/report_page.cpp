#include "demos/app/replay/report_page.h"

#include "demos/app/output_file.h"
#include "demos/app/replay/assets.h"
#include "demos/app/replay/page_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace ricochet::app {
namespace {

using Part = nlohmann::ordered_json;

std::string processorName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

std::string systemName() {
    std::ifstream release("/etc/os-release");
    for (std::string line; std::getline(release, line);) {
        if (line.starts_with("PRETTY_NAME=\"")) return line.substr(13, line.size() - 14);
    }
    return "unknown";
}

}  // namespace

void ReportPage::addPart(const std::string& json) { parts_ += (parts_.empty() ? "" : ",") + json; }

void ReportPage::addHeading(const std::string& text) {
    addPart(scriptText(Part{{"kind", "heading"}, {"text", text}}));
}

void ReportPage::addText(const std::string& text) {
    addPart(scriptText(Part{{"kind", "text"}, {"text", text}}));
}

void ReportPage::addTable(const std::string& caption, const TextTable& table) {
    if (!table.empty()) addPart(scriptText(Part{{"kind", "table"}, {"caption", caption}, {"rows", table}}));
}

void ReportPage::addChart(const PageChart& chart) {
    Part curves = Part::array();
    for (const PageChart::Curve& curve : chart.curves)
        curves.push_back({{"label", curve.label}, {"points", curve.points}});
    addPart(scriptText(Part{{"kind", "chart"},
                            {"title", chart.title + (chart.subtitle.empty() ? "" : ": " + chart.subtitle)},
                            {"x", chart.x.label},
                            {"y", chart.y.label},
                            {"logX", chart.x.isLogarithmic},
                            {"logY", chart.y.isLogarithmic},
                            {"curves", curves}}));
}

void ReportPage::addPicture(const std::string& caption, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return;
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    addPart(scriptText(Part{{"kind", "picture"}, {"caption", caption}, {"data", base64(bytes)}}));
}

void ReportPage::add(const ReportPage& other) {
    if (!other.parts_.empty()) addPart(other.parts_);
}

void ReportPage::addOrigin(const std::string& program) {
    addTable("Where these numbers come from", {{"what", "which"},
                                               {"program", program},
                                               {"compiler", __VERSION__},
                                               {"processor", processorName()},
                                               {"system", systemName()}});
}

Result<void> ReportPage::write(const std::string& path, const std::string& title) const {
    if (path.empty()) return {};
    std::string page(kReportTemplate);
    fill(page, "HEAD", kPageHead);
    fill(page, "CHART_STYLE", kChartStyle);
    fill(page, "LICENSES", kChartLicence);
    fill(page, "CHARTS", kChartScript);
    fill(page, "REPORT", kReportScript);
    fill(page, "DATA", "{\"title\":" + scriptText(Part(title)) + ",\"parts\":[" + parts_ + "]}");
    return writeFile(path, page);
}

void addReport(CLI::App& app, std::string& report) {
    app.add_option("--report", report, "file for a page with tables, charts and pictures, without a network")
        ->check(kWritable);
}

}  // namespace ricochet::app
