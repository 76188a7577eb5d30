#include "oracle/cases.hpp"
#include "core/never.hpp"

#include "core/vec_math.hpp"
#include "oracle/numbers_of.hpp"
#include "oracle/random_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <span>

namespace firsthit::judging {
namespace {

template <int D>
class Source {
  static constexpr std::size_t kD = static_cast<std::size_t>(D);

 public:
  explicit Source(std::uint64_t seed) : numbers_(seed) {}

  Case<D> next(Kind a, Kind b) {
    while (true) {
      try {
        return attempt(a, b);
      } catch (const InputError&) {  // a polygon that is not simple any more, or a normal that is zero
        continue;
      }
    }
  }

 private:
  double some_time() {
    constexpr std::array kTimes = {0.0, 0.25, 0.5, 1.0, 1.0, 2.0, 3.0, 0.1};
    return kTimes[numbers_.below(kTimes.size())];
  }

  struct Course {
    Vec<D> place, speed;
  };

  Course course(const Case<D>& c) {
    Vec<D> speed = numbers_.vector<D>();
    if (numbers_.chance(0.2))
      for (std::size_t i = 0, kept = numbers_.below(kD); i < kD; ++i)
        if (i != kept) speed[i] = 0.0;
    if (numbers_.chance(0.03)) speed = {};
    if (numbers_.chance(0.25)) return {1.5 * numbers_.vector<D>(), speed};
    Vec<D> target = numbers_.vector<D>();
    if (numbers_.chance(0.5)) target = 0.5 * target;
    const double time =
        numbers_.on_grid() ? static_cast<double>(1 + numbers_.below(4)) : numbers_.uniform(0.5, 6.0);
    if (numbers_.is_tangent()) return tangent_course(c, speed);
    return {target - time * speed, speed};
  }

  Vec<D> across(const Vec<D>& n) {
    if constexpr (D == 2) {
      return {-n[1], n[0]};
    } else {
      return vector_product(n, numbers_.vector<D>());
    }
  }

  /// At some moment a corner of b is at a corner or edge of a, or a reach beyond it.
  Course tangent_course(const Case<D>& c, Vec<D> speed) {
    const std::vector<Vec<D>> in_a = places_of(c.a.shape);
    const std::vector<Vec<D>> in_b = places_of(c.b.shape);
    const std::size_t i = numbers_.below(in_a.size());
    const std::size_t k = numbers_.below(in_b.size());
    const Vec<D> n = random_unit_vector<D>(numbers_);
    Vec<D> meeting = in_a[i] - in_b[k];
    const std::size_t next_i = (i + 1) % in_a.size();
    const std::size_t next_k = (k + 1) % in_b.size();
    if (numbers_.chance(0.3)) meeting = meeting + 0.5 * (in_a[next_i] - in_a[i]);
    if (numbers_.chance(0.8))
      meeting = meeting + (radius_of(c.a.shape) + radius_of(c.b.shape) + c.query.margin) * n;
    const double choice = numbers_.uniform(0.0, 1.0);
    if (choice < 0.4) {
      speed = across(n);
    } else if (choice < 0.55) {
      speed = in_a[next_i] - in_a[i];
    } else if (choice < 0.7) {
      speed = in_b[next_k] - in_b[k];
    }
    if (numbers_.chance(0.3)) speed = 2.0 * speed;
    return {meeting - some_time() * speed, speed};
  }

  Case<D> attempt(Kind a, Kind b) {
    Case<D> r;
    r.style = static_cast<Style>(numbers_.below(kStyles));
    const Style style = r.style == Style::Scaled ? static_cast<Style>(numbers_.below(kStyles - 1)) : r.style;
    numbers_.prepare(style);
    r.a.shape = random_shape<D>(numbers_, a);
    numbers_.replay(style == Style::Parallel);
    r.b.shape = random_shape<D>(numbers_, b);
    numbers_.replay(style == Style::Parallel);
    if (numbers_.chance(0.25)) r.query.margin = numbers_.size();
    if (a == Kind::HalfSpace && b == Kind::HalfSpace && numbers_.chance(0.8)) oppose(r);
    Course way = course(r);
    numbers_.replay(false);
    if (b == Kind::HalfSpace && numbers_.chance(0.7)) move_out(std::get<HalfSpace<D>>(r.b.shape), way);
    const Vec<D> place = numbers_.vector_or_zero<D>();
    const Vec<D> speed = numbers_.vector_or_zero<D>();
    r.a.motion = Linear<D>{place, speed};
    r.b.motion = Linear<D>{place + way.place, speed + way.speed};
    if (numbers_.chance(0.4))
      r.query.horizon =
          numbers_.on_grid() ? static_cast<double>(numbers_.below(6)) : numbers_.uniform(0.0, 8.0);
    if (style == Style::Neighbours) nudge(r);
    if (style == Style::Ratios) stretch(r);
    if (r.style == Style::Scaled) scale(r);
    if (style == Style::Tangent && numbers_.chance(0.4)) nudge(r);
    within_range(r);
    if (numbers_.chance(0.5)) std::swap(r.a, r.b);
    return r;
  }

  /// The normal of b against that of a, of another length; sometimes that is rounded.
  void oppose(Case<D>& c) {
    constexpr std::array kFactors = {-1.0, -2.0, -0.5, -3.0};
    const Vec<D>& normal = std::get<HalfSpace<D>>(c.a.shape).normal;
    std::get<HalfSpace<D>>(c.b.shape).normal = kFactors[numbers_.below(kFactors.size())] * normal;
  }

  /// Away from the solid of b, and mostly towards it.
  void move_out(const HalfSpace<D>& plane, Course& way) {
    way.place = way.place - 4.0 * plane.normal;
    if (dot(way.speed, plane.normal) > 0.0 && numbers_.chance(0.8)) way.speed = -way.speed;
  }

  template <class Change>
  static void change(Case<D>& c, const Change& number) {
    const auto on = [&number](auto& x, Meaning meaning) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
        number(x, meaning, std::size_t{0});
      } else {
        for (std::size_t i = 0; i < kD; ++i) number(x[i], meaning, i);
      }
    };
    change_numbers(c.a, on);
    change_numbers(c.b, on);
    on(c.query.margin, Meaning::Size);
  }

  void nudge(Case<D>& c) {
    const double share = numbers_.chance(0.5) ? 0.2 : 0.03;
    change(c, [this, share](double& x, Meaning, std::size_t) {
      if (!numbers_.chance(share)) return;
      const bool up = numbers_.chance(0.5);
      if (x == 0.0) return;
      x = std::nextafter(x, up ? kNever : -kNever);
    });
  }

  /// Either every axis has a size of its own, or each of the two.
  void stretch(Case<D>& c) {
    std::array<double, kD> factor{};
    for (double& f : factor) f = std::ldexp(1.0, -static_cast<int>(numbers_.below(61)));
    const double speed = std::ldexp(1.0, -static_cast<int>(numbers_.below(61)));
    if (numbers_.chance(0.5)) {
      change(c, [&factor](double& x, Meaning meaning, std::size_t axis) {
        if (meaning == Meaning::Place || meaning == Meaning::Speed) x *= factor[axis];
      });
      return;
    }
    const auto on_shape = [](double by) {
      return [by](auto& x, Meaning meaning) {
        if (meaning == Meaning::Normal) return;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
          x *= by;
        } else {
          for (double& part : x.c) part *= by;
        }
      };
    };
    change_numbers(numbers_.chance(0.5) ? c.a.shape : c.b.shape, on_shape(factor[0]));
    change(c, [speed](double& x, Meaning meaning, std::size_t) {
      if (meaning == Meaning::Speed) x *= speed;
    });
    c.query.horizon /= speed;
  }

  /// From 1e-100 to 1e100.
  void scale(Case<D>& c) {
    const auto factor = [this] {
      const double r = std::ldexp(1.0, static_cast<int>(numbers_.uniform(-332.0, 333.0)));
      return numbers_.chance(0.5) ? r : r * numbers_.uniform(1.0, 2.0);
    };
    const double by_length = factor();
    const double by_speed = factor();
    change(c, [by_length, by_speed](double& x, Meaning meaning, std::size_t) {
      if (meaning == Meaning::Speed) {
        x *= by_speed;
      } else if (meaning != Meaning::Normal) {
        x *= by_length;
      }
    });
    c.query.horizon *= by_length / by_speed;
  }

  void within_range(Case<D>& c) {
    change(c, [](double& x, Meaning, std::size_t) {
      if (std::fabs(x) < 0x1p-450) x = 0.0;
    });
    for (const Moving<D>* m : {&c.a, &c.b})
      if (const auto* plane = std::get_if<HalfSpace<D>>(&m->shape);
          plane != nullptr && is_zero(plane->normal))
        throw InputError("a normal that is zero");
  }

  Numbers numbers_;
};

std::string hexadecimal(double x) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", x);
  return text.data();
}

template <int D>
std::string text(const Moving<D>& moving) {
  Moving<D> copy = moving;
  std::string r = "{";
  change_numbers(copy, [&r](auto& x, Meaning meaning) {
    constexpr std::array kNames = {"", "size ", "speed ", "normal ", "offset "};
    r += std::string(r.size() > 1 ? ", " : "") + kNames[static_cast<std::size_t>(meaning)];
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
      r += hexadecimal(x);
    } else {
      for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i)
        r += (i == 0 ? "(" : " ") + hexadecimal(x[i]);
      r += ")";
    }
  });
  return r + "}";
}

}  // namespace

std::string name(Kind kind) {
  constexpr std::array kNames = {"point", "segment", "ball",     "capsule",    "box", "oriented-box",
                                 "hull",  "polygon", "triangle", "half-space", "arc"};
  return kNames[static_cast<std::size_t>(kind)];
}

const std::vector<Kind>& kinds(int dimension) {
  static const std::vector<Kind> kPlane = {Kind::Point,   Kind::Segment, Kind::Ball,
                                           Kind::Capsule, Kind::Box,     Kind::OrientedBox,
                                           Kind::Hull,    Kind::Polygon, Kind::HalfSpace};
  static const std::vector<Kind> kSpace = {Kind::Point,    Kind::Segment, Kind::Ball,
                                           Kind::Capsule,  Kind::Box,     Kind::OrientedBox,
                                           Kind::Triangle, Kind::Hull,    Kind::HalfSpace};
  return dimension == 2 ? kPlane : kSpace;
}

template <int D>
Case<D> drawn(Kind a, Kind b, std::uint64_t seed) {
  return Source<D>(seed).next(a, b);
}

template <int D>
std::string text(const Case<D>& query) {
  return "a " + text(query.a) + " b " + text(query.b) + " margin " + hexadecimal(query.query.margin) +
         " horizon " + hexadecimal(query.query.horizon);
}

template Case<2> drawn<2>(Kind, Kind, std::uint64_t);
template Case<3> drawn<3>(Kind, Kind, std::uint64_t);
template std::string text<2>(const Case<2>&);
template std::string text<3>(const Case<3>&);

}  // namespace firsthit::judging
