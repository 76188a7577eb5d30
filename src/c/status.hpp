#pragma once

#include <firsthit/c/base.h>
#include <firsthit/error.hpp>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace firsthit::c {

/// A call that is refused for another reason than its numbers.
class Refused : public std::runtime_error {
 public:
  Refused(FirsthitStatus why, const std::string& message) : std::runtime_error(message), status(why) {}
  FirsthitStatus status;
};

/// Keeps what firsthit_last_error tells.
FirsthitStatus failed(FirsthitStatus status, const char* message) noexcept;

/// Does what a function of the interface does; what it throws becomes its status.
template <class Call>
FirsthitStatus guarded(const Call& call) noexcept {
  try {
    call();
    return FIRSTHIT_OK;
  } catch (const Refused& error) {
    return failed(error.status, error.what());
  } catch (const InputError& error) {
    return failed(FIRSTHIT_ERROR_INPUT, error.what());
  } catch (const std::bad_alloc&) {
    return failed(FIRSTHIT_ERROR_MEMORY, "there is not enough memory");
  } catch (const std::length_error&) {  // of a container that is asked for more than there can be
    return failed(FIRSTHIT_ERROR_MEMORY, "there is not enough memory");
  } catch (const std::exception& error) {
    return failed(FIRSTHIT_ERROR_INTERNAL, error.what());
  } catch (...) {
    return failed(FIRSTHIT_ERROR_INTERNAL, "something was thrown that is no exception");
  }
}

/// Requires something there.
template <class T>
T& there(T* pointer, const char* what) {
  if (pointer == nullptr)
    throw Refused(FIRSTHIT_ERROR_NULL, std::string(what) + ": expected something, found null");
  return *pointer;
}

/// The same of an array, which may be null if it is empty.
template <class T>
T* array(T* pointer, std::size_t count, const char* what) {
  if (count > 0) there(pointer, what);
  return pointer;
}

}  // namespace firsthit::c
