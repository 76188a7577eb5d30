#pragma once

#include "engine/roles.hpp"
#include "response/bounce.hpp"
#include "world/body_table.hpp"
#include "world/flight.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// Carries out the impacts of balls, and tells the observers.
template <int D>
class BallResolver final : public Resolver<D> {
 public:
  /// All arguments must outlive the resolver.
  BallResolver(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space, Wraps<D>& wraps)
      : table_(table), flight_(flight), space_(space), wraps_(wraps) {}

  double resolve(std::span<Record<D>> records, Id body, const Event<D>& event) override;

  std::vector<Observer<D>*>& observers() { return observers_; }

 private:
  struct Party;
  struct Contact;

  Contact contact_of(std::span<const Record<D>> records, Id a, Id b, const Image<D>& image,
                     const Instant& time) const;
  Party party_of(std::span<const Record<D>> records, Id id, const Instant& time) const;
  std::pair<Vec<D>, double> toward_fixed(const Vec<D>& separation, Id fixed) const;
  Bounce<D> respond(const Contact& contact) const;
  double rounding_of(const Contact& contact) const;
  void renew(Record<D>& record, const Party& party, const Vec<D>& velocity, const Instant& time);
  void tell(const Contact& contact, const Bounce<D>& bounced, const Instant& time);

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  Wraps<D>& wraps_;
  std::vector<Observer<D>*> observers_;
  std::uint64_t impacts_ = 0;
};

}  // namespace firsthit
