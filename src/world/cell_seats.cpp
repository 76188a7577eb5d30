// In what order sights are kept: of many balls that hardly move away from each other, in that of space, so
// that those near one are near each other in memory as well.

#include "core/expect.hpp"
#include "world/cells.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace firsthit {

namespace {

/// Of fewer balls sights are in a cache that is not too far.
constexpr std::size_t kManyBalls = 500'000;

/// Along each axis, the cells of a block, whose balls have their seats side by side.
constexpr std::int32_t kBlock = 2;

}  // namespace

/// Where cells overlap widely balls fly far, and soon others would be near. Radii must be alike, as a sight
/// tells whose it is where others tell theirs.
template <int D>
bool Cells<D>::can_have_seats() const {
  return sees() && !sights_.frame().wraps_flights && table_.radius.values().size() == 1 &&
         table_.moving.size() == table_.size() &&
         (tuning_.always_has_seats || (table_.size() > kManyBalls && !layout_.overlap_widely()));
}

/// All get seats in the order of blocks of cells.
template <int D>
void Cells<D>::give_seats() {
  std::vector<Id> seats(homes_.size());
  Id next = 0;
  std::array<std::int32_t, kAxes> zero{};
  std::array<std::int32_t, kAxes> last_block{};
  std::array<std::int32_t, kAxes> last_of_block{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    last_block[axis] = (map_.count(axis) - 1) / kBlock;
    last_of_block[axis] = kBlock - 1;
  }
  each_image<D>(zero, last_block, [&](const std::array<std::int32_t, kAxes>& block) {
    each_image<D>(zero, last_of_block, [&](const std::array<std::int32_t, kAxes>& within) {
      Cell cell{};
      bool exists = true;
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const std::int32_t at = kBlock * block[axis] + within[axis];
        exists &= at < map_.count(axis);
        cell[axis] = static_cast<std::uint16_t>(at);
      }
      if (exists) slots_.renumber(map_.number(cell), [&](Id old) { return seats[old] = next++; });
    });
  });
  FIRSTHIT_EXPECT(next == seats.size());
  sights_.change_seats(seats);
  seated_.fill({});
  forget_gathered();
  passages_ = 0;
}

/// A ball passes into another cell.
template <int D>
void Cells<D>::count_passage() {
  if (++passages_ > tuning_.passages * homes_.size()) give_seats();
}

/// Where its cell goes on beyond its slots.
template <int D>
Id Cells<D>::find_seat_beyond(Id body) {
  for (const CellSlots::Piece* piece = slots_.first(cell_of(body));; piece = slots_.next(*piece)) {
    for (std::size_t slot = 0; slot < piece->count(); ++slot) {
      const Id seat = piece->body(slot) & ~CellSlots::kMark;
      if (sights_.id_of(seat) == body) return seat;
    }
    FIRSTHIT_EXPECT(piece->goes_on());
  }
}

/// The same with ids for seats.
template <int D>
Candidates<D> Cells<D>::with_ids(Candidates<D> all) {
  if (sights_.have_seats())
    for (Id& partner : std::span(found_.partners(), found_.moving())) partner = sights_.id_of(partner);
  return all;
}

template bool Cells<2>::can_have_seats() const;
template void Cells<2>::give_seats();
template void Cells<2>::count_passage();
template Id Cells<2>::find_seat_beyond(Id);
template Candidates<2> Cells<2>::with_ids(Candidates<2>);

template bool Cells<3>::can_have_seats() const;
template void Cells<3>::give_seats();
template void Cells<3>::count_passage();
template Id Cells<3>::find_seat_beyond(Id);
template Candidates<3> Cells<3>::with_ids(Candidates<3>);

}  // namespace firsthit
