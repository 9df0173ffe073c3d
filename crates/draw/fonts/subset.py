"""Writes the fonts of this folder from Debian's package fonts-noto-core: python3 subset.py (needs fonttools)."""

import io

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/truetype/noto/"
# ASCII, Latin-1, Latin Extended-A, Greek, Cyrillic, punctuation.
TEXT = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x384, 0x3CF), *range(0x400, 0x460), *range(0x2010, 0x2027), 0x20AC]
# Arrows and mathematical signs, which Noto Sans itself lacks.
SIGNS = [ord(c) for c in "←↑→↓↔−≈≠≤≥"]


def part(name, characters):
    font = TTFont(SOURCE + name)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "MATH", "STAT", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    file = io.BytesIO()
    font.save(file)
    file.seek(0)
    return file


for weight in ["Regular", "Bold"]:
    font = Merger().merge([part(f"NotoSans-{weight}.ttf", TEXT), part("NotoSansMath-Regular.ttf", SIGNS)])
    font.save(f"NotoSans-{weight}.ttf")
