"""Meshes in PyBullet, with Bullet's own algorithms and with Ricochet's: one Markdown table.

    python3 cases.py            all cases, each in two processes of its own
    python3 cases.py rest ray   these
"""
import json
import math
import os
import resource
import subprocess
import sys
import time

RING, TUBE = 0.10, 0.03  # metres: of the tori
STEP = 1 / 240  # PyBullet's own


def torus(rings=32, sides=16):
    """Vertices and indices of a torus about z."""
    vertices, indices = [], []
    for r in range(rings):
        for s in range(sides):
            a, b = 2 * math.pi * r / rings, 2 * math.pi * s / sides
            out = RING + TUBE * math.cos(b)
            vertices.append([out * math.cos(a), out * math.sin(a), TUBE * math.sin(b)])
            here, up = r * sides + s, r * sides + (s + 1) % sides
            there, corner = (r + 1) % rings * sides + s, (r + 1) % rings * sides + (s + 1) % sides
            indices += [here, there, up, up, there, corner]
    return vertices, indices


class World:
    """One client, with gravity."""

    def __init__(self, p):
        self.p = p
        self.client = p.connect(p.DIRECT)
        self.set_up()

    def set_up(self):
        self.p.setGravity(0, 0, -9.81, physicsClientId=self.client)
        self.p.setTimeStep(STEP, physicsClientId=self.client)

    def torus_shape(self):
        vertices, indices = torus()
        return self.p.createCollisionShape(self.p.GEOM_MESH, vertices=vertices, indices=indices,
                                           physicsClientId=self.client)

    def file_shape(self, name, **more):
        import pybullet_data
        return self.p.createCollisionShape(self.p.GEOM_MESH, fileName=os.path.join(pybullet_data.getDataPath(), name),
                                           flags=self.p.GEOM_FORCE_CONCAVE_TRIMESH, physicsClientId=self.client, **more)

    def box(self, half, at):
        shape = self.p.createCollisionShape(self.p.GEOM_BOX, halfExtents=half, physicsClientId=self.client)
        return self.body(shape, 0, at)

    def plane(self):
        return self.body(self.p.createCollisionShape(self.p.GEOM_PLANE, physicsClientId=self.client), 0, [0, 0, 0])

    def body(self, shape, mass, at, turn=(0, 0, 0, 1), is_rigid=False, margin=None):
        body = self.p.createMultiBody(mass, shape, -1, at, turn, useMaximalCoordinates=is_rigid,
                                      physicsClientId=self.client)
        if margin is not None:
            self.p.changeDynamics(body, -1, collisionMargin=margin, physicsClientId=self.client)
        return body

    def run(self, seconds):
        for _ in range(round(seconds / STEP)):
            self.p.stepSimulation(physicsClientId=self.client)

    def pose(self, body):
        return self.p.getBasePositionAndOrientation(body, physicsClientId=self.client)

    def speed(self, body):
        return math.dist(self.p.getBaseVelocity(body, physicsClientId=self.client)[0], (0, 0, 0))


def pile(w, is_rigid=False):
    """A torus that lies, and three tilted ones above it."""
    shape = w.torus_shape()
    w.body(shape, 0, [0, 0, TUBE])
    w.plane()
    return [w.body(shape, 1, [0.03 * i, 0.02, 0.12 + 0.09 * i], w.p.getQuaternionFromEuler([0.4, 0.2 * i, 0]), is_rigid)
            for i in range(3)]


def state(w, bodies):
    return [number for body in bodies for part in w.pose(body) for number in part]


def at_rest(w, bodies):
    height = min(w.pose(body)[0][2] for body in bodies)
    if height < -0.1:
        return "fall through: lowest at %.1f m" % height
    return "lie, at most %.4f m/s, lowest at %.3f m" % (max(w.speed(body) for body in bodies), height)


def rest(p):
    w = World(p)
    bodies = pile(w)
    w.run(5)
    return at_rest(w, bodies)


def rigid(p):
    w = World(p)
    bodies = pile(w, is_rigid=True)
    w.run(5)
    return at_rest(w, bodies)


def turns(p):
    w = World(p)
    shape = w.torus_shape()
    w.box([0.02, 0.5, 0.1], [0, 0, 0.1])
    body = w.body(shape, 1, [0.09, 0, 0.24])
    w.run(0.4)
    angle = 2 * math.acos(min(1, abs(w.pose(body)[1][3])))
    return "turns by %.0f°" % math.degrees(angle)


def closest(p):
    w = World(p)
    shape = w.torus_shape()
    gap = 0.005
    a, b = w.body(shape, 1, [0, 0, 0]), w.body(shape, 1, [0, 0, 2 * TUBE + gap])
    points = p.getClosestPoints(a, b, 0.02)
    if not points:
        return "none found"
    return "%d points, nearest %.2f mm (true: 5 mm less the margins)" % (len(points), 1e3 * min(q[8] for q in points))


def contacts(p):
    w = World(p)
    shape = w.torus_shape()
    a, b = w.body(shape, 1, [0, 0, 0]), w.body(shape, 1, [0, 0, 2 * TUBE - 0.001])
    p.performCollisionDetection()
    points = p.getContactPoints(a, b)
    if not points:
        return "none found"
    return "%d points, deepest %.2f mm (true: -1 mm less the margins)" % (len(points), 1e3 * min(q[8] for q in points))


def ray(p):
    w = World(p)
    body = w.body(w.torus_shape(), 1, [0, 0, 0])
    tube = p.rayTest([RING, 0, 1], [RING, 0, -1])[0]
    hole = p.rayTest([0, 0, 1], [0, 0, -1])[0]
    return "tube: hit at %.4f m; hole: %s" % (tube[3][2], "hit" if hole[0] == body else "free")


def links(p):
    """A fixed base, and two tori that hang in one another: one is a link on a hinge, one is free."""
    w = World(p)
    shape = w.torus_shape()
    arm = p.createMultiBody(0, -1, -1, [0, 0, 1], linkMasses=[1], linkCollisionShapeIndices=[shape],
                            linkVisualShapeIndices=[-1], linkPositions=[[0, 0, 0]],
                            linkOrientations=[p.getQuaternionFromEuler([0, math.pi / 2, 0])],
                            linkInertialFramePositions=[[0, 0, 0]], linkInertialFrameOrientations=[[0, 0, 0, 1]],
                            linkParentIndices=[0], linkJointTypes=[p.JOINT_REVOLUTE], linkJointAxis=[[0, 1, 0]])
    p.setJointMotorControl2(arm, 0, p.POSITION_CONTROL, 0, force=50)
    free = w.body(shape, 0.2, [0, 0, 1 - 2 * RING + TUBE + 0.025], p.getQuaternionFromEuler([math.pi / 2, 0, 0]))
    w.run(5)
    height = w.pose(free)[0][2]
    if height < 0:
        return "falls off: at %.0f m" % height
    return "hangs at %.3f m, %.4f m/s, hinge at %.3f°" % (height, w.speed(free), math.degrees(p.getJointState(arm, 0)[0]))


def resets(p):
    w = World(p)
    ends, peaks = set(), []
    for _ in range(60):
        p.resetSimulation()
        w.set_up()
        bodies = pile(w)
        w.run(0.5)
        ends.add(tuple(state(w, bodies)))
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return "%d different end%s, memory +%.1f MB from the 10th on" % (len(ends), "s" * (len(ends) > 1), peaks[-1] - peaks[9])


def clients(p):
    worlds = [World(p) for _ in range(4)]
    bodies = [pile(w) for w in worlds]
    for _ in range(240):
        for w in worlds:
            w.run(STEP)
    ends = {tuple(state(w, b)) for w, b in zip(worlds, bodies)}
    return "%d different end%s; %s" % (len(ends), "s" * (len(ends) > 1), at_rest(worlds[0], bodies[0]))


def restored(p, is_rigid=False, hulls=False):
    w = World(p)
    if hulls:
        shape = p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.1, 0.07, 0.03])
        w.plane()
        bodies = [w.body(shape, 1, [0.03 * i, 0.02, 0.12 + 0.09 * i], p.getQuaternionFromEuler([0.4, 0.2 * i, 0]), is_rigid)
                  for i in range(3)]
    else:
        bodies = pile(w, is_rigid)
    w.run(0.5)
    saved = p.saveState()
    w.run(60 * STEP)
    first = state(w, bodies)
    p.restoreState(saved)
    w.run(60 * STEP)
    apart = max(abs(a - b) for a, b in zip(first, state(w, bodies)))
    return "same run, bit for bit" if apart == 0 else "differs by %.2g mm after 60 steps" % (1e3 * apart)


def mug_on_plane(p):
    w = World(p)
    w.plane()
    mug = w.body(w.file_shape("objects/mug_col.obj"), 0.3, [0, 0, 0.02], margin=0)
    w.run(3)
    height = w.pose(mug)[0][2]
    return "falls through" if height < -0.1 else "rests at %+.2f mm, %.4f m/s" % (1e3 * height, w.speed(mug))


def panda(p):
    """Grasps a mug by its handle, from the side, lifts it by 20 cm and carries it 20 cm aside."""
    import pybullet_data
    w = World(p)
    w.plane()
    w.box([0.1, 0.4, 0.25], [0.7, 0, 0.25])
    mug = w.body(w.file_shape("objects/mug_col.obj"), 0.3, [0.65, 0, 0.502],
                 p.getQuaternionFromEuler([0, 0, math.pi / 2]), margin=0.001)
    p.changeDynamics(mug, -1, lateralFriction=1)
    robot = p.loadURDF(os.path.join(pybullet_data.getDataPath(), "franka_panda/panda.urdf"), useFixedBase=True)
    hand, fingers, arm = 11, (9, 10), range(7)
    start = [0, -0.2, 0, -2.2, 0, 3.57, 0.785]
    forward = p.getQuaternionFromEuler([0, math.pi / 2, 0])
    for joint in arm:
        p.resetJointState(robot, joint, start[joint])
    for joint in fingers:
        p.resetJointState(robot, joint, 0.03)
        p.changeDynamics(robot, joint, lateralFriction=1)

    def angles(at):
        found = p.calculateInverseKinematics(robot, hand, at, forward, maxNumIterations=200,
                                             residualThreshold=1e-6)
        return found[:7]

    def move(begin, end, seconds, opening, force):
        steps = round(seconds / STEP)
        for i in range(steps):
            t = (i + 1) / steps
            target = angles([a + t * (b - a) for a, b in zip(begin, end)])
            for joint in arm:
                p.setJointMotorControl2(robot, joint, p.POSITION_CONTROL, target[joint], force=240)
            for joint in fingers:
                p.setJointMotorControl2(robot, joint, p.POSITION_CONTROL, opening, force=force)
            w.run(STEP)

    w.run(0.5)
    if w.pose(mug)[0][2] < 0.4:
        return "the mug falls through the table"
    handle = [0.65 - 0.070, 0, 0.55]
    before = [handle[0] - 0.12, 0, handle[2]]
    lifted = [handle[0], 0, handle[2] + 0.2]
    aside = [handle[0], 0.2, handle[2] + 0.2]
    for joint, angle in zip(arm, angles(before)):
        p.resetJointState(robot, joint, angle)
    move(before, before, 0.5, 0.03, 20)
    move(before, handle, 1.5, 0.03, 20)
    move(handle, handle, 0.7, 0, 20)
    move(handle, lifted, 1.5, 0, 20)
    move(lifted, aside, 2, 0, 20)
    move(aside, aside, 1, 0, 20)
    at = w.pose(mug)[0]
    grip = p.getLinkState(robot, hand)[0]
    touching = len(p.getContactPoints(robot, mug))
    held = "holds it" if at[2] > 0.6 and at[1] > 0.15 else "has lost it"
    return "%s: mug at (%.2f, %.2f, %.2f) m, hand at (%.2f, %.2f, %.2f) m, %d points" % ((held,) + tuple(at) + tuple(grip) + (touching,))


def speed(p):
    w = World(p)
    pile(w)
    w.run(1)
    begin = time.process_time()
    w.run(1)
    return "%.2f ms of processor time a step" % (1e3 * STEP * (time.process_time() - begin))


CASES = {
    "rest": ("three tori fall on a torus", rest),
    "rigid": ("the same with `useMaximalCoordinates`", rigid),
    "turns": ("a torus falls with its edge on a box", turns),
    "closest": ("`getClosestPoints`, two tori 5 mm apart", closest),
    "contacts": ("`getContactPoints`, two tori 1 mm deep", contacts),
    "ray": ("`rayTest` on a torus", ray),
    "links": ("a torus hangs in a torus that is a link", links),
    "resets": ("60 times `resetSimulation` and the pile", resets),
    "clients": ("four clients, a second each, in turns", clients),
    "restored": ("`saveState`, 60 steps, `restoreState`, 60 steps: multi-bodies", restored),
    "restored-rigid": ("the same: rigid bodies", lambda p: restored(p, is_rigid=True)),
    "restored-boxes": ("the same: boxes as multi-bodies", lambda p: restored(p, hulls=True)),
    "restored-rigid-boxes": ("the same: boxes as rigid bodies", lambda p: restored(p, is_rigid=True, hulls=True)),
    "mug": ("a mug of margin 0 on a plane", mug_on_plane),
    "panda": ("the Panda grasps a mug by its handle and carries it", panda),
    "speed": ("the pile at 240 Hz", speed),
}


def measured(name, is_on):
    """Runs a case in a process of its own: an answer, or how it ended."""
    environment = dict(os.environ, RICOCHET_COLLISION="on" if is_on else "off")
    done = subprocess.run([sys.executable, __file__, "--one", name], env=environment, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if line.startswith("answer: "):
            answer = json.loads(line[len("answer: "):])
            return answer if done.returncode == 0 else "%s; ends with %d" % (answer, done.returncode)
    return "ends with %d: %s" % (done.returncode, done.stderr.strip()[-200:])


def main():
    if sys.argv[1:2] == ["--one"]:
        import pybullet
        print("answer: " + json.dumps(CASES[sys.argv[2]][1](pybullet)))
        return
    print("| case | Bullet's own | Ricochet |\n|---|---|---|", flush=True)
    for name in sys.argv[1:] or CASES:
        print("| %s | %s | %s |" % (CASES[name][0], measured(name, False), measured(name, True)), flush=True)


if __name__ == "__main__":
    main()
