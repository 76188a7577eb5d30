#pragma once

#include "engine/record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// Somebody whom a body may meet: a partner, seen through one periodic image.
template <int D>
struct Candidate {
  Id partner = 0;
  Image<D> image{};  ///< the partner's record plus this many box lengths
};

/// Two that meet, the smaller id first, so that whichever of them asks computes the very same numbers.
template <int D>
struct OrderedPair {
  Id low = 0;
  Id high = 0;
  Image<D> image{};  ///< of the second, seen from the first

  /// (No branches: nobody can foretell which id is the smaller one.)
  OrderedPair(Id body, const Candidate<D>& with) {
    const std::int32_t turned = -static_cast<std::int32_t>(with.partner < body);
    const Id either = (body ^ with.partner) & static_cast<Id>(turned);
    low = body ^ either;
    high = with.partner ^ either;
    for (std::size_t axis = 0; axis < D; ++axis) image[axis] = (with.image[axis] ^ turned) - turned;
  }
};

/// Calls each(image) for all from `low` to `high`, along every axis.
template <int D, class Each>
void each_image(const Image<D>& low, const Image<D>& high, const Each& each) {
  for (std::size_t axis = 0; axis < D; ++axis)
    if (high[axis] < low[axis]) return;
  for (Image<D> image = low; image[D - 1] <= high[D - 1];) {
    each(image);
    std::size_t axis = 0;
    while (axis + 1 < D && ++image[axis] > high[axis]) {
      image[axis] = low[axis];
      ++axis;
    }
    if (axis + 1 == D) ++image[D - 1];
  }
}

/// Those whom a body may meet. Those that move stand in columns, which go on for kRoom places beyond their
/// ends: there stands the body itself, without an image. It may also stand before that.
template <int D>
struct Candidates {
  static constexpr std::size_t kRoom = 16;

  const Id* partner = nullptr;
  std::array<const std::int32_t*, std::size_t{D}> image{};  ///< by axis; all null where no image is needed
  std::size_t moving = 0;                                   ///< the length of the columns
  bool are_nearest = false;             ///< those that move are seen in the image that is nearest now
  std::span<const Candidate<D>> fixed;  ///< those that do not move

  bool has_images() const { return image[0] != nullptr; }
  std::size_t size() const { return moving + fixed.size(); }
  /// The fixed ones follow those that move. Of what is nearest the image is left to be found.
  Candidate<D> operator[](std::size_t i) const {
    if (i >= moving) return fixed[i - moving];
    Candidate<D> one{partner[i], {}};
    if (has_images())
      for (std::size_t axis = 0; axis < D; ++axis) one.image[axis] = image[axis][i];
    return one;
  }
};

/// Room for candidates that are looked up again and again.
template <int D>
class CandidateList {
 public:
  /// Forgets all, and makes room for so many that move.
  void clear(std::size_t most = 0) {
    moving_ = 0;
    has_images_ = false;
    fixed_.clear();
    make_room(most);
  }
  /// Room for so many more that move.
  void make_room(std::size_t more) {
    const std::size_t wanted = moving_ + more + Candidates<D>::kRoom;
    if (partner_.size() >= wanted) return;
    partner_.resize(2 * wanted);
    for (auto& column : image_) column.resize(2 * wanted);
  }
  void add_moving(Id partner, const Image<D>& image) {
    make_room(1);
    partner_[moving_] = partner;
    for (std::size_t axis = 0; axis < D; ++axis) {
      image_[axis][moving_] = image[axis];
      has_images_ = has_images_ || image[axis] != 0;
    }
    ++moving_;
  }
  void add_fixed(Id partner, const Image<D>& image) { fixed_.push_back({partner, image}); }
  /// All of them, for `body`.
  Candidates<D> view_of(Id body) {
    std::fill_n(partner_.data() + moving_, Candidates<D>::kRoom, body);
    Candidates<D> all;
    all.partner = partner_.data();
    all.moving = moving_;
    all.fixed = fixed_;
    if (!has_images_) return all;
    for (std::size_t axis = 0; axis < D; ++axis) {
      std::fill_n(image_[axis].data() + moving_, Candidates<D>::kRoom, 0);
      all.image[axis] = image_[axis].data();
    }
    return all;
  }

  // For those who fill the column by themselves, in the room they have made; without images.
  Id* partners() { return partner_.data(); }
  std::size_t moving() const { return moving_; }
  void set_moving(std::size_t count) { moving_ = count; }

 private:
  std::vector<Id> partner_;
  std::array<std::vector<std::int32_t>, std::size_t{D}> image_;
  std::vector<Candidate<D>> fixed_;
  std::size_t moving_ = 0;
  bool has_images_ = false;
};

}  // namespace firsthit
