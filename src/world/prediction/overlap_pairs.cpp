#include "world/prediction/overlap_pairs.hpp"

#include <vector>

namespace firsthit {

template <int D>
void OverlapPairs<D>::rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes) {
  if (inside_.empty() || boxes == std::array<std::int64_t, std::size_t{D}>{}) return;
  std::vector<Key> moved;
  for (const Key& key : inside_) {
    if (key.low != body && key.high != body) continue;
    const Id other = key.low == body ? key.high : key.low;
    if (table_.moves(other) || !is_everywhere<D>(table_.fixed_body(other).shape)) moved.push_back(key);
  }
  for (const Key& key : moved) inside_.erase(key);
  for (Key& key : moved) {
    for (std::size_t axis = 0; axis < D; ++axis)
      key.image[axis] += static_cast<std::int32_t>(key.low == body ? -boxes[axis] : boxes[axis]);
    inside_.insert(key);
  }
}

template <int D>
void OverlapPairs<D>::remove(Id body) {
  std::erase_if(inside_, [body](const Key& key) { return key.low == body || key.high == body; });
}

template class OverlapPairs<2>;
template class OverlapPairs<3>;

}  // namespace firsthit
