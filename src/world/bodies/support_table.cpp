#include "world/bodies/support_table.hpp"

#include "world/bodies/fixed_shape.hpp"

#include <algorithm>

namespace firsthit {

template <int D>
std::span<const Support<D>> SupportTable<D>::of(Id body) const {
  const Hold* hold = find(body);
  if (hold == nullptr) return {};
  return {hold->supports.data(), hold->support_count};
}

template <int D>
std::span<const Support<D>> SupportTable<D>::along(Id body) const {
  if (glides_.empty()) return of(body);
  const auto glide = glides_.find(body);
  return glide == glides_.end() ? of(body) : std::span<const Support<D>>(glide->second.supports);
}

template <int D>
void SupportTable<D>::glide(Id body, const Support<D>& support, const Vec<D>& into) {
  Glide& all = glides_[body];
  all.supports.push_back(support);
  all.into.push_back(into);
}

template <int D>
std::vector<Id> SupportTable<D>::held_by(Id support) const {
  if (table_.is_dynamic(support)) return {carried(support).begin(), carried(support).end()};
  std::vector<Id> held;
  for (Id body = 0; body < index_.size(); ++body)
    for (const Support<D>& one : of(body))
      if (one.id == support && (held.empty() || held.back() != body)) held.push_back(body);
  return held;
}

template <int D>
void SupportTable<D>::let_go(Id body) {
  if (find(body) == nullptr) return;
  glides_.erase(body);
  in_heaps_.erase(body);
  Hold& now = hold(body);
  for (std::size_t i = 0; i < now.support_count; ++i) {
    const auto carrier = carriers_.find(now.supports[i].id);
    if (carrier == carriers_.end()) continue;
    unloaded_.push_back(carrier->first);
    std::erase(carrier->second, body);
    if (carrier->second.empty()) carriers_.erase(carrier);
  }
  now.support_count = 0;
  now.slides_until = kEndOfTime;
}

template <int D>
void SupportTable<D>::forget_touched(Id support) {
  for (Hold& hold : holds_) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < hold.touched_count; ++i) {
      if (hold.touched[i].id == support) continue;
      hold.touched[kept] = hold.touched[i];
      hold.touched_into[kept++] = hold.touched_into[i];
    }
    hold.touched_count = kept;
  }
}

template <int D>
void SupportTable<D>::add(Id body, const Support<D>& support, const Vec<D>& into) {
  Hold& now = hold(body);
  now.into[now.support_count] = into;
  now.supports[now.support_count++] = support;
  carry(support.id, body);
}

template <int D>
void SupportTable<D>::carry(Id carrier, Id body) {
  if (!table_.is_dynamic(carrier)) return;
  std::vector<Id>& all = carriers_[carrier];
  const auto place = std::lower_bound(all.begin(), all.end(), body);
  if (place == all.end() || *place != body) all.insert(place, body);
}

template <int D>
std::span<const Id> SupportTable<D>::carried(Id body) const {
  const auto found = carriers_.find(body);
  return found == carriers_.end() ? std::span<const Id>() : std::span<const Id>(found->second);
}

template <int D>
bool SupportTable<D>::rests_on(Id body, const Support<D>& support) const {
  const auto all = along(body);
  return std::find(all.begin(), all.end(), support) != all.end();
}

template <int D>
bool SupportTable<D>::is_among_supports(Id body, Id support, const Image<D>& image) const {
  const auto all = along(body);
  return std::any_of(all.begin(), all.end(),
                     [&](const Support<D>& one) { return one.id == support && one.image == image; });
}

template <int D>
const Instant& SupportTable<D>::slide_ends(Id a, Id b) const {
  if (const auto of_a = of(a); !of_a.empty() && of_a[0].id == b) return slides_until(a);
  if (const auto of_b = of(b); !of_b.empty() && of_b[0].id == a) return slides_until(b);
  return kEndOfTime;
}

template <int D>
const Vec<D>& SupportTable<D>::into(Id body, const Support<D>& support) const {
  const auto all = along(body);
  const auto place = static_cast<std::size_t>(std::find(all.begin(), all.end(), support) - all.begin());
  const auto glide = glides_.find(body);
  return glide == glides_.end() ? find(body)->into[place] : glide->second.into[place];
}

template <int D>
void SupportTable<D>::set_into(Id body, const Support<D>& support, const Vec<D>& into) {
  Hold& now = hold(body);
  for (std::size_t i = 0; i < now.support_count; ++i)
    if (now.supports[i] == support) now.into[i] = into;
}

template <int D>
std::span<const Support<D>> SupportTable<D>::touched(Id body) const {
  const Hold* hold = find(body);
  if (hold == nullptr) return {};
  return {hold->touched.data(), hold->touched_count};
}

template <int D>
bool SupportTable<D>::is_everywhere_or_side(Id support) const {
  return support >= kFirstSide || (!table_.moves(support) && is_everywhere(table_.fixed_body(support).shape));
}

template <int D>
auto SupportTable<D>::hold(Id body) -> Hold& {
  if (index_[body] == 0) {
    holds_.emplace_back();
    index_[body] = static_cast<std::uint32_t>(holds_.size());
  }
  return holds_[index_[body] - 1];
}

template <int D>
void SupportTable<D>::set_timebase(const Timebase& timebase, int finer) {
  const std::int64_t beyond = std::int64_t{1} << (62 - finer);  // of what the clock then reaches
  for (Hold& now : holds_)
    now.slides_until =
        now.slides_until.ticks < beyond ? timebase.retold(now.slides_until, finer) : kEndOfTime;
}

template <int D>
void SupportTable<D>::rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes) {
  if (find(body) == nullptr) return;
  Hold& now = hold(body);
  const auto move = [&](Support<D>& support) {
    if (is_everywhere_or_side(support.id)) return;
    for (std::size_t axis = 0; axis < D; ++axis)
      support.image[axis] -= static_cast<std::int32_t>(boxes[axis]);
  };
  for (std::size_t i = 0; i < now.support_count; ++i) move(now.supports[i]);
  for (std::size_t i = 0; i < now.touched_count; ++i) move(now.touched[i]);
}

template <int D>
void SupportTable<D>::rebase_support(Id support, const std::array<std::int64_t, std::size_t{D}>& boxes) {
  const auto move = [&](Support<D>& one) {
    if (one.id != support) return;
    for (std::size_t axis = 0; axis < D; ++axis) one.image[axis] += static_cast<std::int32_t>(boxes[axis]);
  };
  for (Hold& now : holds_) {
    for (std::size_t i = 0; i < now.support_count; ++i) move(now.supports[i]);
    for (std::size_t i = 0; i < now.touched_count; ++i) move(now.touched[i]);
  }
}

template class SupportTable<2>;
template class SupportTable<3>;

}  // namespace firsthit
