#pragma once

#include <stdexcept>
#include <string>

namespace firsthit::inline v0 {

/// Input that cannot be used: the message says where, what was expected and what was found.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace firsthit::inline v0
