#include "demos/lab/reproduce/report.h"

#include "demos/app/output_file.h"

#include <algorithm>
#include <iostream>

namespace ricochet::lab {

Result<Report> Report::create(const std::string& paper, const std::string& folder, bool isQuick) {
    Report report(paper, folder);
    report.isQuick_ = isQuick;
    if (folder.empty()) return report;
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    report.text_.open(report.pathOf(".txt"));
    if (!report.text_) return tl::unexpected("--out: " + folder + ": the folder cannot be written");
    return report;
}

std::string Report::pathOf(const std::string& ending) const {
    return folder_.empty() ? "" : (folder_ / (paper_ + ending)).string();
}

void Report::say(const std::string& text) {
    page_.addText(text);
    print(text);
}

void Report::print(const std::string& text) {
    std::cout << text << '\n' << std::flush;
    text_ << text << '\n' << std::flush;
}

void Report::say(const std::string& heading, const TextTable& table, Alignment alignment) {
    std::string lines = aligned(table, alignment);
    lines.pop_back();
    print("\n" + heading + "\n" + lines);
    page_.addTable(heading, table);
}

void Report::add(Claim claim) {
    claim.paper = paper_;
    if (isQuick_ && claim.isTimed) {
        claim.holds = Holds::notMeasured;
        claim.reason = "a quick run is too short for times";
    }
    claims_.push_back(std::move(claim));
}

void Report::add(const std::vector<Claim>& claims) {
    for (const Claim& claim : claims) add(claim);
}

void Report::sayClaims() {
    if (claims_.empty()) return;
    say(paper_ + ": " + summary(claims_), tableOf(claims_), Alignment::left);
}

Result<void> Report::write(const std::string& name, const TextTable& table) const {
    return writeFile(pathOf("-" + name + ".csv"), commaSeparated(table));
}

std::string Report::picturePath(const std::string& name) {
    if (std::find(pictures_.begin(), pictures_.end(), name) == pictures_.end()) pictures_.push_back(name);
    return pathOf("-" + name + ".png");
}

void Report::addTo(ReportPage& page) const {
    page.addHeading(paper_);
    page.add(page_);
    for (const std::string& name : pictures_)
        page.addPicture(paper_ + ", " + name, pathOf("-" + name + ".png"));
}

}  // namespace ricochet::lab
