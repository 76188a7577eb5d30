#pragma once

#include <firsthit/error.hpp>

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

// How calls answer. JavaScript gives numbers and bytes, and gets numbers back; what is more than a number is
// kept here until the next call, and read from memory. There is one thread, and one answer at a time.

namespace firsthit {

/// Keeps a text, or bytes, for JavaScript.
void keep_answer(std::string answer);

/// Numbers as the bytes that they are.
std::string bytes_of(const std::vector<double>& numbers);

/// Keeps what `step` returns. If something is wrong with what was asked, keeps a text that says what, and
/// returns `failure` instead of `success`.
template <class Result, class Step>
Result answered(Result success, Result failure, Step step) {
  try {
    keep_answer(step());
    return success;
  } catch (const std::bad_alloc&) {
    keep_answer("there is not enough memory");
  } catch (const std::exception& error) {
    keep_answer(error.what());
  }
  return failure;
}

template <class Step>
int answered(Step step) {
  return answered(1, 0, std::move(step));
}

}  // namespace firsthit
