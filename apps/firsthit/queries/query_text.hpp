#pragma once

#include "query/explain.hpp"

#include <firsthit/first_hit.hpp>

#include <string>
#include <string_view>

namespace firsthit {

/// An answer as members of an object of JSON (docs/formats/query.md), without its braces.
template <int D>
std::string answer_text(const Encounter<D>& e);

/// How it came about, as a member of the same object.
template <int D>
std::string explanation_text(const Encounter<D>& e, const QueryTrace& trace);

/// What first_hit says of its arguments, with the places that they have in the file:
/// `first_hit: a.shape.radius: ...` is `a.ball.radius: ...` there.
std::string in_terms_of_the_file(std::string_view message, std::string_view shape_a,
                                 std::string_view shape_b);

}  // namespace firsthit
