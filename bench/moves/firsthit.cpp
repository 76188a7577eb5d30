#include "moves.hpp"

#include <firsthit/world.hpp>

namespace moves {
namespace {

template <int D>
class Firsthit final : public Program<D> {
 public:
  explicit Firsthit(const Landscape<D>& landscape) : world_(options()) {
    for (const Block<D>& block : landscape.blocks)
      world_.add({.shape = firsthit::Box<D>{block.half},
                  .position = block.middle,
                  .kind = firsthit::BodyKind::Fixed});
    mover_ = world_.add({.shape = firsthit::Box<D>{landscape.half}, .kind = firsthit::BodyKind::Kinematic});
  }

  std::string name() const override { return "firsthit"; }
  void put(const Vec<D>& place) override { world_.set_position(mover_, place); }
  void move(const Vec<D>& way, Path<D>& path) override {
    const firsthit::MoveResult<D> result = world_.move(mover_, way);
    for (const firsthit::CastHit<D>& hit : result.hits) path.corners.push_back(hit.position);
    path.end = result.position;
  }

 private:
  static firsthit::WorldOptions<D> options() {
    firsthit::WorldOptions<D> options;
    options.space.sides.fill(firsthit::Side::Open);
    return options;
  }

  firsthit::World<D> world_;
  firsthit::BodyId mover_;
};

}  // namespace

template <int D>
std::unique_ptr<Program<D>> firsthit_in(const Landscape<D>& landscape) {
  return std::make_unique<Firsthit<D>>(landscape);
}

template std::unique_ptr<Program<2>> firsthit_in(const Landscape<2>&);
template std::unique_ptr<Program<3>> firsthit_in(const Landscape<3>&);

}  // namespace moves
