#include "scene/read/draft.hpp"
#include "scene/read/surfaces.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

Response response_of(std::string_view word) {
  if (word == "slide") return Response::Slide;
  if (word == "stop") return Response::Stop;
  if (word == "stick") return Response::Stick;
  return word == "pass" ? Response::Pass : Response::Bounce;
}

/// What the two do; restitutions and friction belong to a bounce.
void read_response(TableReader& reader, const SceneSurfaces& usual, SceneContact& contact) {
  const std::string word =
      reader.choice("response", {"bounce", "slide", "stop", "stick", "pass"}).value_or("bounce");
  contact.response = response_of(word);
  contact.restitution = reader.number("restitution", Range::Fraction).value_or(1.0);
  contact.surfaces = read_surfaces(reader, usual);
  if (contact.response == Response::Bounce) {
    reader.require("restitution");
    return;
  }
  const auto refuse = [&](const char* key) {
    if (const Value* found = reader.value(key))
      reader.error(key,
                   fmt::format("expected none beside response = \"{}\", found {}", word, describe(*found)));
  };
  refuse("restitution");
  for (const char* key : kSurfaceKeys) refuse(key);
}

/// Sets the two materials. False if they are none that anybody has.
bool read_materials(Draft& draft, TableReader& reader, SceneContact& contact) {
  reader.require("materials");
  const Value* pair = reader.value("materials");
  if (pair == nullptr) return false;
  const bool right = pair->is_array() && pair->items.size() == 2 &&
                     pair->items[0].kind == Value::Kind::String && pair->items[1].kind == Value::Kind::String;
  if (!right) {
    reader.error("materials", fmt::format("expected an array of 2 names, found {}", describe(*pair)));
    return false;
  }
  bool known = true;
  const std::vector<std::string>& materials = draft.scene.materials;
  const std::vector<std::string_view> names(materials.begin(), materials.end());
  for (std::size_t i = 0; i < 2; ++i) {
    const Value& item = pair->items[i];
    const auto at = std::find(names.begin(), names.end(), item.text);
    (i == 0 ? contact.a : contact.b) = static_cast<std::uint32_t>(at - names.begin());
    if (at != names.end()) continue;
    known = false;
    const std::string_view guess = nearest(item.text, names);
    draft.problems.error(
        item.place,
        fmt::format("materials: expected the material of a body, found {}, which nobody has{}",
                    quoted(item.text), guess.empty() ? "" : fmt::format("; did you mean \"{}\"?", guess)));
  }
  if (contact.a > contact.b) std::swap(contact.a, contact.b);
  return known;
}

}  // namespace

void read_contacts(Draft& draft, const std::vector<const Value*>& tables) {
  std::vector<FilePlace> places;
  for (const Value* value : tables) {
    TableReader reader(*value, "[[contact]]", draft.problems);
    SceneContact contact;
    read_response(reader, draft.scene.surfaces, contact);
    const bool known = read_materials(draft, reader, contact);
    reader.finish();
    if (!known) continue;
    std::vector<SceneContact>& contacts = draft.scene.contacts;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (contacts[i].a == contact.a && contacts[i].b == contact.b)
        reader.error("materials", fmt::format("expected each pair once, found the pair of {} again",
                                              draft.problems.describe(places[i])));
    contacts.push_back(contact);
    places.push_back(value->place);
  }
}

}  // namespace firsthit
