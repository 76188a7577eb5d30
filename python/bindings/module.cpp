#include "parts.hpp"

#include <firsthit/error.hpp>
#include <firsthit/version.hpp>

#include <nanobind/nanobind.h>

#include <exception>

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "What the package is made of, in C++; not for users.";
  nb::set_leak_warnings(false);  // what lives until the interpreter ends is nobody's leak
  module.attr("version") = firsthit::kVersion;
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const firsthit::InputError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  using namespace firsthit::python;
  add_shapes(module);
  add_motions(module);
  add_questions(module);
  add_batches(module);
  add_features(module);
  add_worlds(module);
  add_agents(module);
  add_tables(module);
}
