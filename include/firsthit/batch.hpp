#pragma once

#include <firsthit/first_hit.hpp>
#include <firsthit/motion.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <cstddef>
#include <span>

namespace firsthit::inline v0 {

/// A shape on a straight course.
template <class S, int D>
struct Straight {
  S shape;
  Vec<D> position;  ///< [L] now
  Vec<D> velocity;  ///< [L/T]
};

/// A shape that spins.
template <class S, int D>
struct Turning {
  S shape;
  Spinning<D> motion;
};

/// Balls on straight courses, column by column: read where they lie, as arrays of radii, positions and
/// velocities hold them.
template <int D>
struct BallColumns {
  /// Rows of doubles, each `step` doubles after the one before; a step of 0 is one row for all.
  struct Strided {
    const double* first = nullptr;
    std::ptrdiff_t step = 0;
  };
  std::size_t count = 0;
  Strided radius;    ///< [L] one number a row
  Strided position;  ///< [L] now; D numbers a row, side by side
  Strided velocity;  ///< [L/T] the same
};

/// first_hit for many pairs at once: out[i] has the bits of first_hit of a[i] and b[i].
///
/// Most pairs are answered several at a time, by the widest instructions that the machine has; the answer
/// is the same on every machine. Throws InputError, like first_hit, and for spans of different lengths:
/// what out then holds is not specified. Cost: O(number of pairs). Threads: any number at once, into
/// different spans.
void first_hit(std::span<const Straight<Ball, 2>> a, std::span<const Straight<Ball, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});
void first_hit(std::span<const Straight<Ball, 3>> a, std::span<const Straight<Ball, 3>> b,
               std::span<Encounter<3>> out, const Query& query = {});
void first_hit(const BallColumns<2>& a, const BallColumns<2>& b, std::span<Encounter<2>> out,
               const Query& query = {});
void first_hit(const BallColumns<3>& a, const BallColumns<3>& b, std::span<Encounter<3>> out,
               const Query& query = {});
void first_hit(std::span<const Straight<Box<2>, 2>> a, std::span<const Straight<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});
void first_hit(std::span<const Straight<Box<3>, 3>> a, std::span<const Straight<Box<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query = {});
void first_hit(std::span<const Straight<OrientedBox<2>, 2>> a, std::span<const Straight<OrientedBox<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});
void first_hit(std::span<const Straight<OrientedBox<3>, 3>> a, std::span<const Straight<OrientedBox<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query = {});
void first_hit(std::span<const Straight<Ball, 2>> a, std::span<const Straight<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});
void first_hit(std::span<const Straight<Ball, 3>> a, std::span<const Straight<Box<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query = {});
void first_hit(std::span<const Straight<Point, 2>> a, std::span<const Straight<Segment<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});
/// Of boxes that spin, those that fall, have a half extent of 0, or meet with parallel sides are answered one
/// at a time.
void first_hit(std::span<const Turning<Box<2>, 2>> a, std::span<const Turning<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query = {});

}  // namespace firsthit::inline v0
