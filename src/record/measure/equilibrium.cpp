#include "record/measure/equilibrium.hpp"

#include "core/vec_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// Of fewer bodies what theory neglects, parts of one in their number, is a few per cent.
constexpr std::size_t kManyForTheory = 50;

/// Fewer make no gas whose temperature one would ask for.
constexpr std::size_t kManyForTemperature = 10;

/// The packing fractions at which hard disks and balls begin to freeze: theory of the fluid ends there.
/// Sources: Bernard and Krauth, 2011, doi:10.1103/PhysRevLett.107.155704 (0.700, and 0.69 to be below it);
/// Hoover and Ree, 1968, doi:10.1063/1.1670641.
constexpr double kFreezing[] = {0.69, 0.494};

double ball_volume(int dimension, double radius) {
  constexpr double kPi = 3.141592653589793;
  return dimension == 2 ? kPi * radius * radius : 4.0 / 3.0 * kPi * radius * radius * radius;
}

template <int D>
bool has_side(const RunSetup<D>& setup, Side side) {
  return std::count(setup.space.sides.begin(), setup.space.sides.end(), side) > 0;
}

/// Why velocities need not come to Maxwell's distribution.
template <int D>
std::string why_no_speeds(const RunSetup<D>& setup, const RunNature& nature) {
  if (std::string reason = why_energy_changes(setup, nature); !reason.empty()) return reason;
  if (!nature.selective.empty()) return nature.selective;
  if (length_squared(setup.gravity) > 0.0) return "bodies fall";
  if (!setup.obstacles.empty()) return "there are obstacles";
  if (has_side(setup, Side::Open)) return "the box has an open side";
  const MovingBodies& bodies = setup.bodies;
  const auto is_ball = [](const MovingBody& body) {
    return body.shape == kRound && body.radius > 0.0 && !body.sensor;
  };
  if (!std::all_of(bodies.begin(), bodies.end(), is_ball)) return "not all bodies are balls";
  const auto is_like_first = [&](const MovingBody& body) {
    return body.radius == bodies.front().radius && body.mass == bodies.front().mass;
  };
  if (!std::all_of(bodies.begin(), bodies.end(), is_like_first)) return "balls differ in size or mass";
  if (bodies.size() < kManyForTheory) return fmt::format("fewer than {} balls", kManyForTheory);
  return "";
}

}  // namespace

double hard_ball_compressibility(int dimension, double packing_fraction) {
  const double eta = packing_fraction;
  const double room = 1.0 - eta;
  if (dimension == 2) return (1.0 + eta * eta / 8.0) / (room * room);
  return (1.0 + eta + eta * eta - eta * eta * eta) / (room * room * room);
}

double hard_ball_error(int dimension, double packing_fraction) {
  if (dimension == 3) return 0.004;
  return packing_fraction < 0.45   ? 0.003
         : packing_fraction < 0.6  ? 0.013
         : packing_fraction < 0.65 ? 0.025
                                   : 0.07;
}

const char* hard_ball_source(int dimension) {
  return dimension == 2 ? "Henderson, 1975, doi:10.1080/00268977500102511"
                        : "Carnahan and Starling, 1969, doi:10.1063/1.1672048";
}

template <int D>
std::string why_energy_changes(const RunSetup<D>& setup, const RunNature& nature) {
  if (nature.steered) return "agents speed up and brake";
  for (const MovingBody& body : setup.bodies) {
    const bool pinned = body.inertia > 0.0;
    if (body.kinematic && !pinned && !body.sensor) return "a body moves as it is told, whatever it hits";
    if (body.waits) return "bodies stand still until a window ends";
  }
  return nature.loses_energy;
}

std::string why_no_thermodynamics(const RunNature& nature) {
  if (nature.steered) return "agents go where they want";
  if (nature.crowd < kManyForTemperature)
    return fmt::format("no gas: fewer than {} bodies are placed many at a time", kManyForTemperature);
  return "";
}

template <int D>
Equilibrium equilibrium_of(const RunSetup<D>& setup, const RunNature& nature) {
  Equilibrium result;
  result.reason = why_no_speeds(setup, nature);
  if (!result.reason.empty()) return result;
  result.speeds = true;
  const auto count = static_cast<double>(setup.bodies.size());
  const double radius = setup.bodies.front().radius;
  result.diameter = 2.0 * radius;
  result.number_density = count / *volume_of(setup.space);
  result.packing_fraction = *result.number_density * ball_volume(D, radius);
  const double freezing = kFreezing[D - 2];
  if (has_side(setup, Side::Wall))
    result.reason = "theory of the pressure knows no walls";
  else if (*result.packing_fraction >= freezing)
    result.reason =
        fmt::format("packed to {} or more, where hard {} freeze", freezing, D == 2 ? "disks" : "balls");
  if (!result.reason.empty()) return result;
  result.pressure = true;
  // The centre of mass rests: there are N - 1 bodies' worth of heat, and of pairs per body, not N. What else
  // is of the order of one in N belongs to the error.
  result.compressibility = (count - 1.0) / count * hard_ball_compressibility(D, *result.packing_fraction);
  result.compressibility_error =
      *result.compressibility * (hard_ball_error(D, *result.packing_fraction) + 1.0 / count);
  return result;
}

template Equilibrium equilibrium_of(const RunSetup<2>&, const RunNature&);
template Equilibrium equilibrium_of(const RunSetup<3>&, const RunNature&);
template std::string why_energy_changes(const RunSetup<2>&, const RunNature&);
template std::string why_energy_changes(const RunSetup<3>&, const RunNature&);

}  // namespace firsthit
