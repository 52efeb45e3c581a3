#pragma once

/// Ricochet: exact mesh collision for Bullet. Two lines in a program:
///     ricochet::Settings settings;
///     const std::string error = ricochet::registerAlgorithms(&dispatcher, settings);
/// and, in place of btDbvtBroadphase:
///     ricochet::SweepAndPruneBroadphase broadphase;

#include <ricochet/batch_dispatcher.h>
#include <ricochet/collision_configuration.h>
#include <ricochet/compound_mesh.h>
#include <ricochet/debug_draw.h>
#include <ricochet/mass_properties.h>
#include <ricochet/mktree_broadphase.h>
#include <ricochet/mktree_shape.h>
#include <ricochet/predict_collision.h>
#include <ricochet/prepare.h>
#include <ricochet/registration.h>
#include <ricochet/settings.h>
#include <ricochet/shape_queries.h>
#include <ricochet/small_steps_solver.h>
#include <ricochet/soft_body_solver.h>
#include <ricochet/sweep_and_prune_broadphase.h>
#include <ricochet/sweep_test.h>
#include <ricochet/swept_world.h>
#include <ricochet/time_critical.h>
#include <ricochet/tuning.h>
#include <ricochet/world_state.h>
