#pragma once

#include <firsthit/batch.hpp>

#include <cstddef>
#include <cstdint>

// What lanes can answer for a block of pairs. All of them write answers to `out` where they are certain of
// every bit, and the numbers of all other pairs to `rest`, of which they return how many there are. They
// choose the widest instructions that the machine has, or that hwy::SetSupportedTargetsForTest left it.

namespace firsthit {

/// Pairs that a kernel takes at once: their answers fit the nearest cache.
inline constexpr std::size_t kBlock = 128;

std::size_t answer(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count,
                   const Query& query, Encounter<2>* out, std::uint32_t* rest);
std::size_t answer(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count,
                   const Query& query, Encounter<3>* out, std::uint32_t* rest);
std::size_t answer(const Straight<Box<2>, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count,
                   const Query& query, Encounter<2>* out, std::uint32_t* rest);
std::size_t answer(const Straight<Box<3>, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count,
                   const Query& query, Encounter<3>* out, std::uint32_t* rest);

}  // namespace firsthit
