#pragma once

#include "record/base/json.hpp"
#include "record/base/plain_shape.hpp"

namespace firsthit {

/// `{"box": {"half_extents": [1, 1]}}`, with the names and keys of docs/formats/query.md, and those of
/// docs/formats/paths.md for containers and arcs.
Json shape_json(const PlainShape& shape, int dimension);

/// The same read back. Throws JsonError, or InputError, where it is no shape of finite
/// numbers.
PlainShape shape_of_json(const Json& json, int dimension);

}  // namespace firsthit
