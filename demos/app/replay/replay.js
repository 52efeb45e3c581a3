// What the page of a replay does: it reads the data of its runs, draws them side by side under one camera, and ties
// their charts to the same time. Nothing is fetched.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const kColours = ["#d95f40", "#4090cc", "#edb840", "#66ad6b", "#996bb3", "#40adad"];
const kStanding = "#b8b8b2";
const kRunColours = ["#1f6fb4", "#d1622b", "#3c9a4e", "#8a5fb0", "#8c6d3f", "#444"];

// ---- data

const bytesOf = (text) => {
    const raw = atob(text), bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
    return bytes.buffer;
};

function readMesh(mesh) {
    const corners = new Uint16Array(bytesOf(mesh.vertices));
    const vertices = new Float32Array(corners.length);
    for (let i = 0; i < corners.length; ++i) vertices[i] = mesh.min[i % 3] + (corners[i] / 65535) * mesh.size[i % 3];
    const faces = mesh.wide ? new Uint32Array(bytesOf(mesh.faces)) : new Uint16Array(bytesOf(mesh.faces));
    return {vertices, faces};
}

function readRun(run) {
    const read = {...run, positions: new Float32Array(bytesOf(run.positions)),
                  rotations: new Int16Array(bytesOf(run.rotations))};
    read.first = new Uint32Array(bytesOf(run.contacts.first));
    read.points = new Uint16Array(bytesOf(run.contacts.points));
    read.normals = new Int8Array(bytesOf(run.contacts.normals));
    read.forms = run.forms.map((form) => ({...form, vertices: new Uint16Array(bytesOf(form.vertices))}));
    return read;
}

const meshes = data.meshes.map(readMesh);
const runs = data.runs.map(readRun);
const duration = Math.max(1e-9, ...runs.map((run) => run.seconds));

/// The pose of a body at a time: between two frames, position and rotation are interpolated.
function poseAt(run, body, time) {
    const last = run.frames - 1, count = run.bodies.length;
    const at = Math.min(Math.max(time / run.frameSeconds, 0), last);
    const frame = Math.min(Math.floor(at), Math.max(last - 1, 0)), next = Math.min(frame + 1, last);
    const share = at - frame, i = frame * count + body, j = next * count + body;
    const p = [0, 1, 2].map((k) => run.positions[3 * i + k] * (1 - share) + run.positions[3 * j + k] * share);
    let dot = 0;
    for (let k = 0; k < 4; ++k) dot += run.rotations[4 * i + k] * run.rotations[4 * j + k];
    const sign = dot < 0 ? -1 : 1;
    const q = [0, 1, 2, 3].map((k) => run.rotations[4 * i + k] * (1 - share) + sign * run.rotations[4 * j + k] * share);
    const length = Math.hypot(...q) || 1;
    return {position: p, rotation: q.map((value) => value / length)};
}

/// The vertices of a body that deforms, at a time: they move evenly in the last `every` frames before each form.
function placeForm(run, form, time, to) {
    const at = Math.min(Math.max(time / run.frameSeconds, 0), run.frames - 1), last = form.frames.length - 1;
    let i = 0;
    while (i < last && form.frames[i + 1] <= at) ++i;
    const next = Math.min(i + 1, last), count = form.vertices.length / form.frames.length;
    const share = next > i ? Math.max(0, 1 - (form.frames[next] - at) / form.every) : 0;
    for (let k = 0; k < count; ++k) {
        const value = form.vertices[i * count + k] * (1 - share) + form.vertices[next * count + k] * share;
        to[k] = form.min[k % 3] + (value / 65535) * form.size[k % 3];
    }
}

// ---- words and tables

byId("title").textContent = data.title;
byId("about").textContent = data.about;
document.title = data.title;
const columns = runs.length > 1 ? `repeat(${runs.length}, minmax(0, 1fr))` : "1fr";
byId("panes").style.gridTemplateColumns = byId("tables").style.gridTemplateColumns = columns;
for (const run of runs) {
    if (runs.length > 1) {
        const heading = document.createElement("h2");
        heading.textContent = run.name;
        byId("panes").append(heading);
    }
    const table = document.createElement("table");
    for (const [name, value] of run.numbers) {
        const row = table.insertRow();
        row.insertCell().textContent = name;
        row.insertCell().textContent = value;
    }
    byId("tables").append(table);
}

// ---- pictures

let stage = null;

function makeStage() {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2", {antialias: true});
    if (!context) return null;
    THREE.ColorManagement.legacyMode = false;  // colours are sRGB
    const renderer = new THREE.WebGLRenderer({canvas, context});
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.outputEncoding = THREE.sRGBEncoding;
    renderer.setScissorTest(true);
    byId("stage").append(renderer.domElement);
    const geometries = meshes.map(({vertices, faces}) => {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(vertices, 3));
        geometry.setIndex(new THREE.BufferAttribute(faces, 1));
        geometry.computeBoundingSphere();
        return geometry;
    });
    const wires = meshes.map(() => null);
    const scenes = runs.map((run) => {
        const scene = new THREE.Scene();
        scene.background = new THREE.Color("#c9d3dc");
        scene.add(new THREE.HemisphereLight("#dfe9f5", "#6b6258", 0.75));
        const key = new THREE.DirectionalLight("#fff4e0", 0.9);
        key.position.set(-0.5, 1, 0.8);
        scene.add(key);
        const formOf = (i) => run.forms.find((form) => form.body === i);
        const bodies = run.bodies.map((body, i) => {
            const material = new THREE.MeshLambertMaterial({color: body.moves ? kColours[i % kColours.length] : kStanding,
                flatShading: true, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1});
            const form = formOf(i);  // such a body has vertices of its own
            const object = new THREE.Mesh(form ? geometries[body.mesh].clone() : geometries[body.mesh], material);
            object.userData.form = form;
            object.frustumCulled = false;
            scene.add(object);
            return object;
        });
        const most = Math.max(1, ...run.first.slice(1).map((end, i) => end - run.first[i]));
        const lines = new THREE.BufferGeometry();
        lines.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6 * most), 3));
        const contacts = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({color: "#c00000", depthTest: false}));
        const dots = new THREE.Points(lines, new THREE.PointsMaterial(
            {color: "#c00000", size: 5, sizeAttenuation: false, depthTest: false}));
        for (const object of [contacts, dots]) {
            object.frustumCulled = false;
            object.renderOrder = 1;
            object.visible = false;
            scene.add(object);
        }
        return {scene, bodies, lines, contacts, dots};
    });
    const camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
    const controls = new THREE.OrbitControls(camera, renderer.domElement);
    controls.addEventListener("change", draw);
    return {renderer, geometries, wires, scenes, camera, controls};
}

/// The sphere about the bodies that are shown, at these times.
function sphereAbout(times, isShown) {
    const box = new THREE.Box3(), centre = new THREE.Vector3();
    for (const run of runs) {
        run.bodies.forEach((body, i) => {
            if (!isShown(body)) return;
            const radius = stage.geometries[body.mesh].boundingSphere.radius;
            for (const time of times) {
                centre.fromArray(poseAt(run, i, time).position);
                for (const sign of [-1, 1]) box.expandByPoint(centre.clone().addScalar(sign * radius));
            }
        });
    }
    return box.isEmpty() ? null : box.getBoundingSphere(new THREE.Sphere());
}

/// What moves, in the second half of the replay; with its start too, where that does not make it small. Everything
/// where nothing moves, or all that moves is lost.
function framing() {
    const stays = (body) => body.moves && !body.lost;
    const late = sphereAbout([duration / 2, (3 * duration) / 4, duration], stays);
    const whole = sphereAbout([0, duration / 4, duration / 2, (3 * duration) / 4, duration], stays);
    const all = sphereAbout([0], () => true);
    if (!late) return all || new THREE.Sphere(new THREE.Vector3(), 1);
    return whole.radius < 2 * late.radius ? whole : late;
}

function viewAll() {
    const {center, radius} = framing(), {camera, controls} = stage;
    const distance = (1.1 * radius) / Math.sin((camera.fov * Math.PI) / 360);
    controls.target.copy(center);
    camera.position.copy(new THREE.Vector3(0.55, 0.6, 1).setLength(distance).add(center));
    camera.near = distance / 500;
    camera.far = distance * 200;
    camera.updateProjectionMatrix();
    controls.update();
    draw();
}

/// Whether what stands hides most of what moves, half-way.
function isHidden() {
    const {bodies} = stage.scenes[0], ray = new THREE.Raycaster(), eye = stage.camera.position;
    const standing = bodies.filter((_, i) => !runs[0].bodies[i].moves);
    const moving = runs[0].bodies.map((_, i) => i).filter((i) => runs[0].bodies[i].moves).slice(0, 8);
    const hidden = moving.filter((i) => {
        const path = new THREE.Vector3().fromArray(poseAt(runs[0], i, duration / 2).position).sub(eye);
        ray.far = path.length() - stage.geometries[runs[0].bodies[i].mesh].boundingSphere.radius;
        ray.set(eye, path.normalize());
        return ray.far > 0 && ray.intersectObjects(standing, false).length > 0;
    });
    return 2 * hidden.length > moving.length;
}

function placeContacts(run, {lines, contacts, dots}, time) {
    const shown = byId("contacts").checked;
    contacts.visible = dots.visible = shown;
    if (!shown) return;
    const frame = Math.min(Math.round(time / run.frameSeconds), run.frames - 1);
    const begin = run.first[frame], end = run.first[frame + 1], to = lines.attributes.position.array;
    for (let i = begin; i < end; ++i) {
        for (let k = 0; k < 3; ++k) {
            const point = run.contacts.min[k] + (run.points[3 * i + k] / 65535) * run.contacts.size[k];
            to[6 * (i - begin) + k] = point;
            to[6 * (i - begin) + 3 + k] = point + (run.normals[3 * i + k] / 127) * run.contacts.length;
        }
    }
    lines.setDrawRange(0, 2 * (end - begin));
    lines.attributes.position.needsUpdate = true;
}

function showEdges(bodies, run) {
    const shown = byId("edges").checked;
    bodies.forEach((object, i) => {
        if (shown && object.children.length === 0) {
            const mesh = run.bodies[i].mesh;
            if (object.userData.form) {
                object.add(new THREE.Mesh(object.geometry, new THREE.MeshBasicMaterial(
                    {color: "#000", transparent: true, opacity: 0.35, wireframe: true})));
                return;
            }
            stage.wires[mesh] = stage.wires[mesh] || new THREE.WireframeGeometry(stage.geometries[mesh]);
            object.add(new THREE.LineSegments(stage.wires[mesh],
                new THREE.LineBasicMaterial({color: "#000", transparent: true, opacity: 0.35})));
        }
        for (const wire of object.children) wire.visible = shown;
    });
}

function draw() {
    if (!stage) return;
    const {renderer, camera} = stage, canvas = renderer.domElement;
    const width = byId("stage").clientWidth || 640, count = runs.length;
    const height = Math.round(Math.min(count > 1 ? (width / count) * 0.9 : width * 0.5625, window.innerHeight * 0.72 || 480));
    if (stage.width !== width || stage.height !== height) {
        renderer.setSize(width, height, false);
        canvas.style.height = `${height}px`;
        [stage.width, stage.height] = [width, height];
    }
    const opacity = Number(byId("ground").value), pane = width / count;
    camera.aspect = pane / height;
    camera.updateProjectionMatrix();
    runs.forEach((run, r) => {
        const shown = stage.scenes[r];
        shown.bodies.forEach((object, i) => {
            const {position, rotation} = poseAt(run, i, clock.time);
            object.position.fromArray(position);
            object.quaternion.fromArray(rotation);
            if (object.userData.form) {
                const vertices = object.geometry.attributes.position;
                placeForm(run, object.userData.form, clock.time, vertices.array);
                vertices.needsUpdate = true;
            }
            if (run.bodies[i].moves) return;
            object.visible = opacity > 0;
            if (object.material.transparent !== opacity < 1) {
                object.material.transparent = opacity < 1;
                object.material.needsUpdate = true;
            }
            object.material.opacity = opacity || 1;
            object.material.depthWrite = opacity === 1;
        });
        showEdges(shown.bodies, run);
        placeContacts(run, shown, clock.time);
        renderer.setViewport(r * pane, 0, pane, height);
        renderer.setScissor(r * pane + (r > 0 ? 1 : 0), 0, pane - (r > 0 ? 1 : 0), height);
        renderer.render(shown.scene, camera);
    });
}

// ---- charts

/// Few characters, so that no axis is cut.
const tick = (value) => value == null ? "" : Math.abs(value) >= 1e5 ? value.toExponential().replace("+", "")
    : Number(value.toPrecision(4)).toString();

/// Of some of the runs, no more than there are colours.
function makeChart(series, shown) {
    const times = [];
    for (let i = 0; i < Math.max(...shown.map((run) => run.frames)); ++i) times.push(i * runs[0].frameSeconds);
    const values = shown.map((run) => {
        const found = run.series.find((each) => each.name === series.name);
        return times.map((_, i) => (found && i < found.values.length ? found.values[i] : null));
    });
    const holder = document.createElement("div");
    byId("charts").append(holder);
    const chart = new uPlot({
        title: series.unit ? `${series.name}, ${series.unit}` : series.name,
        width: Math.max(holder.clientWidth - 8, 280), height: 170,
        scales: {x: {time: false}}, legend: {show: runs.length > 1},  // below the chart, in as many lines as it takes
        axes: [{label: "s", labelSize: 16, size: 34}, {size: 56, values: (_, values) => values.map(tick)}],
        series: [{label: "s"}, ...shown.map((run, r) => ({label: run.name, stroke: kRunColours[r],
            width: 1.5, points: {show: false}, value: (_, value) => (value == null ? "-" : value.toPrecision(3))}))],
        hooks: {draw: [(plot) => {
            const x = Math.round(plot.valToPos(clock.time, "x", true)), {ctx, bbox} = plot;
            ctx.save();
            ctx.fillStyle = "#222";
            ctx.fillRect(x, bbox.top, Math.max(1, window.devicePixelRatio || 1), bbox.height);
            ctx.restore();
        }]},
    }, [times, ...values], holder);
    chart.over.addEventListener("click", () => clock.set(chart.posToVal(chart.cursor.left, "x")));
    return {chart, holder};
}

// ---- time

const clock = {
    time: 0, isPlaying: true, last: 0,
    set(time) {
        this.time = Math.min(Math.max(time, 0), duration);
        byId("time").value = this.time;
        byId("clock").textContent = `${this.time.toFixed(2)} s of ${duration.toFixed(2)} s`;
        for (const {chart} of charts) chart.redraw(false);
        draw();
    },
    play(isPlaying) {
        this.isPlaying = isPlaying;
        byId("play").textContent = isPlaying ? "Pause" : "Play";
    },
    tick(now) {
        const passed = Math.min((now - this.last) / 1000, 0.1) * Number(byId("speed").value);
        this.last = now;
        if (this.isPlaying) this.set(this.time >= duration ? 0 : this.time + passed);
        requestAnimationFrame((next) => this.tick(next));
    },
};

let charts = [];
stage = makeStage();
if (!stage) {
    const message = document.createElement("p");
    message.className = "message";
    message.textContent = "This browser has no WebGL 2, so the bodies are not drawn; the numbers and charts are below.";
    byId("stage").append(message);
    for (const id of ["contacts", "edges", "ground", "home"]) byId(id).disabled = true;
}
const groups = Math.ceil(runs.length / kRunColours.length), groupSize = Math.ceil(runs.length / groups);
charts = runs[0].series.flatMap((series) => [...Array(groups).keys()].map(
    (group) => makeChart(series, runs.slice(group * groupSize, (group + 1) * groupSize))));
byId("time").max = duration;
byId("time").addEventListener("input", () => { clock.play(false); clock.set(Number(byId("time").value)); });
byId("play").addEventListener("click", () => clock.play(!clock.isPlaying));
for (const id of ["contacts", "edges", "ground"]) byId(id).addEventListener("change", draw);
byId("home").addEventListener("click", () => stage && viewAll());
window.addEventListener("resize", () => {
    for (const {chart, holder} of charts) chart.setSize({width: Math.max(holder.clientWidth - 8, 280), height: 170});
    draw();
});
if (stage) viewAll();
if (stage && isHidden()) byId("ground").value = "0.25";
clock.set(0);
requestAnimationFrame((now) => { clock.last = now; clock.tick(now); });

/// For tests: stops the clock at a time and reads a pose back. An address that ends in #time=1.5 does it for all bodies
/// of the first run, and notes the poses in the page.
window.ricochetReplay = {
    setTime: (time) => { clock.play(false); clock.set(time); },
    pose: (run, body) => {
        if (stage) {
            const object = stage.scenes[run].bodies[body];
            return {position: object.position.toArray(), rotation: object.quaternion.toArray()};
        }
        return poseAt(runs[run], body, clock.time);
    },
    /// Of the bodies that deform, in the order of the run's forms.
    forms: (run) => (stage ? runs[run].forms.map(
        (form) => [...stage.scenes[run].bodies[form.body].geometry.attributes.position.array]) : []),
    isDrawn: () => stage !== null,
};
const asked = /^#time=([0-9.]+)$/.exec(window.location ? window.location.hash : "");
if (asked) {
    window.ricochetReplay.setTime(Number(asked[1]));
    const poses = runs[0].bodies.map((_, i) => window.ricochetReplay.pose(0, i));
    document.body.dataset.poses = JSON.stringify({drawn: stage !== null, time: clock.time, poses, forms: window.ricochetReplay.forms(0),
        triangles: meshes.map(({faces}) => faces.length / 3)});
}
})();
