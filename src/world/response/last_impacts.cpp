#include "world/response/last_impacts.hpp"

namespace firsthit {

void LastImpacts::start(std::size_t bodies, double contact_duration) {
  contact_duration_ = contact_duration;
  all_.assign(contact_duration > 0.0 ? bodies : 0, {});
}

void LastImpacts::set_timebase(const Timebase& timebase, int finer) {
  for (Last& last : all_) {
    for (Instant* time : {&last.impact, &last.meeting})
      if (time->ticks >= 0) *time = timebase.retold(*time, finer);
  }
}

}  // namespace firsthit
