#include "record/tables/contacts_table.hpp"

#include "record/tables/cells.hpp"
#include "record/tables/tables.hpp"

#include <fmt/core.h>

namespace firsthit {

template <int D>
std::string contacts_text(std::span<const RestingContact<D>> contacts, double time, const RunInfo& info) {
  std::string text = fmt::format("time [T],a,b,name_a,name_b{}{}{}\n", vector_header(D, "point", "L"),
                                 vector_header(D, "normal", "1"), vector_header(D, "force", "M L/T^2"));
  for (const RestingContact<D>& contact : contacts) {
    put(text, time);
    text += fmt::format(",{},{},{},{}", contact.a.value, contact.b.value, csv_cell(name_of(info, contact.a)),
                        csv_cell(name_of(info, contact.b)));
    for (const Vec<D>* vector : {&contact.point, &contact.normal, &contact.force}) put_cells(text, vector->c);
    text += '\n';
  }
  return text;
}

template std::string contacts_text(std::span<const RestingContact<2>>, double, const RunInfo&);
template std::string contacts_text(std::span<const RestingContact<3>>, double, const RunInfo&);

}  // namespace firsthit
