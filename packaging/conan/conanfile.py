"""firsthit for Conan 2: `conan create packaging/conan` in a clone, whose sources it takes."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Firsthit(ConanFile):
    name = "firsthit"
    version = "0.1.0"
    license = "MIT"
    description = "Predicts collisions before they happen"
    topics = ("collision-detection", "continuous-collision-detection", "event-driven", "simulation")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"fPIC": [True, False], "system_highway": [True, False]}
    default_options = {"fPIC": True, "system_highway": False}

    def export_sources(self):
        root = Path(self.recipe_folder).parent.parent
        for part in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*"):
            copy(self, part, str(root), self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def requirements(self):
        if not self.options.system_highway:  # else the one that CMake finds on this machine
            self.requires("highway/[>=1.0 <2]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({"FIRSTHIT_PROGRAM": False, "FIRSTHIT_C": False, "FIRSTHIT_INSTALL": True})
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder) / "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["firsthit"]
        self.cpp_info.set_property("cmake_file_name", "firsthit")
        self.cpp_info.set_property("cmake_target_name", "firsthit::firsthit")
        self.cpp_info.set_property("pkg_config_name", "firsthit")
        if self.options.system_highway:
            self.cpp_info.system_libs = ["hwy"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs.append("m")
