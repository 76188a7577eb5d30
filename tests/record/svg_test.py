"""Is each file well-formed XML with an svg at its root, and free of coordinates that are no numbers?"""

import re
import sys
import xml.etree.ElementTree as ElementTree

for path in sys.argv[1:]:
    root = ElementTree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
    for element in root.iter():
        for name, value in element.attrib.items():
            if name in ("d", "points", "cx", "cy", "r", "x", "y", "width", "height", "viewBox"):
                assert not re.search(r"nan|inf|e[+-]?\d", value), (element.tag, name, value[:80])
