#pragma once

#include <firsthit/body.hpp>
#include <firsthit/error.hpp>
#include <firsthit/statistics.hpp>
#include <firsthit/world.hpp>

#include "core/instant.hpp"
#include "engine/record.hpp"
#include "index/bounds.hpp"
#include "query/tolerant/solid.hpp"
#include "world/saved/archive.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// How what knows nothing of archives is told in them.

namespace firsthit {

template <class T>
struct Persist<std::vector<T>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    if constexpr (std::is_arithmetic_v<T>) {
      archive.size(self, sizeof(T));
      for (auto& each : self) archive(each);
    } else if constexpr (Archive::kReads) {  // one by one: a wrong count takes no memory
      self.clear();
      for (std::uint64_t left = archive.count(); left > 0; --left) archive(self.emplace_back());
      self.shrink_to_fit();
    } else {
      archive.size(self);
      for (const T& each : self) archive(each);
    }
  }
};

template <class T>
struct Persist<std::deque<T>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    std::vector<T> all(self.begin(), self.end());
    archive(all);
    if constexpr (Archive::kReads) self.assign(all.begin(), all.end());
  }
};

template <>
struct Persist<std::string> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive.size(self);
    for (auto& each : self) archive(each);
  }
};

template <class T, std::size_t N>
struct Persist<T[N]> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    for (auto& each : self) archive(each);
  }
};

/// Eight to a byte.
template <>
struct Persist<std::vector<bool>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    std::uint64_t count = self.size();
    archive(count);
    std::vector<std::uint8_t> bytes((self.size() + 7) / 8);
    for (std::size_t i = 0; i < self.size(); ++i)
      bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | (self[i] ? 1U : 0U) << (i % 8));
    archive(bytes);
    if constexpr (Archive::kReads) {
      archive.require(count <= 8 * std::uint64_t{bytes.size()}, "expected no more bits than it holds");
      self.resize(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < self.size(); ++i) self[i] = (bytes[i / 8] >> (i % 8) & 1U) != 0;
    }
  }
};

template <class T, std::size_t N>
struct Persist<std::array<T, N>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    for (auto& each : self) archive(each);
  }
};

template <class A, class B>
struct Persist<std::pair<A, B>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.first, self.second);
  }
};

template <class Key, class Value>
struct Persist<std::map<Key, Value>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    std::vector<std::pair<Key, Value>> all(self.begin(), self.end());
    archive(all);
    if constexpr (Archive::kReads) self = Self(all.begin(), all.end());
  }
};

template <class T>
struct Persist<std::optional<T>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    bool is_there = self.has_value();
    archive(is_there);
    if constexpr (Archive::kReads)
      if (is_there) self.emplace(T{});
    if (is_there) archive(*self);
  }
};

template <int D>
struct Persist<Vec<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    for (auto& each : self.c) archive(each);
  }
};

template <>
struct Persist<Orientation<2>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.w, self.z);
  }
};
template <>
struct Persist<Orientation<3>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.w, self.x, self.y, self.z);
  }
};
template <>
struct Persist<PrincipalInertia> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.moments, self.axes);
  }
};

template <>
struct Persist<Instant> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.ticks, self.offset);
    if constexpr (Archive::kReads)
      archive.require(self.offset >= 0.0 && self.offset < archive.tick(),
                      "expected a time within a tick, found another number");
  }
};

template <int D>
struct Persist<Record<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.position, self.velocity, self.clock);
  }
};

template <>
struct Persist<BodyId> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.value);
  }
};
template <>
struct Persist<Material> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.value);
  }
};
template <>
struct Persist<Filter> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.category, self.mask);
  }
};

/// The number of the kind, and what it is made of.
template <int D>
struct Persist<Shape<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    auto kind = static_cast<std::uint8_t>(self.index());
    archive(kind);
    if constexpr (Archive::kReads) {
      read(self, kind, archive, std::make_index_sequence<std::variant_size_v<AnyShape<D>>>{});
    } else {
      std::visit([&](const auto& shape) { tell(shape, archive); }, static_cast<const AnyShape<D>&>(self));
    }
  }

 private:
  template <class Archive, std::size_t... Kinds>
  static void read(Shape<D>& self, std::size_t kind, Archive& archive, std::index_sequence<Kinds...>) {
    const bool known = ((kind == Kinds ? (read_as<Kinds>(self, archive), true) : false) || ...);
    archive.require(known, "expected a shape, found another number");
  }
  template <std::size_t Kind, class Archive>
  static void read_as(Shape<D>& self, Archive& archive) {
    using Own = std::variant_alternative_t<Kind, AnyShape<D>>;
    if constexpr (std::is_same_v<Own, Polygon>) {
      std::vector<Vec<2>> vertices;
      archive(vertices);
      try {
        self = Polygon(std::move(vertices));
      } catch (const InputError& error) {
        archive.require(false, error.what());
      }
    } else {
      Own shape{};
      tell(shape, archive);
      self = std::move(shape);
    }
  }
  template <class Own, class Archive>
  static void tell(Own& shape, Archive& archive) {
    using Plain = std::remove_const_t<Own>;
    if constexpr (std::is_same_v<Plain, Ball> || std::is_same_v<Plain, Container>) archive(shape.radius);
    if constexpr (std::is_same_v<Plain, Segment<D>>) archive(shape.from, shape.to);
    if constexpr (std::is_same_v<Plain, HalfSpace<D>>) archive(shape.normal, shape.offset);
    if constexpr (std::is_same_v<Plain, Arc>) archive(shape.radius, shape.from, shape.to);
    if constexpr (std::is_same_v<Plain, Capsule<D>>) archive(shape.from, shape.to, shape.radius);
    if constexpr (std::is_same_v<Plain, Box<D>>) archive(shape.half_extents);
    if constexpr (std::is_same_v<Plain, OrientedBox<D>>) archive(shape.half_extents, shape.axes);
    if constexpr (std::is_same_v<Plain, Hull<D>>) archive(shape.vertices, shape.radius);
    if constexpr (std::is_same_v<Plain, Triangle>) archive(shape.vertices);
    if constexpr (std::is_same_v<Plain, Polygon>) archive(shape.vertices());
  }
};

template <int D>
struct Persist<Body<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.shape, self.position, self.velocity, self.mass, self.material);
    archive.choice(self.kind, BodyKind::Pinned);
    archive(self.filter, self.sensor);
    archive.choice(self.after_hit, AfterHit::Waits);
    archive(self.one_way, self.spins, self.orientation, self.angular_velocity, self.inertia);
    if (archive.version() >= 5) archive(self.surface_velocity);
    if (archive.version() >= 8) archive.choice(self.on_crush, OnCrush::Passes);
  }
};

template <int D>
struct Persist<WorldOptions<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.space.min, self.space.max);
    for (auto& side : self.space.sides) archive.choice(side, Side::Open);
    archive(self.gravity, self.restitution, self.side_material, self.contact_duration, self.rest);
    archive.choice(self.neighbours, NeighbourSearch::AllPairs);
    archive(self.friction, self.tangential_restitution, self.rolling_friction, self.spinning_friction);
  }
};

template <int D>
struct Persist<BodyState<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.position, self.velocity, self.wraps, self.acceleration, self.orientation,
            self.angular_velocity, self.angular_acceleration);
  }
};

template <int D>
struct Persist<MeasureOptions<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.from, self.drift, self.path_length);
  }
};

// How a body stands that turns elsewhere: its shape, turned and rounded.
template <int D>
struct Persist<Bounds<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.low, self.high);
  }
};
template <int D>
struct Persist<HalfSpace<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.normal, self.offset);
  }
};
template <int D>
struct Persist<Facets<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.vertices, self.normals, self.edges);
  }
};
template <int D>
struct Persist<SolidPiece<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive.choice(self.kind, SolidPiece<D>::Kind::Round);
    archive(self.is_seam, self.radius, self.width, self.half, self.facets);
  }
};
template <int D>
struct Persist<Solid<D>> {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    archive(self.pieces, self.plane, self.bounds, self.extent, self.width);
  }
};

}  // namespace firsthit
