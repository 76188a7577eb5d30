"""Sweeps on four hosts, each a network namespace of this machine: one is cut off and joins again, the scheduler is killed
and started again, and the rows are those of runs one after the other, bit for bit."""

import os
import shutil
import subprocess
import time

import distributed
import pytest

from firsthit import *
from test_sweeps import GAS, OVER, PYTHON, bits, once

LONG = "FIRSTHIT_LONG" in os.environ
REPEATS = 40 if LONG else 4
IP = shutil.which("ip", path="/usr/sbin:/sbin:/usr/bin:/bin")
NAME = f"fh{os.getpid() % 10**6}"  # of interfaces, which may have 15 letters
NETWORK = f"10.213.{os.getpid() % 250}"
PATIENCE = 120.0  # [s] for what takes a second or two on a machine that nobody else uses


def ip(*words):
    subprocess.run([IP, *words], check=True, capture_output=True, text=True)


class Hosts:
    """Hosts on one wire: the first with a scheduler, a worker on each of the others."""

    def __init__(self, folder):
        self.folder, self.processes, self.names = folder, [], [f"{NAME}h{i}" for i in range(4)]
        self.address = f"tcp://{NETWORK}.10:8786"

    def set_up(self):
        ip("link", "add", "name", NAME, "type", "bridge")
        ip("addr", "add", f"{NETWORK}.1/24", "dev", NAME)
        ip("link", "set", NAME, "up")
        for i, name in enumerate(self.names):
            ip("netns", "add", name)
            ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", name, "master", NAME, "up")
            ip("-n", name, "addr", "add", f"{NETWORK}.{10 + i}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                ip("-n", name, "link", "set", device, "up")
        self.start()

    def _start(self, host, *words):
        log = (self.folder / f"log-{len(self.processes)}").open("w")
        # A worker that is not heard of for so long is lost: Dask waits for five minutes.
        env = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "4s", "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "60s"}
        process = subprocess.Popen([IP, "netns", "exec", self.names[host], PYTHON, "-m", "distributed.cli." + words[0], *words[1:]],
                                   stdout=log, stderr=log, cwd=self.folder, env=env)
        self.processes.append(process)
        return process

    def start(self):
        self.scheduler = self._start(0, "dask_scheduler", "--host", self.address, "--no-dashboard", "--no-show")
        self.workers = {host: self.start_worker(host) for host in (1, 2, 3)}

    def start_worker(self, host):
        return self._start(host, "dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
                           "--host", f"{NETWORK}.{10 + host}", "--local-directory", str(self.folder / f"host-{host}"),
                           "--death-timeout", str(PATIENCE))

    def known(self):
        """The hosts whose workers the scheduler knows."""
        with distributed.Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            return {worker["host"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()}

    def wait_until_known(self, hosts):
        until = time.monotonic() + PATIENCE
        while (found := self.known()) != {f"{NETWORK}.{10 + host}" for host in hosts}:
            assert time.monotonic() < until, found
            time.sleep(0.2)

    def cut_off(self, host):
        ip("link", "set", self.names[host], "down")

    def join(self, host):
        """Dask ends a worker that was given up for lost; whoever keeps it running starts another."""
        ip("link", "set", self.names[host], "up")
        self.workers[host].wait(PATIENCE)
        self.workers[host] = self.start_worker(host)

    def kill(self, process):
        process.kill()
        process.wait()

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                self.kill(process)
        for name in self.names:
            subprocess.run([IP, "netns", "del", name], check=False, capture_output=True)
        subprocess.run([IP, "link", "del", NAME], check=False, capture_output=True)


@pytest.fixture
def hosts(tmp_path):
    if IP is None or os.geteuid() != 0 or subprocess.run(["/usr/bin/unshare", "--net", "/bin/true"], check=False).returncode:
        pytest.skip("this user cannot make network namespaces")
    (tmp_path / "hosts").mkdir()
    made = Hosts(tmp_path / "hosts")
    try:
        made.set_up()
        yield made
    finally:
        made.close()


def test_one_host_is_cut_off_and_joins_again_and_the_scheduler_is_killed(hosts, tmp_path):
    hosts.wait_until_known([1, 2, 3])
    runs = {"repeats": REPEATS, "settings": {"run.collisions": 50_000}}  # long enough for something to happen meanwhile
    expected = bits(sweep(GAS, OVER, folder=tmp_path / "serial", serial=True, **runs))

    def cut():
        hosts.cut_off(2)
        return True

    def kill():
        hosts.kill(hosts.scheduler)
        for worker in hosts.workers.values():
            hosts.kill(worker)
        hosts.start()
        return True

    for name, happens in (("cut", cut), ("killed", kill)):
        progress = once(2, happens)
        made = sweep(GAS, OVER, folder=tmp_path / name, client=hosts.address, progress=progress, **runs)
        assert progress.done and bits(made).equals(expected), name
        if name == "cut":
            hosts.wait_until_known([1, 3])  # who did the rest
            hosts.join(2)
            hosts.wait_until_known([1, 2, 3])
