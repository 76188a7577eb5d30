#pragma once

#include <nanobind/nanobind.h>

namespace firsthit::python {

/// Where the fields of a record stand in it, in bytes, and under "" how many it has.
using Layout = nanobind::typed<nanobind::dict, nanobind::str, int>;

// What the module consists of, a file each.
void add_shapes(nanobind::module_& module);
void add_motions(nanobind::module_& module);
void add_questions(nanobind::module_& module);
void add_batches(nanobind::module_& module);
void add_features(nanobind::module_& module);
void add_worlds(nanobind::module_& module);
void add_agents(nanobind::module_& module);
void add_tables(nanobind::module_& module);

}  // namespace firsthit::python
