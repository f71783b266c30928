"""Reads tables: values separated by commas, semicolons or tabs, with any lines before their header."""

import csv
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from . import records, rows, values
from .records import FIELD_OF, SPOTIFY_WORDS, Prepare, Record, is_used, word
from .rows import ExportError, Row

SEPARATORS = ",;\t"
# The lines among which a header is looked for: some programs write others before it.
MAX_HEAD_LINES = 40
MAX_CELL = 1 << 17
csv.field_size_limit(MAX_CELL)

# Exportify writes its headers in the language of its page, and iTunes in that of the program, each in one order.
EXPORTIFY = ("Track URI,Track Name,Artist URI(s),Artist Name(s),Album URI,Album Name,,Album Artist Name(s),"
             "Album Release Date,,Disc Number,Track Number,Track Duration (ms),,,,ISRC,,Added At").split(",")
ITUNES = ["Name", "Artist", "", "Album"]
# The export of a playlist by iTunes or Music has at least as many columns.
ITUNES_COUNT = 20
# Programs that write no header.
SCROBBLES = ["artist", "album", "title", "date"]
ROCKBOX = ["artist", "album", "title", "tracknumber", "length", "artistname2", "date", "trackmbid"]


class Header:
    """The columns of a table."""

    def __init__(self, cells: Sequence[str], first: Sequence[str], separator: str) -> None:
        self.titles = [rows.cleaned(cell) for cell in cells]
        self.first = [cell.strip() for cell in first]
        self.columns = [word(title) for title in _english(self.titles, self.first, separator)]
        self.fields = {FIELD_OF[column] for column in self.columns if column in FIELD_OF}
        self.used = [(index, column) for index, column in enumerate(self.columns) if is_used(column)]
        self.needed = [index for index, column in self.used if FIELD_OF.get(column) in ("name", "artist")]

    @property
    def words(self) -> set[str]:
        """The words by which a format is recognised: those of the columns, and in brackets what they are together."""
        words = set(self.columns)
        if {"name", "artist"} <= self.fields:
            words.add("<names>")
        if any(column.endswith(" - id") for column in self.columns):
            words.add("<service id>")
        if len(self.columns) > 1 and ("isrc" in words or any(map(self._has_id, self.columns, self.first))):
            words.add("<ids>")
        if len(self.columns) >= ITUNES_COUNT and "<names>" in words and "isrc" not in words:
            words.add("<itunes>")
        kinds = {cell.lower() for cell in self.first} & {"artist", "album", "song"}
        if words & {"ids", "id"} and (kinds or not self.first):
            words.add("<own>")
        return words

    @staticmethod
    def _has_id(column: str, cell: str) -> bool:
        is_spotify = column in SPOTIFY_WORDS and values.spotify_value("song", cell)
        return FIELD_OF.get(column) == "address" and bool(is_spotify or values.find_id(cell) or values.is_link(cell))

    def missing(self) -> str:
        """What a table of songs needs and this one has not."""
        needed = {"name": "title", "artist": "artist"}
        return " and the ".join(text for field, text in needed.items() if field not in self.fields)

    def shown(self) -> str:
        return ", ".join(f'"{title[:40]}"' for title in self.titles[:12] if title)


def _english(titles: list[str], first: Sequence[str], separator: str) -> list[str]:
    """The header in English, if its language is another."""
    if len(titles) >= 17 and titles[16].lower() == "isrc" and (not first or first[0].startswith("spotify:")):
        return EXPORTIFY
    fields = [FIELD_OF.get(word(title)) for title in titles]
    numbers = sum(values.whole(cell) is not None for cell in first)
    if separator == "\t" and len(titles) >= ITUNES_COUNT and "artist" not in fields and numbers >= 3:
        return ITUNES + [title if field == "added" else "" for title, field in zip(titles, fields)][4:]
    return titles


# MARK: Finding a table

class TableFormat(Protocol):
    """What must be known of the format of a table."""
    @property
    def name(self) -> str: ...
    @property
    def prepare(self) -> Prepare | None: ...


class Table:
    """A table whose format is known."""

    def __init__(self, format: TableFormat, header: Header, lines: Iterator[str], separator: str) -> None:
        self.format, self.header = format, header
        self._cells = itertools.islice(cells_of(lines, separator), 1, None)

    def read(self) -> Iterator[Row]:
        """The rows; those with too many or too few cells are doubtful."""
        count = len(self.header.columns)
        for number, cells in enumerate(self._cells, 1):
            # Some programs end each line with a separator.
            if number == 1 and len(cells) > count and not any(map(str.strip, cells[count:])):
                count = len(cells)
            if not any(map(str.strip, cells)):
                yield Row(number, skipped=rows.EMPTY)
            elif self.format.name == "MusicBus":
                yield own(dict(zip(self.header.columns, map(str.strip, cells))), number)
            else:
                row = row_of(self.format.name, self.header.used, cells, number, self.format.prepare)
                row.doubt = row.doubt or self._doubt(row, cells, count)
                yield row

    def _doubt(self, row: Row, cells: list[str], count: int) -> str:
        is_short = not row.ids and row.kind == "song" and len(cells) <= max(self.header.needed, default=0)
        if len(cells) > count or is_short:
            return f"the row has {len(cells)} cells, the header {len(self.header.columns)}"
        if any("\n" in cells[index] for index in self.header.needed if index < len(cells)):
            return "a cell goes over several lines"
        return ""


Columns = Iterable[tuple[int, str]]


def row_of(format: str, columns: Columns, cells: list[str], number: int, prepare: Prepare | None) -> Row:
    record = Record(format)
    for index, column in columns:
        if index < len(cells):
            record.put(column, cells[index])
    if prepare:
        prepare(record)
    return records.row_of(record, number)


def cells_of(lines: Iterable[str], separator: str) -> Iterator[list[str]]:
    """The cells of each row that has some (RFC 4180)."""
    reader = csv.reader(lines, delimiter=separator)
    try:
        for cells in reader:
            if cells:
                yield [_without_escape(cell) for cell in cells]
    except csv.Error as error:
        problem = f"a cell has more than {MAX_CELL} letters" if "field limit" in str(error) else str(error)
        raise ExportError(f"The table cannot be read at line {reader.line_num}: {problem}") from error


def _without_escape(cell: str) -> str:
    """A cell without the apostrophe that keeps spreadsheets from calculating it (CSV.swift)."""
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'")[:1] in tuple("=+-@\t\r\n＝＋－＠") else cell


def find(lines: Callable[[], Iterator[str]], recognise: Callable[[set[str]], TableFormat | None]) -> Table | None:
    """The table in a text; ``None`` if there is none. ``lines`` returns the lines from the first one on."""
    head = list(itertools.islice(lines(), MAX_HEAD_LINES + 2))
    separators, start = SEPARATORS, 0
    if head and re.fullmatch(r'sep=[^\w "]', head[0].strip("\n"), re.IGNORECASE):
        separators, start = head[0][4], 1
    for index in range(start, min(len(head), start + MAX_HEAD_LINES)):
        headers = [(separator, _header(head[index], head[index + 1:], separator)) for separator in separators]
        found = [(header, separator, format) for separator, header in headers
                 if header and (format := recognise(header.words))]
        if found:
            header, separator, format = max(found, key=lambda candidate: len(candidate[0].columns))
            return Table(format, header, itertools.islice(lines(), index, None), separator)
    return None


def _header(line: str, next_lines: list[str], separator: str) -> Header | None:
    if len(line) > MAX_CELL or separator not in line:
        return None
    cells = next(cells_of([line], separator), [])
    is_short = next_lines and len(next_lines[0]) < MAX_CELL
    first = next(cells_of(next_lines[:1], separator), []) if is_short else []
    return Header(cells, first, separator) if len(cells) > 1 else None


def refuse(lines: Iterable[str]) -> None:
    """Refuses a table whose columns are not known, so that it is not taken for a list of names."""
    head = [line for line in itertools.islice(lines, MAX_HEAD_LINES) if line.strip() and len(line) < MAX_CELL][:5]
    headers = filter(None, (_header(line, [], separator) for line in head[:1] for separator in SEPARATORS))
    best = max(headers, key=lambda header: len(header.columns), default=None)
    if best and best.missing() != "title and the artist" and len(best.fields) * 2 >= len(best.columns):
        raise ExportError(f"The table has no column for the {best.missing()}, only {best.shown()}; "
                          "name the columns, such as Title, Artist and Album")
    if _is_table(head):
        raise ExportError(f"The header of the table names no known columns{', but ' + best.shown() if best else ''}; "
                          "it needs a title and an artist, such as Title and Artist, or ids, such as Track URI or ISRC")


def _is_table(head: list[str]) -> bool:
    """Whether lines have cells: a tab or a semicolon in most of them, or more commas than names have."""
    if len(head) < 2:
        return False
    if any(sum(separator in line for line in head) * 2 > len(head) for separator in "\t;"):
        return True
    counts = [len(next(cells_of([line], ","), [])) for line in head]
    # `Earth, Wind & Fire` has a blank after its comma.
    has_blanks = any(re.search(r",\s", line.strip()) for line in head)
    return min(counts) >= 3 and len(set(counts)) == 1 or min(counts) >= 2 and not has_blanks


# MARK: Tables with rules of their own

def scrobbles(lines: Callable[[], Iterator[str]]) -> Iterator[Row] | None:
    """The scrobbles of a program that writes no header; ``None`` if the text is something else."""
    head = [line for line in itertools.islice(lines(), 3) if len(line) < MAX_CELL]
    first = list(cells_of(head, ","))
    if not first or not all(len(cells) == 4 and cells[3][-1:] and values.moment(cells[3])
                            and re.search("[A-Za-z]", cells[3]) for cells in first):
        return None
    return (row_of("Last.fm", list(enumerate(SCROBBLES)), cells, number, None)
            for number, cells in enumerate(cells_of(lines(), ","), 1))


def rockbox(lines: Iterable[str]) -> Iterator[Row]:
    """The log of Rockbox."""
    rest = (line.rstrip("\n") for line in lines if line.strip() and not line.startswith("#"))
    for number, line in enumerate(rest, 1):
        cells = line.split("\t")
        if len(cells) < 7:
            yield Row(number, name=rows.cleaned(line), skipped=rows.EMPTY)
        else:
            yield row_of("Rockbox log", list(enumerate(ROCKBOX)), cells, number, records.rockbox)


def own(cell: dict[str, str], number: int) -> Row:
    """A row of a table of MusicBus itself (FavoriteColumn.swift), as the JSON that the hub imports."""
    cell = {column: text for column, text in cell.items() if text not in ("", "–", "-")}
    kind = cell.get("kind", "").lower()
    entity: dict[str, Any] = {"kind": kind, "name" if kind == "artist" else "title": cell.get("name", "")}
    entity["ids"] = (cell.get("ids") or cell.get("id") or "").split()
    entity |= {"id": entity["ids"][0]} if entity["ids"] else {}
    entity |= {"artist": {"name": cell["artist"]}} if "artist" in cell else {}
    entity |= {"album": {"title": cell["album"]}} if "album" in cell else {}
    date = cell.get("date") or cell.get("year") or ""
    # The year of an artist may be that of the birth or of the formation.
    if date and kind != "artist":
        entity["releaseDate"] = date
    genres = [genre.strip() for genre in cell.get("genres", "").split(";") if genre.strip()]
    entity |= {"genres": genres} if genres else {}
    members = {"entity": entity} | {column: cell[column] for column in ("fav", "added", "note") if column in cell}
    return Row(number, line=json.dumps(members, ensure_ascii=False, separators=(",", ":")))
