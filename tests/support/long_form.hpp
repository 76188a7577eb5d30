#pragma once

#include <cstdlib>
#include <cstring>

namespace firsthit {

/// Do the tests run in their long form (`make test-long`)? Then sizes grow until minutes pass.
inline bool long_form() {
  const char* value = std::getenv("FIRSTHIT_LONG");
  return value != nullptr && std::strcmp(value, "0") != 0 && *value != '\0';
}

}  // namespace firsthit
