#include "demos/app/replay/assets.h"

#include "demos/app/embedded_file.h"

#ifdef RICOCHET_REPLAY_FOLDER
#define RICOCHET_EMBED(name, file)                          \
    RICOCHET_EMBED_FILE(name, file)                         \
    const std::string_view ricochet::app::name(name##Begin, \
                                               static_cast<std::size_t>(name##End - name##Begin));
#else
#define RICOCHET_EMBED(name, file) const std::string_view ricochet::app::name;
#define RICOCHET_REPLAY_FOLDER
#endif

RICOCHET_EMBED(kPageHead, RICOCHET_REPLAY_FOLDER "/head.html")
RICOCHET_EMBED(kPageTemplate, RICOCHET_REPLAY_FOLDER "/page.html")
RICOCHET_EMBED(kReplayScript, RICOCHET_REPLAY_FOLDER "/replay.js")
RICOCHET_EMBED(kReportTemplate, RICOCHET_REPLAY_FOLDER "/report.html")
RICOCHET_EMBED(kReportScript, RICOCHET_REPLAY_FOLDER "/report.js")

#ifndef RICOCHET_WEB_FOLDER
#undef RICOCHET_EMBED
#define RICOCHET_EMBED(name, file) const std::string_view ricochet::app::name;
#define RICOCHET_WEB_FOLDER
#endif

RICOCHET_EMBED(kThree, RICOCHET_WEB_FOLDER "/three.min.js")
RICOCHET_EMBED(kOrbitControls, RICOCHET_WEB_FOLDER "/OrbitControls.js")
RICOCHET_EMBED(kChartScript, RICOCHET_WEB_FOLDER "/uPlot.iife.min.js")
RICOCHET_EMBED(kChartStyle, RICOCHET_WEB_FOLDER "/uPlot.min.css")
RICOCHET_EMBED(kThreeLicence, RICOCHET_WEB_FOLDER "/three-LICENSE")
RICOCHET_EMBED(kChartLicence, RICOCHET_WEB_FOLDER "/uplot-LICENSE")
