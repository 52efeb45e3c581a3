#include "demos/window/panel.h"

#include "demos/app/broad_phases.h"
#include "plugin/backends.h"

#include <algorithm>
#include <cstdio>
#include <imgui.h>
#include <vector>

namespace ricochet::window {
namespace {

constexpr float kWidth = 280;  // pixels
constexpr int kDeepestLevel = 12;

/// Returns the name that the user chose, or an empty one.
std::string chosen(const char* label, const std::string& current, const std::vector<std::string>& names) {
    std::string choice;
    if (!ImGui::BeginCombo(label, current.c_str())) return choice;
    for (const std::string& name : names) {
        if (ImGui::Selectable(name.c_str(), name == current)) choice = name;
    }
    ImGui::EndCombo();
    return choice;
}

void plot(const Session& session, const char* name, const char* unit, float Measured::*value) {
    std::vector<float> values;
    float most = 0;
    for (std::size_t i = 0; i < session.moments(); ++i) {
        values.push_back(session.measured(i).*value);
        most = std::max(most, values.back());
    }
    char text[96];
    std::snprintf(text, sizeof text, "%s: %.3g %s (to %.3g)", name, double(values[session.moment()]), unit,
                  double(most));
    ImGui::PlotLines("", values.data(), static_cast<int>(values.size()), 0, text, 0, std::max(most, 1e-6f),
                     ImVec2(0, 44));
}

}  // namespace

int Panel::draw(Session& session, Shown& shown, int height) {
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(kWidth, static_cast<float>(height)));
    const bool isOpen =
        ImGui::Begin("Ricochet", nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    ImGui::PushItemWidth(150);
    drawTime(session);
    ImGui::Separator();
    ImGui::Checkbox("contacts (c)", &shown.contacts);
    ImGui::SameLine(150);
    ImGui::Checkbox("impulses (i)", &shown.impulses);
    ImGui::Checkbox("face pairs (f)", &shown.facePairs);
    ImGui::SameLine(150);
    ImGui::Checkbox("mesh edges (e)", &shown.edges);
    ImGui::Checkbox("boxes (b)", &shown.boxes);
    ImGui::SameLine(150);
    ImGui::Checkbox("joints (j)", &shown.joints);
    ImGui::Checkbox("regions (r)", &shown.regions);
    ImGui::SameLine(150);
    ImGui::Checkbox("broad phase (p)", &shown.broadPhase);
    ImGui::Checkbox("cut ground (g)", &shown.isCut);
    ImGui::SameLine(150);
    ImGui::Checkbox("fine light (l)", &shown.isFine);
    ImGui::SliderInt("tree depth", &shown.treeDepth, -1, kDeepestLevel, shown.treeDepth < 0 ? "none" : "%d");
    ImGui::Separator();
    drawAlgorithms(session);
    ImGui::Separator();
    drawPlots(session);
    ImGui::Separator();
    ImGui::TextWrapped(
        "Drag a body, or the background to turn; right button moves, wheel zooms. t throws a body, v views "
        "all.");
    if (!error_.empty()) ImGui::TextWrapped("%s", error_.c_str());
    ImGui::End();
    return isOpen ? static_cast<int>(kWidth) : 0;
}

void Panel::drawTime(Session& session) {
    ImGui::Text("%.2f s", session.seconds());
    ImGui::SameLine(70);
    if (ImGui::Button(session.isPaused ? "Run (space)" : "Pause (space)"))
        session.isPaused = !session.isPaused;
    ImGui::SameLine();
    if (ImGui::Button("Step (.)")) session.step();
    auto speed = static_cast<float>(session.speed);
    if (ImGui::SliderFloat("speed", &speed, 0.01f, 4, "%.2f", ImGuiSliderFlags_Logarithmic))
        session.speed = double(speed);
    const int last = static_cast<int>(session.moments()) - 1;
    int moment = static_cast<int>(session.moment());
    if (ImGui::SliderInt("back in time", &moment, 0, last)) {
        session.isPaused = true;
        session.goTo(static_cast<std::size_t>(moment));
    }
}

void Panel::drawAlgorithms(Session& session) {
    std::vector<std::string> narrow = rowNames(backends()), broad;
    narrow.push_back("stock");
    for (const auto& row : app::broadPhases()) broad.push_back(row.name);
    const auto note = [this](const Result<void>& result) {
        error_ = result ? std::string() : result.error();
    };
    if (const std::string name = chosen("narrow phase", session.narrowPhase(), narrow); !name.empty())
        note(session.useNarrowPhase(name));
    if (const std::string name = chosen("broad phase", session.broadPhase(), broad); !name.empty())
        note(session.useBroadPhase(name));
}

void Panel::drawPlots(const Session& session) {
    ImGui::PushItemWidth(-1);
    plot(session, "detection", "ms", &Measured::detection);
    plot(session, "step", "ms", &Measured::step);
    plot(session, "energy", "J", &Measured::energy);
    plot(session, "deepest", "mm", &Measured::deepest);
    plot(session, "pairs", "", &Measured::pairs);
    ImGui::PopItemWidth();
}

}  // namespace ricochet::window
