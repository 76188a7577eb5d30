#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/turning/turning_pairs.hpp"
#include "query/turning/planar/one_lane.hpp"

namespace firsthit {
namespace {

using namespace one_lane;

/// A box and its motion, by columns.
struct BodyRow {
  const double* box;
  const double* motion;
  double column(std::size_t i) const { return i < 2 ? box[i] : motion[i - 2]; }
};

bool is_wide(const Box<2>& box) {
  return is_moderate(box) && box.half_extents[0] > 0.0 && box.half_extents[1] > 0.0;
}

/// From then on others tell.
constexpr int kMostLooks = 100;

}  // namespace

SpinningMeeting spinning_boxes_meet(const Moving<2>& a, const Moving<2>& b, const QueryWindow& window) {
  const auto* box_a = std::get_if<Box<2>>(&a.shape);
  const auto* box_b = std::get_if<Box<2>>(&b.shape);
  const auto* motion_a = std::get_if<Spinning<2>>(&a.motion);
  const auto* motion_b = std::get_if<Spinning<2>>(&b.motion);
  SpinningMeeting r;
  if (box_a == nullptr || box_b == nullptr || motion_a == nullptr || motion_b == nullptr) return r;
  if (!is_zero(motion_a->acceleration) || !is_zero(motion_b->acceleration)) return r;
  if (!is_wide(*box_a) || !is_wide(*box_b) || !is_moderate(*motion_a) || !is_moderate(*motion_b)) return r;
  if (window.margin != 0.0) return r;
  const BodyRow row_a{box_a->half_extents.c, motion_a->position.c};
  const BodyRow row_b{box_b->half_extents.c, motion_b->position.c};
  const SpinningBoxes boxes = boxes_of(row_a, row_b);
  const LaneWindow when = window_of(boxes, window.end);
  if (none(when.usual)) return r;
  r.kind = SpinningMeeting::Kind::Miss;
  if (none(when.open)) return r;
  BoxLook look;
  Lanes t = when.start;
  for (int looks = 0; looks < kMostLooks; ++looks) {
    turn(boxes, t, look);
    find_face(boxes, look);
    if (window.trace != nullptr) ++window.trace->steps;
    const BoxNext next = next_of(boxes, look, when.end, {looks == 0});
    if (next.misses.m) return r;
    if (next.unknown.m) break;
    t = next.clear;
    if (t.v > window.latest) return r;
    if (none(next.lands)) continue;
    turn(boxes, next.upper, look);
    find_face(boxes, look);
    if (window.trace != nullptr) ++window.trace->steps;
    const BoxMeeting met = meeting_of(boxes, look, row_a, row_b, next.clear);
    if (none(met.overlaps & met.is_told)) break;
    r.kind = SpinningMeeting::Kind::Impact;
    r.lower = next.clear.v;
    r.upper = next.upper.v;
    r.normal = {met.normal[0].v, met.normal[1].v};
    r.place = {met.middle[0].v, met.middle[1].v};
    const Feature face{Feature::Kind::Edge, static_cast<int>(met.face.v)};
    const Feature vertex{Feature::Kind::Vertex, static_cast<int>(met.vertex.v)};
    r.feature_a = look.of_b.m ? vertex : face;
    r.feature_b = look.of_b.m ? face : vertex;
    return r;
  }
  r.kind = SpinningMeeting::Kind::Unknown;
  return r;
}

}  // namespace firsthit
