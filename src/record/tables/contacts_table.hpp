#pragma once

#include "record/base/run_info.hpp"

#include <firsthit/questions.hpp>

#include <span>
#include <string>

namespace firsthit {

/// contacts.csv: a row for each place where a body rests on something at this time [T].
template <int D>
std::string contacts_text(std::span<const RestingContact<D>> contacts, double time, const RunInfo& info);

}  // namespace firsthit
