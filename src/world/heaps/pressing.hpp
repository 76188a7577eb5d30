#pragma once

#include "world/heaps/parting.hpp"
#include "world/heaps/pile_contacts.hpp"

#include <cmath>

namespace firsthit {

/// Bodies no further apart, in parts of the smaller one's size, are asked for: as kNear.
inline constexpr double kWithin = 0x1p-8;

/// So often it is looked where all are after the hop. More: gaps are truer then, but it costs as much as the
/// sweeps.
inline constexpr int kMostLooks = 1;

/// [L] Of a hop of such a speed [L/T], which lasts so long [T].
inline double joint_hop_height(double speed, double lasts) { return 0.25 * speed * lasts; }

/// What pushes at a contact do, and how much is needed.
template <int D>
struct HeapSearch<D>::Pressing {
  static constexpr auto kWays = static_cast<std::size_t>(D - 1);  // across it

  UnitPush normal;
  double gives = 0.0;               // [1/M] how much faster it opens by a push of size 1
  double wanted = 0.0;              // [L/T] so fast it opens, at least
  double chased = 0.0;              // [L/T] how fast it must, to stay as it is
  std::optional<double> bounces{};  // its restitution, where it carries nothing, and is struck
  double size = 0.0;                // [M L/T]
  double friction = 0.0;
  std::array<UnitPush, kWays> across{};
  std::array<double, kWays> gives_across{};
  std::array<double, kWays> passes{};  // [L/T] how what no force moves passes by
  std::array<double, kWays> rubs{};    // [M L/T]

  /// Gives what it carries from the begin.
  void begin(std::span<const double> inverse_mass, std::vector<double>& speed) const {
    normal.give(size, inverse_mass, speed);
    if (!(friction > 0.0)) return;
    for (std::size_t k = 0; k < rubs.size(); ++k) across[k].give(rubs[k], inverse_mass, speed);
  }
  /// The least push that opens it so, if that is more than `least` [L/T]; one that bounces parts as fast as
  /// it does. Returns by how much [L/T] it opens faster, or slower.
  double open(double least, std::span<const double> inverse_mass, std::vector<double>& speed) {
    if (!(gives > 0.0)) return 0.0;
    const double lacks = wanted - normal.dot(speed);
    double by = std::max(lacks / gives, -size);
    if (bounces)
      by = lacks > 0.0 ? std::max(lacks, (1.0 + *bounces) * (lacks - (wanted - chased))) / gives : 0.0;
    if (!(std::fabs(by) * gives > least)) return 0.0;
    normal.give(by, inverse_mass, speed);
    size += by;
    return std::fabs(by) * gives;
  }
  /// What friction takes of how it slips, no more than by what `presses` [M L/T]. Returns by how much [L/T],
  /// at most, that changes.
  double rub(double presses, double least, std::span<const double> inverse_mass, std::vector<double>& speed) {
    std::array<double, kWays> needed = rubs;
    double whole = 0.0;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (!(gives_across[i] > 0.0)) continue;
      needed[i] -= (across[i].dot(speed) + passes[i]) / gives_across[i];
      whole += needed[i] * needed[i];
    }
    whole = std::sqrt(whole);
    const double most = friction * presses;
    const double part = whole > most ? most / whole : 1.0;
    double changed = 0.0;
    for (std::size_t i = 0; i < needed.size(); ++i)
      changed = std::max(changed, std::fabs(part * needed[i] - rubs[i]) * gives_across[i]);
    if (!(changed > least)) return 0.0;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      across[i].give(part * needed[i] - rubs[i], inverse_mass, speed);
      rubs[i] = part * needed[i];
    }
    return changed;
  }
};

/// The contacts of two pieces. Where several are along one normal, as of a side that lies on another, they
/// are pushed in the middle of them first: it says nothing that they do not, but does not turn who lies
/// evenly.
template <int D>
struct HeapSearch<D>::PressingPair {
  std::size_t first = 0;  // of the contacts,
  std::size_t last = 0;   // and the one behind them
  double height = 0.0;    // [L^2/T^2] against gravity
  std::optional<Pressing> middle{};

  /// They begin with what they carry, in the middle as far as all of them do: so it is taken back there, too.
  void begin(std::vector<Pressing>& contacts, std::span<const double> inverse_mass,
             std::vector<double>& speed) {
    if (middle) {
      double least = contacts[first].size;
      for (std::size_t i = first; i < last; ++i) least = std::min(least, contacts[i].size);
      for (std::size_t i = first; i < last; ++i) contacts[i].size -= least;
      middle->size = least * static_cast<double>(last - first);
      middle->begin(inverse_mass, speed);
    }
    for (std::size_t i = first; i < last; ++i) contacts[i].begin(inverse_mass, speed);
  }
  /// In the middle they open as fast as all of them are to on average.
  void want(std::span<const Pressing> contacts) {
    if (!middle) return;
    middle->wanted = 0.0;
    for (std::size_t i = first; i < last; ++i)
      middle->wanted += contacts[i].wanted / static_cast<double>(last - first);
  }
  /// Returns by how much [L/T], at most, one of them opens faster or slower, and whether anything changes.
  std::pair<double, bool> press(double least, std::vector<Pressing>& contacts,
                                std::span<const double> inverse_mass, std::vector<double>& speed) {
    double most = middle ? middle->open(least, inverse_mass, speed) : 0.0;
    const double share = middle ? middle->size / static_cast<double>(last - first) : 0.0;
    for (std::size_t i = first; i < last; ++i)
      most = std::max(most, contacts[i].open(least, inverse_mass, speed));
    bool changes = most > 0.0;
    for (std::size_t i = first; i < last; ++i)
      if (contacts[i].friction > 0.0)
        changes = contacts[i].rub(contacts[i].size + share, least, inverse_mass, speed) > 0.0 || changes;
    return {most, changes};
  }
};

}  // namespace firsthit
