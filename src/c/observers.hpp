#pragma once

#include <firsthit/c/observer.h>
#include <firsthit/observer.hpp>

namespace firsthit::c {

/// Tells C's observer of events.
template <int D>
class Teller final : public Observer<D> {
 public:
  explicit Teller(const FirsthitObserver& to) : to_(to) {}

  void impact(const Impact<D>& impact) override;
  void impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) override;
  void turn(const Turn<D>& turn) override;
  void passing(const Passing<D>& passing) override;

 private:
  FirsthitObserver to_;
};

/// One observer of C's, told at once or in batches.
template <int D>
class Watcher final : public BatchObserver<D> {
 public:
  Watcher(const FirsthitObserver& to, bool in_batches) : batched(in_batches), teller(to) {}
  void events(EventBatch<D>& batch) override { batch.tell(teller); }

  const bool batched;
  Teller<D> teller;
};

extern template class Teller<2>;
extern template class Teller<3>;

}  // namespace firsthit::c
