#pragma once

namespace firsthit {

/// While it lives, floating point rounds to nearest and keeps denormals, whatever the caller had
/// set; then the caller's settings return.
class FpEnvironment {
 public:
  FpEnvironment();
  ~FpEnvironment();
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;

 private:
  int rounding_;
  unsigned control_ = 0;  // the register that flushes denormals, where there is one
};

}  // namespace firsthit
