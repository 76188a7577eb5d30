#include "record/base/output_folder.hpp"
#include "record/h5md/h5md.hpp"

// Where firsthit is built without HDF5: nobody asks for a trajectory, as `run` says that there is none.

namespace firsthit {

template <int D>
struct H5mdTrajectory<D>::Impl {};

template <int D>
H5mdTrajectory<D>::H5mdTrajectory(const std::string& path, const RunSetup<D>&, const RunInfo&,
                                  const std::vector<std::unique_ptr<Distribution<D>>>&) {
  throw OutputError(path, "this firsthit was built without HDF5, which it needs for that");
}

template <int D>
H5mdTrajectory<D>::~H5mdTrajectory() = default;
template <int D>
void H5mdTrajectory<D>::add(const Frame<D>&, const Measured&) {}
template <int D>
void H5mdTrajectory<D>::add_contacts(std::span<const RestingContact<D>>, double) {}
template <int D>
void H5mdTrajectory<D>::close() {}
template <int D>
std::size_t H5mdTrajectory<D>::closing_space(const RunSetup<D>&, const RunInfo&) {
  return 0;
}

template class H5mdTrajectory<2>;
template class H5mdTrajectory<3>;

}  // namespace firsthit
