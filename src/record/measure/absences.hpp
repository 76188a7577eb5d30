#pragma once

#include "record/base/request.hpp"
#include "record/measure/observables.hpp"
#include "record/setup/setup.hpp"

#include <string>
#include <vector>

namespace firsthit {

/// A key of summary.json that has no value, and why.
struct Absence {
  std::string key;
  std::string reason;
};

/// Of all that is measured and has no value, though it is asked for.
template <int D>
std::vector<Absence> absences(const RunSetup<D>& setup, const ObservableRequest& request,
                              const Measured& measured);

}  // namespace firsthit
