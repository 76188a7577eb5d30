#include "record/measure/absences.hpp"

#include <optional>
#include <string_view>

namespace firsthit {
namespace {

/// Why averages over time are not defined; empty where they are.
template <int D>
std::string why_no_average(const RunSetup<D>& setup, const Measured& measured) {
  if (dynamic_count(setup) == 0) return "no body moves freely";
  return measured.time > 0.0 ? "" : "no time was measured";
}

/// The first of two reasons that is one.
std::string first_of(std::string reason, std::string_view other) {
  return reason.empty() ? std::string(other) : reason;
}

}  // namespace

template <int D>
std::vector<Absence> absences(const RunSetup<D>& setup, const ObservableRequest& request,
                              const Measured& measured) {
  constexpr std::string_view kAlone = "a single body in a periodic box is its own centre of mass";
  constexpr std::string_view kNoVolume = "the box has an open side, and so no volume";
  constexpr std::string_view kNoMeetings = "no two bodies that move have met";
  const std::string no_average = why_no_average(setup, measured);
  const std::string no_temperature = first_of(no_average, kAlone);
  const bool has_volume = volume_of(setup.space).has_value();

  std::vector<Absence> found;
  const auto look = [&](std::string_view key, const std::optional<double>& value, std::string reason) {
    if (!value) found.push_back({std::string(key), std::move(reason)});
  };
  look("temperature", measured.temperature, no_temperature);
  look("pressure", measured.pressure, first_of(no_average, kNoVolume));
  look("compressibility", measured.compressibility,
       !has_volume            ? first_of(no_average, kNoVolume)
       : measured.temperature ? "the temperature is 0"
                              : no_temperature);
  look("collision_rate_per_body", measured.collision_rate_per_body, no_average);
  const std::string no_begin = dynamic_count(setup) == 0 ? no_average
                               : dynamic_count(setup) == 1 && conserves_momentum(setup)
                                   ? std::string(kAlone)
                                   : "the run ended before run.measure_from";
  if (request.mean_square_displacement)
    look("mean_square_displacement", measured.mean_square_displacement, no_begin);
  if (request.velocity_autocorrelation)
    look("velocity_autocorrelation", measured.velocity_autocorrelation, no_begin);
  if (request.free_flight) {
    look("mean_free_time", measured.mean_free_time, first_of(no_average, kNoMeetings));
    look("mean_free_path", measured.mean_free_path, first_of(no_average, kNoMeetings));
  }
  return found;
}

template std::vector<Absence> absences(const RunSetup<2>&, const ObservableRequest&, const Measured&);
template std::vector<Absence> absences(const RunSetup<3>&, const ObservableRequest&, const Measured&);

}  // namespace firsthit
