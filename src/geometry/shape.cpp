#include <firsthit/shape.hpp>

namespace firsthit::inline v0 {

template <int D>
Shape<D>::Shape() = default;
template <int D>
Shape<D>::Shape(const Shape& other) = default;
template <int D>
Shape<D>::Shape(Shape&& other) noexcept = default;
template <int D>
Shape<D>& Shape<D>::operator=(const Shape& other) = default;
template <int D>
Shape<D>& Shape<D>::operator=(Shape&& other) noexcept = default;
template <int D>
Shape<D>::~Shape() = default;

template class Shape<2>;
template class Shape<3>;

}  // namespace firsthit::inline v0
