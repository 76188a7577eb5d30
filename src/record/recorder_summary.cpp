#include "record/recorder_impl.hpp"

#include "record/measure/absences.hpp"

#include <fmt/core.h>

#include <string>

// What a run has come to.

namespace firsthit {
namespace {

template <int D>
std::vector<double> to_list(const Vec<D>& vector) {
  return {vector.c, vector.c + D};
}

}  // namespace

/// Those of the last state that was sound, if there is one after the start: of the run's end, or of the last
/// sample before it.
template <int D>
std::optional<Figures<D>> Recorder<D>::Impl::sound_figures() const {
  if (soundness == Soundness::None) {
    const bool usable = last_sample && last_sample->time > begin && last_sample->time < frame.time;
    return usable ? last_sample : std::nullopt;
  }
  const Measured measured = observables.measured(frame, world.statistics());
  return Figures<D>{frame.time, conserved(setup, frame),
                    soundness == Soundness::Whole ? measured : without_rates(measured)};
}

template <int D>
Summary Recorder<D>::Impl::summary_of(const RunEnd& end, const std::optional<Figures<D>>& figures) const {
  Summary summary;
  summary.outcome = end.outcome;
  summary.message = end.message;
  for (const BodyId id : end.culprits) summary.culprits.push_back(name_of(info, id));
  summary.scene = info.scene;
  summary.seed = info.seed;
  summary.dimension = D;
  summary.bodies = setup.bodies.size();
  summary.obstacles = setup.obstacles.size();
  summary.collisions = frame.collisions;
  for (const ImpactKind kind : {ImpactKind::BodyBody, ImpactKind::BodyObstacle, ImpactKind::BodySide})
    summary.collisions_by_kind[static_cast<std::size_t>(kind)] = world.collisions(kind);
  summary.events = world.events();
  summary.simulated_time = frame.time;
  summary.energy_initial = initial.energy;
  summary.momentum_initial = to_list(initial.momentum);
  summary.measure_from = info.measure_from;
  if (figures) {
    summary.sound_time = figures->time;
    summary.energy_final = figures->conserved.energy;
    summary.momentum_final = to_list(figures->conserved.momentum);
    summary.measured = figures->measured;
  }
  summary.measured.deepest_overlap = world.statistics().deepest_overlap;
  judge(summary);
  tell_absences(summary);
  summary.state_hash = world.state_hash();
  summary.folder = folder.path();
  return summary;
}

/// What theory expects of such a run, and how sharp the figures are that it can be compared with.
template <int D>
void Recorder<D>::Impl::judge(Summary& summary) const {
  summary.energy_conserved = why_energy_changes(setup, info.nature).empty();
  summary.thermodynamics = why_no_thermodynamics(info.nature).empty();
  summary.equilibrium = equilibrium_of(setup, info.nature);
  if (!summary.measured.compressibility) return;
  const auto count = static_cast<double>(dynamic_count(setup));
  const double freely_moving = count - (conserves_momentum(setup) ? 1.0 : 0.0);
  summary.compressibility_error = compressibility_error.error(freely_moving, count);
}

/// Why the summary has no value for what it has none, and what speaks against what it denies.
template <int D>
void Recorder<D>::Impl::tell_absences(Summary& summary) const {
  summary.absent = absences(setup, info.observables, summary.measured);
  if (!summary.measured.compressibility)
    summary.absent.push_back({"compressibility_error", "there is no compressibility"});
  else if (!summary.compressibility_error)
    summary.absent.push_back({"compressibility_error", "fewer than 32 samples, equally far apart"});
  if (!summary.sound_time) {
    for (const char* key : {"momentum_final", "energy_final", "sound_time"})
      summary.absent.insert(summary.absent.begin(), {key, ""});
    const std::string reason =
        fmt::format("crushed at t = {:.9g}, with no sample between then and the start (run.sample_every)",
                    summary.simulated_time);
    for (Absence& each : summary.absent) each.reason = reason;
  } else if (soundness == Soundness::NoRates && summary.measured.time > 0.0) {
    for (Absence& each : summary.absent)
      for (const char* key : {"collision_rate_per_body", "mean_free_time", "mean_free_path"})
        if (each.key == key) each.reason = "infinitely many impacts, of which rounding ended the count";
  }
  if (!summary.energy_conserved)
    summary.absent.push_back({"energy_conserved", why_energy_changes(setup, info.nature)});
  if (!summary.thermodynamics)
    summary.absent.push_back({"thermodynamics", why_no_thermodynamics(info.nature)});
}

template std::optional<Figures<2>> Recorder<2>::Impl::sound_figures() const;
template std::optional<Figures<3>> Recorder<3>::Impl::sound_figures() const;
template Summary Recorder<2>::Impl::summary_of(const RunEnd&, const std::optional<Figures<2>>&) const;
template Summary Recorder<3>::Impl::summary_of(const RunEnd&, const std::optional<Figures<3>>&) const;

}  // namespace firsthit
