#!/usr/bin/env python3
"""Exports variants and reads the files with readers of their own, by what is known of each program.

  check.py PROGRAM [--one] [FORMAT ...]      (--one: of one board alone)

Each reader refuses what the program would refuse and gives back the map: territories and continents
by name, borders, places. It must be the map that the variant has. Python's library alone.
"""
import collections
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile
import zlib

Map = collections.namedtuple("Map", "territories borders continents places")
# name -> continent; {frozenset of two names}; name -> bonus; name -> (x, y)

PROGRAM = ""
TITLE = "São João; o 2º /livro"
# The first writes what boards of any size have; the third what missions add, in the formats that hold
# them.
CASES = [
    ["thesis-9"],
    ["war", "--language", "pt", "--title", TITLE, "--by", "Ana Sá"],
    ["war", "--preset", "war-classic", "--set", "players=3"],
    ["risk", "--preset", "risk-classic", "--set", "players=6", "--seed", "3"],
]


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, env={**os.environ, "TZ": "UTC+3"})
    assert done.returncode == 0, (arguments, done.stderr.decode())
    return done.stdout.decode()


# Pictures.

def png_blues(data):
    """Width, height and the rows' blue, a byte for each pixel, of a PNG without interlacing."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, packed, head = 8, b"", None
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0]
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        assert kind != b"gAMA"  # it would change what colours Java reads
        place += 12 + length
    width, height, depth, colour, _, _, interlaced = head
    assert depth == 8 and colour in (2, 6) and not interlaced, head
    size = 3 if colour == 2 else 4
    raw, stride, rows = zlib.decompress(packed), width * size, []
    up = bytes(width)
    for y in range(height):
        start = y * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 3:start + 1 + stride:size])
        # Each colour is filtered by itself.
        left = corner = 0
        for x in range(width) if kind else ():
            if kind == 1:
                add = left
            elif kind == 2:
                add = up[x]
            elif kind == 3:
                add = (left + up[x]) // 2
            else:
                add = min((abs(up[x] - corner), 0, left), (abs(left - corner), 1, up[x]),
                          (abs(left + up[x] - 2 * corner), 2, corner))[2]
                corner = up[x]
            left = line[x] = (line[x] + add) & 255
        rows.append(bytes(line))
        up = line
    return width, height, rows


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


WHITE, BLACK, OTHER = 0, 1, 2
COLOURS = {(255, 255, 255): WHITE, (0, 0, 0): BLACK}


def bmp_rows(data):
    """The rows of a BMP, a byte for each pixel: WHITE, BLACK or OTHER."""
    magic, size, _, offset, info, width, height, planes, bits, packing = struct.unpack("<2sIIIIiiHHI", data[:34])
    assert magic == b"BM" and size == len(data) and info == 40 and planes == 1 and bits == 24 and packing == 0
    stride = (width * 3 + 3) // 4 * 4
    assert offset + stride * height == size
    rows = []
    for y in range(height):
        row = data[offset + (height - 1 - y) * stride:][:3 * width]
        rows.append(bytearray(COLOURS.get(pixel, OTHER) for pixel in zip(row[::3], row[1::3], row[2::3])))
    return rows


# Maps.

def sections(text, nameless):
    found = {"": []}
    section = ""
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        if line[0] == "[" and line[-1] == "]":
            section = line[1:-1]
            assert section not in found, section
            found[section] = []
        else:
            found[section].append(line)
    assert nameless or not found[""]
    return found


def java_text(data):
    """As Domination reads a text: UTF-8 after a byte order mark, else Latin-1."""
    return data[3:].decode("utf-8") if data.startswith(b"\xef\xbb\xbf") else data.decode("latin-1")


def read_domination(folder):
    file, = folder.glob("*.map")
    text = java_text(file.read_bytes())
    assert not text[:text.index("[borders]")].count("; evorisk"), "people would be shown the remark"
    parts = sections(text, True)
    files = dict(line.split(" ", 1) for line in parts["files"])
    assert set(files) == {"pic", "map", "crd"}
    for name in files.values():
        assert name.isascii() and " " not in name and (folder / name).is_file(), name
    continents, order = {}, []
    for line in parts["continents"]:
        name, bonus, _ = line.split()
        order.append(name.replace("_", " "))
        continents[order[-1]] = int(bonus)
    territories, names, places = {}, [], {}
    for line in parts["countries"]:
        number, name, continent, x, y = line.split()
        assert int(number) == len(names) + 1
        names.append(name.replace("_", " "))
        territories[names[-1]] = order[int(continent) - 1]
        places[names[-1]] = int(x), int(y)
    borders, directed = set(), set()
    for line in parts["borders"]:
        first, *others = map(int, line.split())
        for other in others:
            directed.add((first, other))
            borders.add(frozenset((names[first - 1], names[other - 1])))
    assert all((b, a) in directed for a, b in directed)
    # The blue of each pixel of the second picture is the number of a country; 255 is none.
    width, height = png_size((folder / files["pic"]).read_bytes())
    wide, high, rows = png_blues((folder / files["map"]).read_bytes())
    assert (width, height) == (wide, high)
    sizes = collections.Counter(b"".join(rows))
    assert set(sizes) == {255, *range(1, len(names) + 1)}
    assert all(count > 400 for count in sizes.values()), sizes
    for number, name in enumerate(names, 1):
        x, y = places[name]
        assert rows[y][x] == number, (name, x, y, rows[y][x])
    check_domination_cards(sections(java_text((folder / files["crd"]).read_bytes()), False), len(names), len(order))
    return Map(territories, borders, continents, places)


def check_domination_cards(parts, countries, continents):
    of = []
    for line in parts["cards"]:
        kind, number = line.split()
        assert kind in ("Infantry", "Cavalry", "Cannon")
        of.append(int(number))
    assert of == list(range(1, countries + 1))
    for line in parts.get("missions", ()):
        player, number, troops, *kinds = line.split()[:6]
        assert 0 <= int(player) <= 6 and 0 <= int(number) <= countries and int(troops) >= 0
        assert len(kinds) == 3 and all(kind == "*" or 0 <= int(kind) <= continents for kind in kinds)
        words = " ".join(line.split()[6:])
        assert words.endswith(".")
        assert ("{PLAYER%s}" % player in words) == (player != "0"), line
        assert (int(number) > 0) == (kinds[0] == "0"), line


def read_conquest(folder):
    file, = folder.glob("*.map")
    parts = sections(file.read_text("utf-8"), False)
    settings = dict(line.split("=") for line in parts["Map"])
    assert settings["wrap"] == "no" and settings["warn"] == "yes"
    continents = {line.rsplit("=", 1)[0]: int(line.rsplit("=", 1)[1]) for line in parts["Continents"]}
    lines = [line.split(",") for line in parts["Territories"]]
    territories = {fields[0]: fields[3] for fields in lines}
    places = {fields[0]: (int(fields[1]), int(fields[2])) for fields in lines}
    directed = {(fields[0], other) for fields in lines for other in fields[4:]}
    assert all((b, a) in directed for a, b in directed)
    # Filled from its place, a territory stays within black lines and leaves no other one's paint.
    rows = bmp_rows((folder / settings["image"]).read_bytes())
    painted = 0
    for own, (name, (x, y)) in enumerate(places.items(), OTHER + 1):
        assert rows[y][x] == WHITE, name
        todo, count = [(x, y)], 0
        while todo:
            x, y = todo.pop()
            if rows[y][x] != WHITE:
                continue
            begin = end = x  # of the white pixels in this row
            while rows[y][begin - 1] == WHITE:
                begin -= 1
            while rows[y][end] == WHITE:
                end += 1
            rows[y][begin:end] = bytes([own]) * (end - begin)
            count += end - begin
            assert {rows[y][begin - 1], rows[y][end]} <= {own, BLACK}, (name, x, y)
            for v in (y - 1, y + 1):
                beside = rows[v][begin:end]
                assert set(beside) <= {own, BLACK, WHITE}, (name, x, v)
                todo += [(begin + i, v) for i, pixel in enumerate(beside)
                         if pixel == WHITE and (i == 0 or beside[i - 1] != WHITE)]
        assert count > 400, (name, count)
        painted += count
    left = sum(row.count(WHITE) for row in rows)
    assert left < painted / 200, (left, painted)
    return Map(territories, {frozenset(pair) for pair in directed}, continents, places)


def read_warzone(folder):
    drawing, = folder.glob("*.svg")
    data = drawing.read_bytes()
    assert len(data) < 2_000_000
    root = xml.etree.ElementTree.fromstring(data)
    space = "{http://www.w3.org/2000/svg}"
    width, height = (int(root.get(side).removesuffix("px")) for side in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width} {height}" and width <= 3500 and height <= 2500
    shapes, links = {}, {}
    for shape in root:
        assert shape.tag in (space + "path", space + "rect"), shape.tag  # neither texts nor pictures
        style = dict(part.split(":") for part in shape.get("style").split(";"))
        assert "stroke-dasharray" not in style
        assert style["stroke"] == "none" or float(style["stroke-width"]) > 0.5
        name = shape.get("id", "")
        if name.startswith("Territory_"):
            rings = [[tuple(map(float, point.split())) for point in ring[1:].split("L")]
                     for ring in shape.get("d").split("Z") if ring]
            shapes[int(name[10:])] = rings
        elif name.startswith("BonusLink_"):
            links[name] = style["fill"]
    details, = folder.glob("*-details.json")
    body = json.loads(details.read_text())
    assert set(body) == {"email", "APIToken", "mapID", "commands"}
    names, places, borders, bonuses, members, dealt = {}, {}, set(), {}, {}, set()
    for command in body["commands"]:
        match command:
            case {"command": "setTerritoryName", "id": number, "name": name}:
                names[number] = name
            case {"command": "setTerritoryCenterPoint", "id": number, "x": str(x), "y": str(y)}:
                places[number] = float(x), float(y)
            case {"command": "addTerritoryConnection", "id1": a, "id2": b, "wrap": "Normal"}:
                assert a != b and frozenset((a, b)) not in borders
                borders.add(frozenset((a, b)))
            case {"command": "addBonus", "name": name, "armies": int(armies), "color": colour}:
                assert name not in bonuses
                bonuses[name] = armies
                assert links["BonusLink_" + "".join(c for c in name if c.isascii() and c.isalnum())] == colour
            case {"command": "addTerritoryToBonus", "id": number, "bonusName": name}:
                assert name in bonuses and number not in members
                members[number] = name
            case {"command": "addDistributionMode", "name": _}:
                pass
            case {"command": "addTerritoryToDistribution", "id": number, "distributionName": _}:
                dealt.add(number)
            case _:
                raise AssertionError(command)
    assert sorted(shapes) == sorted(names) == sorted(places) == sorted(dealt) == list(range(1, len(names) + 1))
    for number, (x, y) in places.items():  # the troops stand in their territory
        crossings = 0
        for ring in shapes[number]:
            for (a, b), (c, d) in zip(ring, ring[1:] + ring[:1]):
                crossings += (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b)
        assert crossings % 2 == 1, names[number]
    return Map({names[n]: members[n] for n in sorted(names)},
               {frozenset(names[n] for n in pair) for pair in borders}, bonuses,
               {names[n]: places[n] for n in names})


def table_objects(objects):
    for thing in objects:
        yield thing
        yield from table_objects(thing.get("ContainedObjects", ()))


def read_tts(folder):
    """A saved object, by the game's page on its save file format. Gives back no borders."""
    save, = folder.glob("*.json")
    data = json.loads(save.read_text())
    assert data["SaveName"] and data["TabStates"]["0"]["body"]
    everything = list(table_objects(data["ObjectStates"]))
    for thing in everything:
        assert set(thing["Transform"]) == {a + b for a in ("pos", "rot", "scale") for b in "XYZ"}
    assert len({thing["GUID"] for thing in everything}) == len(everything)

    def file(address):
        assert address.startswith("https://example.org/files/"), address
        return (folder / address.removeprefix("https://example.org/files/")).read_bytes()

    board = data["ObjectStates"][0]
    assert board["Locked"] and board["Name"] == "Custom_Tile"
    tile = board["CustomImage"]
    assert tile["CustomTile"]["Type"] == 0 and not tile["CustomTile"]["Stretch"]
    width, height = png_size(file(tile["ImageURL"]))
    scale = board["Transform"]
    assert abs(width / height - scale["scaleX"] / scale["scaleZ"]) < 0.01 and scale["rotY"] == 180
    decks = [thing for thing in data["ObjectStates"] if thing["Name"] == "Deck"]
    for deck in decks:
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        for card in deck["ContainedObjects"]:
            number, place = divmod(card["CardID"], 100)
            sheet = deck["CustomDeck"][str(number)]
            assert card["CustomDeck"] == {str(number): sheet}
            assert 2 <= sheet["NumWidth"] <= 10 and 2 <= sheet["NumHeight"] <= 7
            assert place < sheet["NumWidth"] * sheet["NumHeight"]
        for sheet in deck["CustomDeck"].values():
            width, height = png_size(file(sheet["FaceURL"]))
            wide, high = png_size(file(sheet["BackURL"]))
            assert max(width, height) <= 8192
            assert abs(width / sheet["NumWidth"] * high - height / sheet["NumHeight"] * wide) < 0.02 * wide * high / 4
    bags = [thing for thing in data["ObjectStates"] if thing["Name"] == "Infinite_Bag"]
    assert len(bags) % 3 == 0 and len({bag["Nickname"] for bag in bags}) == len(bags)
    for bag in bags:
        piece, = bag["ContainedObjects"]
        width, height = png_size(file(piece["CustomImage"]["ImageURL"]))
        assert width == height
    pdf, = [thing["CustomPDF"] for thing in data["ObjectStates"] if thing["Name"] == "Custom_PDF"]
    assert file(pdf["PDFUrl"]).startswith(b"%PDF")
    names = [card["Nickname"] for card in decks[0]["ContainedObjects"]]
    # The board is turned by half a circle, so that its own directions are those of the table, turned.
    places = {name: ((1 - point["Position"]["x"]) / 2, (1 + point["Position"]["z"]) / 2)
              for name, point in zip(names, board["AttachedSnapPoints"], strict=True)}
    return Map(dict.fromkeys(names), None, None, places)


def read_vassal(folder):
    """A module, by the program's classes. Gives back no borders."""
    module, = folder.glob("*.vmod")
    with zipfile.ZipFile(module) as archive:
        assert archive.testzip() is None
        assert {part.date_time for part in archive.infolist()} == {(2000, 1, 1, 0, 0, 0)}
        files = {name: archive.read(name) for name in archive.namelist()}
    data = xml.etree.ElementTree.fromstring(files["moduledata"])
    root = xml.etree.ElementTree.fromstring(files["buildFile.xml"])
    assert root.tag == "VASSAL.build.GameModule"
    assert data.find("name").text == root.get("name") and data.find("version").text == root.get("version")
    assert data.find("VassalVersion").text == root.get("VassalVersion")
    for part in root.iter():
        assert part.tag == "entry" or part.tag.startswith("VASSAL."), part.tag
    parts = lambda name: [part for part in root.iter() if part.tag.rsplit(".", 1)[-1] == name]
    maps = parts("Map") + parts("PlayerHand")
    for place in maps:  # else nothing could be moved
        have = {part.tag.rsplit(".", 1)[-1] for part in place}
        assert {"BoardPicker", "StackMetrics", "PieceMover", "KeyBufferer", "MenuDisplayer",
                "ForwardToKeyBuffer", "StackExpander"} <= have, have
    sides = [entry.text for entry in parts("PlayerRoster")[0]]
    assert sides == [hand.get("side") for hand in parts("PlayerHand")] and len(set(sides)) == len(sides)
    board, = [part for part in parts("Board") if part.get("image")]
    width, height = png_size(files["images/" + board.get("image")])
    slots, ids = parts("CardSlot") + parts("PieceSlot"), set()
    for slot in slots:
        add, kind, traits, state = slot.text.split("/")
        assert (add, kind) == ("+", "null")
        (trait, piece), (_, basic) = traits.split("\t"), state.split("\t")
        name, *rest = piece.split(";")
        assert name == "piece" and len(rest) == 4
        assert trait.split(";")[0] in ("obs", "delete")
        if trait.startswith("obs"):
            assert "images/" + trait.split(";")[2] in files
        size = png_size(files["images/" + rest[2]])
        assert abs(size[0] - int(slot.get("width"))) <= 1 and abs(size[1] - int(slot.get("height"))) <= 1
        assert basic == f"null;0;0;{slot.get('gpid')};0"
        ids.add(int(slot.get("gpid")))
    assert ids == set(range(1, len(slots) + 1)) and int(root.get("nextPieceSlotId")) == len(slots) + 1
    names = []
    for pile in parts("DrawPile"):
        assert pile.get("owningBoard") == board.get("name")
        assert 0 < int(pile.get("x")) < width and 0 < int(pile.get("y")) < height
        names = names or [slot.get("entryName") for slot in pile]
    regions = {part.get("name"): (int(part.get("originx")), int(part.get("originy"))) for part in parts("Region")}
    assert len(regions) == len(names) + len(parts("DrawPile"))
    assert all(0 < x < width and 0 < y < height for x, y in regions.values())
    help_page, = [part.get("fileName") for part in parts("HelpFile")]
    assert "<p>" in files["help/" + help_page].decode()
    assert all(1 <= int(button.get("nDice")) <= 6 for button in parts("DiceButton"))
    assert "images/" + parts("AboutScreen")[0].get("fileName") in files
    return Map(dict.fromkeys(names), None, None, {name: regions[name] for name in names})


def read_board(folder):
    names = sorted(file.suffix for file in folder.iterdir())
    assert names == [".pdf", ".png", ".svg"], names
    pdf, png, svg = (next(folder.glob("*" + suffix)).read_bytes() for suffix in names)
    assert pdf.startswith(b"%PDF") and b"<svg" in svg[:200]
    width, height = png_size(png)
    assert width > 1500 and abs(width / height - 4 / 3) < 0.01
    return None


READERS = {"board": read_board, "conquest": read_conquest, "domination": read_domination,
           "tts": read_tts, "vassal": read_vassal, "warzone": read_warzone}




def compare(data, found):
    names = list(found.territories)
    assert len(names) == len(data["territories"])
    for territory, name in zip(data["territories"], names):
        if territory.get("name"):
            assert territory["name"] == name, (territory, name)
    if found.borders is None:  # the place of a territory is all that the program knows
        return
    assert found.borders == {frozenset((names[a], names[b])) for a, b in data["borders"]}
    assert len(found.continents) == len(data["continents"])
    for continent, (name, bonus) in zip(data["continents"], found.continents.items()):
        assert continent["bonus"] == bonus
        assert continent.get("name", name) in (name, "")
        assert [names[t] for t in continent["territories"]] == [t for t in names if found.territories[t] == name]


def compare_places(places, found):
    """Troops stand where they do in other formats, but for the size of the picture."""
    if not places:
        return
    assert set(places) == set(found.places)
    for axis in (0, 1):
        (low, a), (high, b) = ((name, place[axis]) for name, place in
                               (min(places.items(), key=lambda item: item[1][axis]),
                                max(places.items(), key=lambda item: item[1][axis])))
        factor = (found.places[high][axis] - found.places[low][axis]) / (b - a)
        for name, place in places.items():
            expected = found.places[low][axis] + factor * (place[axis] - a)
            assert abs(expected - found.places[name][axis]) < 2.5 * max(factor, 0.001), (name, axis)


def comes_back(data, file, title):
    """What the program's own reader makes of an exported map file."""
    back = json.loads(run("map", "convert", str(file), "--to", "evorisk"))
    assert back["name"] == title
    assert back["borders"] == data["borders"]
    for key in ("territories", "continents"):
        for old, new in zip(data[key], back[key]):
            assert {**new, **{k: v for k, v in old.items() if k != "name" or v}} == new, (old, new)


def main():
    global PROGRAM
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    listed = [row["name"] for row in json.loads(run("list", "exports", "--json"))]
    assert listed == sorted(READERS), listed
    with tempfile.TemporaryDirectory() as folder:
        one = "--one" in sys.argv
        formats = [word for word in sys.argv[2:] if word and word != "--one"]
        for number, case in [(1, CASES[1])] if one else enumerate(CASES):
            data = json.loads(run("map", "convert", case[0], "--to", "evorisk"))
            title = TITLE if TITLE in case else case[0]
            places = {}
            without = {0: {"tts", "vassal"}, 2: set(listed) - {"domination", "tts"}}
            for name in formats or [name for name in listed if name not in without.get(number, ())]:
                out = pathlib.Path(folder) / f"{number}-{name}"
                address = ["--address", "https://example.org/files"] if name == "tts" else []
                report = json.loads(run("export", *case, "--to", name, "--out", str(out), "--json",
                                        *address))
                assert sorted(report["files"]) == sorted(str(file.relative_to(out)) for file in out.rglob("*") if file.is_file())
                assert all(file.isascii() and " " not in file for file in report["files"])
                if name != "board":
                    words = (out / "README.txt").read_text()
                    assert words.startswith(title + "\n=") and max(map(len, words.splitlines())) < 100
                    assert ("Ana Sá" in words) == ("Ana Sá" in case)
                found = READERS[name](out)
                if found is not None:
                    compare(data, found)
                    compare_places(places, found)
                    places = places or found.places
                for file in out.glob("*.map"):
                    comes_back(data, file, title)
                print("read", name, *case)


if __name__ == "__main__":
    main()
