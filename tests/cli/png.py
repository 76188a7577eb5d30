"""Reads the PNG files that the program writes, with the standard library alone."""

import struct
import zlib


class Png:
    """Pixels: `at(x, y)` is (red, green, blue)."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
        chunks = []
        at = 8
        while at < len(data):
            length, name = struct.unpack_from(">I4s", data, at)
            body = data[at + 8:at + 8 + length]
            assert len(body) == length, (name, length)
            assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(name + body), name
            chunks.append((name, body))
            at += 12 + length
        assert [name for name, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"], chunks
        self.width, self.height, *kind = struct.unpack(">IIBBBBB", chunks[0][1])
        assert kind == [8, 2, 0, 0, 0], kind
        rows = zlib.decompress(chunks[1][1])
        size = 3 * self.width
        assert len(rows) == (size + 1) * self.height, len(rows)
        above = bytes(size)
        self.rows = []
        for begin in range(0, len(rows), size + 1):
            row = rows[begin + 1:begin + 1 + size]
            if rows[begin] == 2:  # differences to the row above
                row = bytes(map(lambda a, b: (a + b) & 255, row, above))
            else:
                assert rows[begin] == 0, rows[begin]
            self.rows.append(row)
            above = row

    def at(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])
