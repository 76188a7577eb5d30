"""scripts/install-deps, with stand-ins for the system's commands: nothing is ever installed here."""

import shutil
import tempfile
import unittest
from pathlib import Path

from repo import SOURCE, run

SCRIPT = SOURCE / "scripts" / "install-deps"
CORE = """g++ cmake ninja-build libhwy-dev libfmt-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libhdf5-dev
          zlib1g-dev libexpected-dev libagg-dev""".split()


class InstallDeps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = Path(folder.name)
        self.log = self.bin / "apt.log"
        for name in ("bash", "grep", "env"):
            (self.bin / name).symlink_to(shutil.which(name))
        self.stand_in("apt-get", f'echo "$DEBIAN_FRONTEND apt-get $*" >> {self.log}')

    def stand_in(self, name, body):
        path = self.bin / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        path.chmod(0o755)

    def system(self, installed, user):
        self.stand_in("dpkg-query", "\n".join(f"echo installed {package}" for package in installed) or ":")
        self.stand_in("id", f"echo {user}")

    def install(self, *groups):
        return run([SCRIPT, *groups], env={"PATH": str(self.bin), "DEBIAN_FRONTEND": ""})

    def apt_calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def test_nothing_happens_where_nothing_is_missing(self):
        self.system(CORE, user=1000)
        result = self.install("core")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.apt_calls(), [])

    def test_root_installs_what_is_missing_and_nothing_else(self):
        self.system([package for package in CORE if package not in ("cmake", "libhdf5-dev")], user=0)
        result = self.install("core")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.apt_calls(), [
            " apt-get update --quiet",
            "noninteractive apt-get install --yes --quiet --no-install-recommends cmake libhdf5-dev"])

    def test_without_root_or_sudo_it_prints_the_command_and_fails(self):
        self.system([package for package in CORE if package != "ninja-build"], user=1000)
        result = self.install("core")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get update && apt-get install --yes --no-install-recommends ninja-build\n", result.stderr)
        self.assertEqual(self.apt_calls(), [])

    def test_an_npm_that_came_with_another_node_is_left_alone(self):
        self.system(["nodejs"], user=0)
        self.stand_in("npm", ":")
        result = self.install("web")
        self.assertEqual((result.returncode, result.stdout, self.apt_calls()), (0, "", []))

    def test_an_unknown_group_is_a_usage_error(self):
        for groups in ([], ["core", "coffee"]):
            result = self.install(*groups)
            self.assertEqual(result.returncode, 2)
            self.assertIn("usage: scripts/install-deps GROUP...", result.stderr)


if __name__ == "__main__":
    unittest.main()
