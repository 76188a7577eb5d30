"""The reference of the C++ and C headers as Markdown, from what Doxygen reads in them (its XML)."""

import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

DOXYFILE = """
INPUT = {include}
FILE_PATTERNS = *.hpp *.h
RECURSIVE = YES
STRIP_FROM_PATH = {include}
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
XML_OUTPUT = {output}
XML_PROGRAMLISTING = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = FIRSTHIT_API=
EXTRACT_ALL = YES
HIDE_UNDOC_MEMBERS = NO
AUTOLINK_SUPPORT = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = NO
"""
OURS = "firsthit::v0::"


def plain(node):
    """The text of a node, its tags gone, on one line."""
    return "" if node is None else " ".join("".join(node.itertext()).split())


def code(node):
    """The same of a piece of code, spaced as we do."""
    text = re.sub(r"< | >", lambda found: found[0].strip(), plain(node))
    return re.sub(r" ([&*]+)(?=[\w)])", r"\1 ", text).replace("* )", "*)")


class Item:
    """A type, a function or another thing that a header tells of; a type has `members`."""

    def __init__(self, node, kind, name):
        self.node, self.kind, self.name = node, kind, name
        place = node.find("location")
        self.header, self.line = place.get("file"), int(place.get("line"))
        self.members = []
        self.anchor = None


class Reference:
    """All that the headers of a folder tell, by header."""

    def __init__(self, include, work):
        xml = Path(work) / "xml"
        xml.parent.mkdir(parents=True, exist_ok=True)
        doxyfile = DOXYFILE.format(include=include, output=xml)
        subprocess.run(["doxygen", "-"], input=doxyfile, text=True, check=True, capture_output=True)
        self.headers = {}
        self.places = {}  # of Doxygen's ids: (header, anchor)
        self.named = {}  # of names that stand outside of any type: the same
        types = {}
        for entry in ET.parse(xml / "index.xml").getroot().findall("compound"):
            if entry.get("kind") not in ("class", "struct", "namespace", "file"):
                continue
            for node in ET.parse(xml / f"{entry.get('refid')}.xml").getroot().findall("compounddef"):
                self._compound(node, types)
        for name, item in sorted(types.items()):
            outer = types.get(name.rpartition("::")[0])
            (outer.members if outer else self.headers.setdefault(item.header, [])).append(item)
        for items in self.headers.values():
            items.sort(key=lambda item: item.line)
            self._name_all(items, "", set())

    def _compound(self, node, types):
        if node.get("prot", "public") != "public":
            return
        kind = node.get("kind")
        if kind in ("class", "struct"):
            name = plain(node.find("compoundname")).replace(OURS, "")
            if "detail" in name:
                return
            item = Item(node, kind, name.rpartition("::")[2])
            types[name] = item
            for section in node.findall("sectiondef"):
                if section.get("kind").startswith("public") or section.get("kind") == "user-defined":
                    for member in section.findall("memberdef"):
                        if member.get("prot") == "public":
                            item.members.append(Item(member, member.get("kind"), plain(member.find("name"))))
            item.members.sort(key=lambda member: member.line)
            return
        for member in node.iter("memberdef"):
            name = plain(member.find("name"))
            item = Item(member, member.get("kind"), "" if name.startswith("@") else name)
            seen = self.headers.setdefault(item.header, [])
            is_macro = item.kind == "define"
            is_tag = item.kind == "typedef" and plain(member.find("type")).startswith("struct ")
            if not is_macro and not is_tag and all(other.node.get("id") != member.get("id") for other in seen):
                seen.append(item)

    def _name_all(self, items, before, taken):
        for item in items:
            anchor = name = before + re.sub(r"[^\w~]+", "-", item.name or "enum").strip("-")
            count = 1
            while anchor in taken:
                count += 1
                anchor = f"{name}-{count}"
            taken.add(anchor)
            item.anchor = anchor
            self.places[item.node.get("id")] = (item.header, anchor)
            if not before and (item.name not in self.named or Path(item.header).stem == item.name):
                self.named[item.name] = (item.header, anchor)
            self._name_all(item.members, f"{item.name}.", taken)

    def anchors(self, header):
        """What can be linked to on the page of a header."""
        def walk(items):
            for item in items:
                yield item.anchor
                yield from walk(item.members)
        return set(walk(self.headers.get(header, [])))

    # Text: what Doxygen makes of a comment, as Markdown again.

    def _inline(self, node, here):
        text = node.text or ""
        for child in node:
            inside = self._inline(child, here)
            if child.tag == "computeroutput":
                text += self._code(plain(child), here)
            elif child.tag in ("emphasis", "bold"):
                text += f"*{inside}*"
            elif child.tag == "ulink":
                text += f"[{inside}]({child.get('url')})"
            elif child.tag == "sp":
                text += " "
            elif child.tag in ("superscript", "subscript"):
                text += inside
            elif child.tag not in ("itemizedlist", "orderedlist", "simplesect", "parameterlist"):
                text += inside
            text += child.tail or ""
        return text

    def _code(self, text, here):
        """A piece of code in a comment; a link, if it is the name of something."""
        if text not in self.named:
            return f"`{text}`"
        header, anchor = self.named[text]
        return f"[`{text}`]({'' if header == here else page_of(header, here)}#{anchor})"

    def description(self, node, here):
        """The comment of an item, in paragraphs."""
        paragraphs = []
        for part in ("briefdescription", "detaileddescription", "inbodydescription"):
            for para in node.findall(f"{part}/para"):
                paragraphs.append(" ".join(self._inline(para, here).split()))
                for entry in para.iter("listitem"):
                    paragraphs.append("- " + " ".join(self._inline(entry.find("para"), here).split()))
        return "\n\n".join(text.replace("<", "&lt;") for text in paragraphs if text)

    # Pages.

    def page(self, header):
        items = self.headers[header]
        lines = [f"# {Path(header).name}", "", "```cpp", f"#include <{header}>", "```", ""]
        for item in items:
            lines += self._told(item, header, 2)
        return "\n".join(lines) + "\n"

    def _told(self, item, here, level):
        lines = [f"{'#' * level} {heading(item)} {{ #{item.anchor} }}", ""]
        if item.name:
            lines += ["```cpp", declaration(item), "```", ""]
        if said := self.description(item.node, here):
            lines += [said, ""]
        if item.kind == "enum":
            lines += self._table("constant", item.node.findall("enumvalue"), here, constant)
        if item.kind in ("class", "struct"):
            fields = [member.node for member in item.members if member.kind == "variable"]
            if fields:
                lines += self._table("field", fields, here, field)
            for member in item.members:
                if member.kind != "variable":
                    lines += self._told(member, here, level + 1)
        return lines

    def _table(self, title, nodes, here, first):
        lines = [f"| {title} | meaning |", "| --- | --- |"]
        for node in nodes:
            meaning = self.description(node, here).replace("\n\n", "<br>").replace("|", "\\|")
            anchor = f'<a id="{self.places[node.get("id")][1]}"></a>' if node.get("id") in self.places else ""
            lines.append(f"| {anchor}`{first(node)}` | {meaning} |")
        return [*lines, ""]


def page_of(header, here=None):
    """Where the page of a header stands, from that of another one."""
    name = f"{Path(header).stem}.md"
    if here is None:
        return f"c/{name}" if header.endswith(".h") else f"cpp/{name}"
    if header.endswith(".h") == here.endswith(".h"):
        return name
    return "../" + page_of(header)


def heading(item):
    if item.kind == "enum" and not item.name:
        return "Constants"
    return f"`{item.name}`"


def constant(node):
    return " ".join(filter(None, [plain(node.find("name")), code(node.find("initializer"))]))


def field(node):
    value = code(node.find("initializer"))
    name = f"{code(node.find('type'))} {plain(node.find('name'))}{code(node.find('argsstring'))}"
    return " ".join(filter(None, [name, value])).replace("|", "\\|")


def template_of(node):
    parameters = node.find("templateparamlist")
    if parameters is None:
        return ""
    told = []
    for each in parameters.findall("param"):
        text = " ".join(filter(None, [code(each.find("type")), plain(each.find("declname"))]))
        default = plain(each.find("defval"))
        told.append(f"{text} = {default}" if default else text)
    return f"template <{', '.join(told)}>\n"


def declaration(item):
    node = item.node
    if item.kind in ("class", "struct"):
        bases = ", ".join(code(base) for base in node.findall("basecompoundref"))
        return f"{template_of(node)}{item.kind} {item.name}{f' : {bases}' if bases else ''};"
    if item.kind == "enum":
        return f"enum{' class' if node.get('strong') == 'yes' else ''} {item.name};"
    if item.kind == "typedef":
        definition = code(node.find("definition")).replace(OURS, "")
        return definition + ("" if definition.startswith("using") else code(node.find("argsstring"))) + ";"
    words = code(node.find("type")).replace(OURS, "")
    if item.kind == "variable":
        value = code(node.find("initializer"))
        return f"{template_of(node)}{words} {item.name}{f' {value}' if value else ''};"
    explicit = "explicit " if node.get("explicit") == "yes" else ""
    static = "static " if node.get("static") == "yes" and item.header.endswith(".hpp") else ""
    whole = " ".join(f"{explicit}{static}{words} {item.name}{code(node.find('argsstring'))};".split())
    return template_of(node) + wrapped(whole)


def wrapped(text, width=92):
    """A long declaration, broken after commas."""
    if len(text) <= width:
        return text
    indent = " " * (text.index("(") + 1 if "(" in text and text.index("(") < 50 else 4)
    lines, line = [], ""
    for part in re.split(r"(?<=,) ", text):
        if line and len(line) + len(part) > width:
            lines.append(line)
            line = indent + part
        else:
            line = f"{line} {part}" if line else part
    return "\n".join([*lines, line])
