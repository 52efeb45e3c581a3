#include "demos/lab/reproduce/line_chart.h"

#include "demos/lab/reproduce/chart_scale.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ricochet::lab {
namespace {

constexpr int kWidth = 880, kHeight = 500;                            // pixels, as all below
constexpr double kLeft = 84, kRight = 600, kTop = 64, kBottom = 440;  // of the plot
constexpr double kLegendLeft = 622, kLegendLine = 20, kSample = 34;   // a curve's sample in the legend

/// Colours that colour-blind readers can distinguish. Okabe, Ito. Color Universal Design. 2008.
constexpr const char* kCurveColours[] = {"#000000", "#d55e00", "#0072b2", "#56b4e9",
                                         "#009e73", "#cc79a7", "#e69f00", "#8a8a8a"};
constexpr const char* kDashes[] = {"none", "7 4", "2 4"};
constexpr int kShapes = 4;

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else
            safe += c;
    }
    return safe;
}

std::vector<double> coordinates(const LineChart& chart, std::size_t axis) {
    std::vector<double> values;
    for (const Curve& curve : chart.curves) {
        for (const auto& point : curve.points) values.push_back(point[axis]);
    }
    return values;
}

/// Writes the SVG file.
class Drawing {
public:
    explicit Drawing(const LineChart& chart)
        : chart_(chart),
          x_(coordinates(chart, 0), chart.x.isLogarithmic, kLeft, kRight),
          y_(coordinates(chart, 1), chart.y.isLogarithmic, kBottom, kTop) {
        svg_ << std::fixed << std::setprecision(1);
    }

    std::string draw() {
        svg_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kWidth << "\" height=\"" << kHeight
             << "\" viewBox=\"0 0 " << kWidth << ' ' << kHeight
             << "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n"
             << "<title>" << escaped(chart_.title) << "</title>\n"
             << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
        heading();
        grid();
        for (const Curve& curve : chart_.curves) draw(curve);
        legend();
        svg_ << "</svg>\n";
        return svg_.str();
    }

private:
    void text(double x, double y, const std::string& words, const char* attributes) {
        svg_ << "<text x=\"" << x << "\" y=\"" << y << "\" " << attributes << '>' << escaped(words)
             << "</text>\n";
    }
    void line(double x1, double y1, double x2, double y2, const char* colour) {
        svg_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2
             << "\" stroke=\"" << colour << "\"/>\n";
    }

    void heading() {
        text(kLeft, 26, chart_.title, "font-size=\"17\" font-weight=\"bold\"");
        text(kLeft, 47, chart_.subtitle, "fill=\"#555\"");
        text((kLeft + kRight) / 2, kBottom + 44, chart_.x.label, "text-anchor=\"middle\"");
        svg_ << "<g transform=\"translate(24 " << (kTop + kBottom) / 2 << ") rotate(-90)\">\n";
        text(0, 0, chart_.y.label, "text-anchor=\"middle\"");
        svg_ << "</g>\n";
    }

    void grid() {
        constexpr const char *kMinor = "#eeeeee", *kMajor = "#c4c4c4";
        for (const Tick& tick : x_.ticks()) {
            const double x = x_.pixelOf(tick.value);
            line(x, kTop, x, kBottom, tick.label.empty() ? kMinor : kMajor);
            text(x, kBottom + 20, tick.label, "text-anchor=\"middle\"");
        }
        for (const Tick& tick : y_.ticks()) {
            const double y = y_.pixelOf(tick.value);
            line(kLeft, y, kRight, y, tick.label.empty() ? kMinor : kMajor);
            if (!tick.label.empty()) text(kLeft - 8, y + 4, tick.label, "text-anchor=\"end\"");
        }
    }

    static const char* colourOf(const Curve& curve) {
        return kCurveColours[static_cast<std::size_t>(curve.colour) % std::size(kCurveColours)];
    }
    static std::string strokeOf(const Curve& curve) {
        return std::string("fill=\"none\" stroke-width=\"2\" stroke=\"") + colourOf(curve) +
               "\" stroke-dasharray=\"" + kDashes[static_cast<std::size_t>(curve.dash) % std::size(kDashes)] +
               "\"";
    }

    /// A disc, a square, a triangle or a diamond.
    void marker(const Curve& curve, double x, double y) {
        constexpr const char* kPaths[kShapes] = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-4 -4h8v8h-8z",
                                                 "m0 -5l5 9h-10z", "m0 -5l5 5l-5 5l-5 -5z"};
        svg_ << "<path d=\"M" << x << ' ' << y << kPaths[curve.colour % kShapes] << "\" fill=\""
             << colourOf(curve) << "\"/>\n";
    }

    void draw(const Curve& curve) {
        std::vector<std::array<double, 2>> pixels;
        for (const auto& [x, y] : curve.points) {
            if (x_.covers(x) && y_.covers(y)) pixels.push_back({x_.pixelOf(x), y_.pixelOf(y)});
        }
        svg_ << "<polyline " << strokeOf(curve) << " points=\"";
        for (const auto& [x, y] : pixels) svg_ << x << ',' << y << ' ';
        svg_ << "\"/>\n";
        for (const auto& [x, y] : pixels) marker(curve, x, y);
    }

    void legend() {
        const auto leftEnd = [](const Curve& curve) {
            return curve.points.empty() ? 0
                                        : (*std::min_element(curve.points.begin(), curve.points.end()))[1];
        };
        std::vector<Curve> curves = chart_.curves;
        std::stable_sort(curves.begin(), curves.end(),
                         [&](const Curve& a, const Curve& b) { return leftEnd(a) > leftEnd(b); });
        double y = kTop + 8;
        for (const Curve& curve : curves) {
            svg_ << "<path d=\"M" << kLegendLeft << ' ' << y << 'h' << kSample << "\" " << strokeOf(curve)
                 << "/>\n";
            marker(curve, kLegendLeft + kSample / 2, y);
            text(kLegendLeft + kSample + 8, y + 4, curve.label, "");
            y += kLegendLine;
        }
    }

    const LineChart& chart_;
    ChartScale x_, y_;
    std::ostringstream svg_;
};

}  // namespace

std::string svgOf(const LineChart& chart) { return Drawing(chart).draw(); }

}  // namespace ricochet::lab
