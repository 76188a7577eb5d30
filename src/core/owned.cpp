#include <firsthit/error.hpp>
#include <firsthit/owned.hpp>

namespace firsthit::inline v0 {

void refuse_moved_from() {
  throw InputError("expected an object that is there, found one that has been moved from");
}

}  // namespace firsthit::inline v0
