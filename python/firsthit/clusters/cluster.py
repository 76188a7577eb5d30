"""Work for a Dask cluster that is done to its end, whichever worker, scheduler or connection is lost meanwhile."""

from __future__ import annotations

import itertools
import logging
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from firsthit._extras import needed
from firsthit._values import say

_IN_FLIGHT = 64
"""Tasks a thread of the cluster that are submitted at once: enough that none is idle, few that a scheduler keeps."""
_DEATHS = 3
"""A task that loses its worker so often, each time as often as Dask allows, is taken for the reason."""
_LOOKS_EVERY = 0.005
"""[s] So often one looks for results: little beside a task, and hardly any work."""

Told = Callable[[str], None]
"""Who is told of what happens: the dashboard's address, a scheduler that is waited for."""


class Cluster:
    """A cluster by what one gives: None, for one of this machine, the address of a scheduler, or a `Client`."""

    def __init__(self, client: Any, patience: float, told: Told) -> None:
        self._distributed = needed("distributed", "dask", "a cluster")
        self._patience, self._told = patience, told
        self._own: Any = None
        self._security: Any = None
        if client is None:
            self._own = self._distributed.LocalCluster(threads_per_worker=1, dashboard_address="127.0.0.1:0",
                                                       silence_logs=logging.CRITICAL)
            self._address = self._own.scheduler_address
        elif isinstance(client, str):
            self._address = client
        elif isinstance(client, self._distributed.Client):
            self._address, self._security = client.scheduler.address, client.security
        else:
            raise TypeError(f"client: expected a dask.distributed.Client, the address of a scheduler or None, "
                            f"found {say(client)}")

    def close(self) -> None:
        if self._own is not None:
            self._own.close()

    def results(self, function: Callable[..., Mapping[str, Any]],
                work: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Mapping[str, Any]]]:
        """`function(*arguments)` of each piece of work, by its key, some at a time, in the order in which they end.

        What an error of `function` raises is raised here. Pieces whose scheduler or worker is lost are done again.
        """
        left, deaths = dict(work), Counter[str]()
        while left:
            with self._connected() as client:
                for some in self._round(client, function, left, deaths):
                    for key in some:
                        del left[key]
                    if some:
                        yield some

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """A client of its own, which ends with its tasks; of a scheduler that does not answer one waits for."""
        give_up = time.monotonic() + self._patience
        waits = False
        while True:
            try:
                client = self._distributed.Client(self._address, security=self._security, timeout=5, set_as_default=False,
                                                  name="firsthit")
                break
            except (OSError, TimeoutError) as error:  # of which a scheduler that is being started gives several
                if time.monotonic() > give_up:
                    raise ConnectionError(f"{self._address}: no scheduler has answered for {self._patience:g} s") from error
                if not waits:
                    self._told(f"waiting for the scheduler at {self._address}")
                    waits = True
                time.sleep(0.5)
        self._told(f"dashboard: {client.dashboard_link}")
        try:
            yield client
        finally:
            client.close(timeout=5)

    def _round(self, client: Any, function: Callable[..., Mapping[str, Any]], left: Mapping[str, tuple[Any, ...]],
               deaths: Counter[str]) -> Iterator[dict[str, Mapping[str, Any]]]:
        """What can be had of one connection; what is not there at its end is to be done again."""
        waiting = iter(list(left.items()))
        keys: dict[Any, str] = {}
        ending = self._distributed.as_completed(with_results=True, raise_errors=False, loop=client.loop)
        name = f"firsthit-{uuid.uuid4().hex[:8]}"

        def submit(count: int) -> None:
            for key, arguments in itertools.islice(waiting, count):
                future = client.submit(function, *arguments, key=f"{name}-{key}", pure=False)
                keys[future] = key
                ending.add(future)

        submit(max(1, sum(client.nthreads().values())) * _IN_FLIGHT)
        connection = client.scheduler_comm
        while keys:
            # Of tasks that were sent as a connection broke Dask tells nothing at all, so one does not just wait for them.
            if client.status != "running" or client.scheduler_comm is not connection:
                return
            batch = ending.next_batch(block=False)
            if not batch:
                time.sleep(_LOOKS_EVERY)
                continue
            some: dict[str, Mapping[str, Any]] = {}
            lost = False
            for future, result in batch:
                key = keys.pop(future)
                if future.status == "finished" and isinstance(result, Mapping):
                    some[key] = result
                elif future.status != "error":
                    lost = True
                elif isinstance(result[1], self._distributed.KilledWorker):
                    deaths[key] += 1
                    if deaths[key] == _DEATHS:
                        raise RuntimeError(f"{key}: the workers that had it ended, again and again") from result[1]
                else:
                    raise result[1]
            yield some
            if lost:
                return
            submit(len(batch))
