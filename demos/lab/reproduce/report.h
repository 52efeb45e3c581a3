#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/replay/report_page.h"
#include "demos/app/text_table.h"
#include "demos/lab/reproduce/claims.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace ricochet::lab {

using namespace app;

/// The results of a paper's experiments: printed, and written to a folder if one is given.
class Report {
public:
    /// Without a folder it only prints. Creates the folder; an error if it is not writable. A quick run does
    /// not decide claims about times.
    static Result<Report> create(const std::string& paper, const std::string& folder, bool isQuick = false);

    /// Prints a paragraph; in the folder it is added to PAPER.txt.
    void say(const std::string& text);
    /// A heading and a table below it.
    void say(const std::string& heading, const TextTable& table, Alignment alignment = Alignment::right);

    /// Adds a row to the paper's claims, which `sayClaims` prints after the experiments.
    void add(Claim claim);
    void add(const std::vector<Claim>& claims);
    const std::vector<Claim>& claims() const { return claims_; }
    /// Prints the claims as one table; nothing if there are none.
    void sayClaims();

    /// PAPER-NAME.csv in the folder.
    Result<void> write(const std::string& name, const TextTable& table) const;
    /// A page shows it after the experiment's tables, which have its numbers too.
    void add(const PageChart& chart) { page_.addChart(chart); }
    /// PAPER-NAME.png in the folder; empty without a folder. A page shows it after the experiments.
    std::string picturePath(const std::string& name);

    /// Adds what was said, the charts and the pictures to a page.
    void addTo(ReportPage& page) const;

private:
    Report(std::string paper, std::filesystem::path folder)
        : paper_(std::move(paper)), folder_(std::move(folder)) {}

    void print(const std::string& text);
    std::string pathOf(const std::string& ending) const;

    std::string paper_;
    bool isQuick_ = false;
    std::filesystem::path folder_;  ///< empty: none
    std::ofstream text_;
    std::vector<Claim> claims_;
    ReportPage page_;
    std::vector<std::string> pictures_;  ///< names
};

}  // namespace ricochet::lab
