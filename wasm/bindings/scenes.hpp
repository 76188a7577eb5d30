#pragma once

#include "scene/base/scene.hpp"

#include <memory>

namespace firsthit {

/// A scene that JavaScript holds, and worlds that were made of it.
using SharedScene = std::shared_ptr<const Scene>;

}  // namespace firsthit
