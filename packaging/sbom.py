#!/usr/bin/env python3
"""sbom.py ARTIFACT...: what firsthit is made of, as SPDX 2.3 in JSON, to standard output: the artifacts with their
checksums, and the libraries of others in them, with the versions that this machine has built with."""

import hashlib
import json
import os
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

from versions import SOURCE, version

# Debian's packages of libraries that are linked or whose headers are compiled in, and their licences.
LIBRARIES = {
    "libhwy-dev": "Apache-2.0", "libfmt-dev": "MIT", "libexpected-dev": "CC0-1.0", "libcli11-dev": "BSD-3-Clause",
    "libtomlplusplus-dev": "MIT", "nlohmann-json3-dev": "MIT", "libhdf5-dev": "BSD-3-Clause", "libaec-dev": "BSD-2-Clause",
    "zlib1g-dev": "Zlib", "libagg-dev": "LicenseRef-AGG-2.4",
}
# Of web/package-lock.json and python/requirements-build.txt: what is part of what they build.
NODE = {"uplot": "MIT", "earcut": "ISC"}
PYTHON = {"nanobind": "BSD-3-Clause"}


def debian_version(package):
    result = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True)
    return result.stdout or "NOASSERTION"


def package(name, number, licence, locator):
    r = {"SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": number, "licenseConcluded": licence,
         "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False}
    if locator:
        r["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]
    return r


def others():
    for name, licence in LIBRARIES.items():
        number = debian_version(name)
        yield package(name, number, licence, f"pkg:deb/debian/{name}@{number}")
    lock = json.loads((SOURCE / "web/package-lock.json").read_text())["packages"]
    for name, licence in NODE.items():
        number = lock[f"node_modules/{name}"]["version"]
        yield package(name, number, licence, f"pkg:npm/{name}@{number}")
    wanted = dict(line.split("==") for line in (SOURCE / "python/requirements-build.txt").read_text().split() if "==" in line)
    for name, licence in PYTHON.items():
        yield package(name, wanted[name], licence, f"pkg:pypi/{name}@{wanted[name]}")


def document(artifacts):
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc)
    ours = package("firsthit", version(), "MIT", None)
    parts = list(others())
    files = []
    for path in sorted(artifacts, key=str):
        content = path.read_bytes()
        files.append({"SPDXID": f"SPDXRef-File-{len(files)}", "fileName": f"./{path.as_posix()}", "copyrightText": "NOASSERTION",
                      "licenseConcluded": "MIT",
                      "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                                    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}]})
    whole = hashlib.sha256(json.dumps([files, parts]).encode()).hexdigest()
    relate = lambda a, kind, b: {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"firsthit-{version()}",
        "documentNamespace": f"https://spdx.org/spdxdocs/firsthit-{version()}-{whole[:32]}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: firsthit-sbom"]},
        "packages": [ours, *parts], "files": files,
        "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-AGG-2.4", "extractedText":
                                        "Permission to copy, use, modify, sell and distribute this software is granted "
                                        "provided this copyright notice appears in all copies."}],
        "relationships": [relate("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-firsthit"),
                          *(relate("SPDXRef-firsthit", "CONTAINS", each["SPDXID"]) for each in files),
                          *(relate("SPDXRef-firsthit", "DEPENDS_ON", each["SPDXID"]) for each in parts)],
    }


if __name__ == "__main__":
    print(json.dumps(document([Path(name) for name in sys.argv[1:]]), indent=1))
