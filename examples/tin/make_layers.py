#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the folder layers/ and tin.ora from tin.svg. Needs rsvg-convert (librsvg2-bin)."""
import pathlib
import re
import subprocess
import zipfile

here = pathlib.Path(__file__).parent
drawing = (here / "tin.svg").read_text()
# Layers are the groups that begin a line indented by two blanks.
groups = re.findall(r'^  <g id="(\w+)".*?^  </g>\n', drawing, re.M | re.S)


def picture(names):
    """The drawing with only these layers, as a PNG."""
    kept = re.sub(r'^  <g id="(\w+)".*?^  </g>\n',
                  lambda group: group[0] if group[1] in names else "", drawing, flags=re.M | re.S)
    return subprocess.run(["rsvg-convert"], input=kept.encode(), check=True,
                          capture_output=True).stdout


def entry(name):
    """A fixed date, so that the same drawing gives the same archive."""
    return zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))


folder = here / "layers"
folder.mkdir(exist_ok=True)
pictures = {name: picture([name]) for name in groups}
for name, png in pictures.items():
    (folder / f"{name}.png").write_bytes(png)

stack = "".join(f'    <layer name="{name}" src="data/{name}.png"/>\n' for name in reversed(groups))
with zipfile.ZipFile(here / "tin.ora", "w") as archive:
    archive.writestr(entry("mimetype"), "image/openraster")
    archive.writestr(entry("stack.xml"),
                     f'<?xml version="1.0" encoding="UTF-8"?>\n<image version="0.0.5" w="360" '
                     f'h="480">\n  <stack>\n{stack}  </stack>\n</image>\n')
    for name, png in pictures.items():
        archive.writestr(entry(f"data/{name}.png"), png)
    at_first = [name for name in groups if name not in ("propeller", "eyes_shut")]
    archive.writestr(entry("mergedimage.png"), picture(at_first))
