# Siconos with its Bullet manager.
#   siconos_program.py fall               a torus falls on a torus: its height and its speed in the end
#   siconos_program.py poses < POSES      of the second of two tori, as ricochet query takes them: the number of
#                                         contacts of each
import math
import sys
import time

import numpy as np
import siconos.kernel as kernel
import siconos.numerics as numerics
from siconos.mechanics.collision import RigidBodyDS, SiconosContactor, SiconosContactorSet, SiconosMesh
from siconos.mechanics.collision.bullet import SiconosBulletCollisionManager, SiconosBulletOptions


def torus():
    """The torus of torus.h."""
    around, tube = 48, 24
    vertices, corners = [], []
    for i in range(around):
        for j in range(tube):
            u, v = 2 * math.pi * i / around, 2 * math.pi * j / tube
            radius = 1 + 0.3 * math.cos(v)
            vertices.append([radius * math.cos(u), radius * math.sin(u), 0.3 * math.sin(v)])
            here, across = i * tube + j, (i + 1) % around * tube + (j + 1) % tube
            corners += [here, (i + 1) % around * tube + j, across, here, across, i * tube + (j + 1) % tube]
    mesh = SiconosMesh(corners, np.array(vertices).T)
    mesh.setInsideMargin(0)
    mesh.setOutsideMargin(0)
    contactors = SiconosContactorSet()
    contactors.append(SiconosContactor(mesh))
    return contactors


def simulation(lower, upper, seconds):
    """A body, the manager and what steps them; the lower torus does not move."""
    body = RigidBodyDS(upper, [0] * 6, 1.0, np.diag([0.3, 0.3, 0.5]))
    body.setContactors(torus())
    body.setFExtPtr([0, 0, -9.81])
    system = kernel.NonSmoothDynamicalSystem(0, seconds)
    system.insertDynamicalSystem(body)
    options = SiconosBulletOptions()
    options.contactBreakingThreshold = 1e-4
    manager = SiconosBulletCollisionManager(options)
    manager.insertStaticContactorSet(torus(), lower)
    manager.insertNonSmoothLaw(kernel.NewtonImpactFrictionNSL(0, 0, 0.5, 3), 0, 0)
    solver = kernel.FrictionContact(3)
    solver.setMaxSize(1000)
    solver.setMStorageType(1)
    solver.numericsSolverOptions().iparam[numerics.SICONOS_IPARAM_MAX_ITER] = 1000
    solver.numericsSolverOptions().dparam[numerics.SICONOS_DPARAM_TOL] = 1e-6
    steps = kernel.TimeStepping(
        system, kernel.TimeDiscretisation(0, 1 / 240), kernel.MoreauJeanOSI(0.5), solver)
    steps.insertInteractionManager(manager)
    steps.setNewtonOptions(kernel.SICONOS_TS_NONLINEAR)
    steps.setNewtonMaxIteration(1)
    return body, manager, steps


def quaternion(r):
    """The eigenvector of Bar-Itzhack's matrix."""
    k = np.array([[r[0] - r[4] - r[8], 0, 0, 0], [r[1] + r[3], r[4] - r[0] - r[8], 0, 0],
                  [r[2] + r[6], r[5] + r[7], r[8] - r[0] - r[4], 0],
                  [r[7] - r[5], r[2] - r[6], r[3] - r[1], r[0] + r[4] + r[8]]])
    values, vectors = np.linalg.eigh(k)
    x, y, z, w = vectors[:, np.argmax(values)]
    return [w, x, y, z]


def fall():
    body, _, steps = simulation([0, 0, 0.3, 1, 0, 0, 0], [0.2, 0, 1.1, 1, 0, 0, 0], 2)
    begin, count = time.process_time(), 0
    while steps.hasNextEvent():
        steps.computeOneStep()
        steps.nextStep()
        count += 1
    print("%.3f ms a step" % ((time.process_time() - begin) * 1e3 / count), file=sys.stderr)
    print("z %.4f, speed %.4f" % (body.q()[2], np.linalg.norm(body.velocity()[:3])), flush=True)


def poses():
    body, manager, steps = simulation([0, 0, 0, 1, 0, 0, 0], [50, 0, 0, 1, 0, 0, 0], 9)
    steps.initialize()
    times = []
    for line in sys.stdin:
        numbers = [float(word) for word in line.split()[:12]]
        body.setQ(np.array([50.0, 0, 0, 1, 0, 0, 0]))
        manager.updateInteractions(steps)
        body.setQ(np.array(numbers[9:] + quaternion(numbers)))
        manager.resetStatistics()
        begin = time.process_time()
        manager.updateInteractions(steps)
        times.append((time.process_time() - begin) * 1e3)
        found = manager.statistics()
        print(found.new_interactions_created + found.existing_interactions_processed, flush=True)
    print("mean %.3f ms, slowest %.1f ms" % (sum(times) / len(times), max(times)), file=sys.stderr)


fall() if sys.argv[1] == "fall" else poses()
