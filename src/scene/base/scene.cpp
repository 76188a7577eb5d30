#include "scene/base/scene.hpp"

namespace firsthit {

Scene::Scene() = default;
Scene::Scene(const Scene& other) = default;
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(const Scene& other) = default;
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

}  // namespace firsthit
