#pragma once

#include <firsthit/agents.hpp>
#include <firsthit/batch.hpp>
#include <firsthit/body.hpp>
#include <firsthit/curved_paths.hpp>
#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/features.hpp>
#include <firsthit/first_hit.hpp>
#include <firsthit/motion.hpp>
#include <firsthit/observer.hpp>
#include <firsthit/outlines.hpp>
#include <firsthit/path_crossing.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>
#include <firsthit/version.hpp>
#include <firsthit/world.hpp>
