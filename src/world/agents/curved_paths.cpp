#include <firsthit/curved_paths.hpp>

#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "world/agents/path_tracker.hpp"
#include "world/input_checks.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace firsthit {

namespace {

/// More pieces of one window than anybody wants to wait for: the error was meant in another unit.
constexpr double kMostPieces = 1e6;

/// One step of the Runge-Kutta-Nystrom method of fourth order: x'' = acceleration(x, x', t).
/// Source: Abramowitz and Stegun, Handbook of Mathematical Functions, section 25.5.
template <int D, typename Acceleration>
Piece<D> nystrom_step(const Acceleration& acceleration, const Vec<D>& x, const Vec<D>& v, double t,
                      double h) {
  const Vec<D> k1 = acceleration(x, v, t);
  const Vec<D> middle = x + (0.5 * h) * v + (0.125 * h * h) * k1;
  const Vec<D> k2 = acceleration(middle, v + (0.5 * h) * k1, t + 0.5 * h);
  const Vec<D> k3 = acceleration(middle, v + (0.5 * h) * k2, t + 0.5 * h);
  const Vec<D> k4 = acceleration(x + h * v + (0.5 * h * h) * k3, v + h * k3, t + h);
  return {v + (h / 6.0) * (k1 + k2 + k3), v + (h / 6.0) * (k1 + 2.0 * (k2 + k3) + k4)};
}

}  // namespace

std::uint64_t v0::pieces_within(double error, double acceleration, double window) {
  const FpEnvironment environment;
  check_positive("pieces_within: error", error);
  check_positive("pieces_within: window", window);
  check_not_negative("pieces_within: acceleration", acceleration);
  const double pieces = std::ceil(window * std::sqrt(acceleration / (8.0 * error)));
  if (!(pieces <= kMostPieces))
    throw InputError("pieces_within: expected an error that 10^6 pieces of a window keep to, found " +
                     shown(error));
  return pieces < 1.0 ? 1 : static_cast<std::uint64_t>(pieces);
}

template <int D>
struct CurvedPaths<D>::Impl {
  struct Path {
    BodyId body;
    Acceleration acceleration;
    PathTracker<D> followed;
  };
  std::uint64_t pieces;
  double piece;  // [T]
  std::vector<Path> paths;
};

template <int D>
CurvedPaths<D>::CurvedPaths(double window, double most, double error) : impl_(new Impl()) {
  impl_->pieces = pieces_within(error, most, window);
  impl_->piece = window / static_cast<double>(impl_->pieces);
}

template <int D>
CurvedPaths<D>::~CurvedPaths() = default;
template <int D>
CurvedPaths<D>::CurvedPaths(CurvedPaths&&) noexcept = default;
template <int D>
CurvedPaths<D>& CurvedPaths<D>::operator=(CurvedPaths&&) noexcept = default;

template <int D>
std::uint64_t CurvedPaths<D>::pieces() const {
  return impl_->pieces;
}

template <int D>
double CurvedPaths<D>::piece() const {
  return impl_->piece;
}

template <int D>
void CurvedPaths<D>::follow(BodyId body, Acceleration acceleration) {
  impl_->paths.push_back({body, std::move(acceleration), {}});
}

template <int D>
void CurvedPaths<D>::steer(World<D>& world) {
  const FpEnvironment environment;
  const double h = impl_->piece;
  std::vector<Piece<D>> pieces;  // all look before anybody turns
  for (const auto& path : impl_->paths) {
    const BodyState<D> state = world.state(path.body);
    const Vec<D>& gravity = state.acceleration;
    const auto both = [&](const Vec<D>& x, const Vec<D>& v, double t) {
      return gravity + path.acceleration(x, v, t);
    };
    Piece<D> piece =
        nystrom_step(both, state.position, path.followed.on_path(state.velocity), world.time(), h);
    // The world sees to gravity, within the piece too.
    piece.mean_velocity = piece.mean_velocity - (0.5 * h) * gravity;
    piece.end_velocity = piece.end_velocity - h * gravity;
    pieces.push_back(piece);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    impl_->paths[i].followed.enter(pieces[i]);
    world.set_velocity(impl_->paths[i].body, pieces[i].mean_velocity);
  }
}

template class CurvedPaths<2>;
template class CurvedPaths<3>;

}  // namespace firsthit
