// What the page of a report does: it writes its parts one below the other. Nothing is fetched.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const kColours = ["#1f6fb4", "#d1622b", "#3c9a4e", "#8a5fb0", "#8c6d3f", "#333"];
const kDashes = [[], [8, 4], [2, 3], [8, 3, 2, 3], [14, 4], [4, 2]];
const kMostCurves = kColours.length;
const kWideTable = 4;  // columns: a phone shows each row of a wider one as a list

function make(tag, text, parent) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    (parent || main).append(element);
    return element;
}

function addTable({caption, rows}) {
    const figure = make("figure");
    make("figcaption", caption, figure);
    const holder = make("div", undefined, figure);
    holder.className = "scroll";
    const table = make("table", undefined, holder);
    table.className = rows[0].length > kWideTable ? "rows wide" : "rows";
    const head = table.createTHead().insertRow();
    for (const title of rows[0]) make("th", title, head);
    const body = table.createTBody();
    for (const row of rows.slice(1)) {
        const line = body.insertRow();
        row.forEach((text, i) => {
            const cell = line.insertCell();
            cell.textContent = text;
            cell.dataset.title = rows[0][i] || "";
        });
    }
}

const charts = [];
const width = (holder) => Math.max(holder.clientWidth - 12, 260);

let chartRow = null;  // charts that follow one another stand side by side where there is room
function addCurves(chart, curves, title) {
    if (!chartRow) {
        chartRow = make("div");
        chartRow.className = "charts";
    }
    const holder = make("figure", undefined, chartRow);
    make("figcaption", title, holder);
    const isDrawn = (x, y) => y !== null && (!chart.logX || x > 0) && (!chart.logY || y > 0);
    const xs = [...new Set(curves.flatMap((curve) => curve.points.filter(([x, y]) => isDrawn(x, y)).map(([x]) => x)))]
        .sort((a, b) => a - b);
    if (xs.length === 0) { make("p", "no values", holder); return; }
    const at = new Map(xs.map((x, i) => [x, i]));
    const columns = curves.map((curve) => {
        const column = new Array(xs.length);
        for (const [x, y] of curve.points) if (isDrawn(x, y)) column[at.get(x)] = y;
        return column;
    });
    const digits = (_, value) => (value == null ? "-" : Number(value.toPrecision(3)).toString());
    const tick = (value) => value == null ? "" : Math.abs(value) >= 1e5 ? value.toExponential().replace("+", "")
        : Number(value.toPrecision(4)).toString();
    const ticks = (_, values) => values.map(tick);
    const plot = new uPlot({
        width: width(holder), height: 260, padding: [null, 24, null, null],
        scales: {x: {time: false, distr: chart.logX ? 3 : 1}, y: {distr: chart.logY ? 3 : 1}},
        axes: [{label: chart.x, labelSize: 18, size: 36, values: ticks}, {label: chart.y, labelSize: 18, size: 62, values: ticks}],
        series: [{label: chart.x, value: digits}, ...curves.map((curve, i) => ({label: curve.label, stroke: kColours[i],
            dash: kDashes[i], width: 2, spanGaps: true, points: {show: xs.length < 60, size: 5}, value: digits}))],
    }, [xs, ...columns], holder);
    charts.push({plot, holder});
}

function addChart(chart) {
    const parts = Math.ceil(chart.curves.length / kMostCurves), count = Math.ceil(chart.curves.length / parts);
    for (let p = 0; p < parts; ++p) {
        const title = parts > 1 ? `${chart.title} (${p + 1} of ${parts})` : chart.title;
        addCurves(chart, chart.curves.slice(p * count, (p + 1) * count), title);
    }
}

let pictures = null;
function addPicture({caption, data}) {
    if (!pictures) {
        pictures = make("div");
        pictures.className = "pictures";
    }
    const figure = make("figure", undefined, pictures), image = make("img", undefined, figure);
    image.alt = caption;
    image.src = `data:image/png;base64,${data}`;
    make("figcaption", caption, figure);
}

document.title = data.title;
make("h1", data.title);
for (const part of data.parts) {
    if (part.kind !== "picture") pictures = null;
    if (part.kind !== "chart") chartRow = null;
    if (part.kind === "heading") make("h2", part.text);
    if (part.kind === "text") make("pre", part.text);
    if (part.kind === "table") addTable(part);
    if (part.kind === "chart") addChart(part);
    if (part.kind === "picture") addPicture(part);
}
const fit = (most) => { for (const {plot, holder} of charts) plot.setSize({width: Math.min(width(holder), most), height: 260}); };
fit(Infinity);
window.addEventListener("resize", () => fit(Infinity));
window.addEventListener("beforeprint", () => fit(640));
window.addEventListener("afterprint", () => fit(Infinity));
/// For tests and pictures: what there is, the widest element beside the window, and legends that are cut.
setTimeout(() => {
    const cut = [...document.querySelectorAll(".u-legend")].filter((each) => each.scrollWidth > each.parentElement.clientWidth);
    document.body.dataset.report = JSON.stringify({charts: charts.length, tables: document.querySelectorAll("table.rows").length,
        pictures: document.images.length, width: document.documentElement.scrollWidth, window: window.innerWidth,
        height: main.offsetHeight, cut: cut.length});
});
})();
