#pragma once

#include "oracle/turning/apart.hpp"

#include <string>

// Judges what first_hit answers about two of which one spins, by arithmetic of its own.

namespace firsthit::turning_judge {

struct Verdict {
  std::string objection;      ///< empty if there is none
  bool missed = false;        ///< deeper than allowed before the answer's time
  bool false_alarm = false;   ///< an impact of two that do not overlap
  std::size_t undecided = 0;  ///< what could not be told
  std::size_t pieces = 0;     ///< of time, looked at
  double bracket = 0.0;       ///< of an impact, of the horizon
};

/// Requires: a finite horizon.
template <int D>
Verdict judge(const Asked<D>& asked, const Encounter<D>& answer);

/// C++ that asks the same, to the same bits.
template <int D>
std::string text(const Asked<D>& asked);

template <int D>
std::string text(const Encounter<D>& answer);

}  // namespace firsthit::turning_judge
