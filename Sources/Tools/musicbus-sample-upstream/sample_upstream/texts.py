"""Plain operations on texts: numbers that belong to a text, and the crude searches of the services."""

import functools
import re
import string
import unicodedata
import urllib.parse

MASK = (1 << 64) - 1
DIGITS = string.digits + string.ascii_lowercase


def stable_hash(text: str) -> int:
    """FNV-1a: the same number in every run. Ids, colours and gaps come from it, and stay when the catalogue grows."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    # FNV alone leaves neighbouring texts close in the high bits.
    value ^= value >> 33
    value = value * 0xFF51AFD7ED558CCD & MASK
    return value ^ value >> 33


def stable_number(text: str, below: int) -> int:
    return stable_hash(text) % max(1, below)


def stable_uuid(text: str) -> str:
    """A well-formed random-looking UUID (version 4)."""
    digits = f"{stable_hash(text):016x}{stable_hash(text + chr(0)):016x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def stable_name(text: str) -> str:
    """The hash in base 36, as a name of a file."""
    number, name = stable_hash(text), ""
    while number:
        number, digit = divmod(number, 36)
        name = DIGITS[digit] + name
    return name


def spotify_code(text: str) -> str:
    """22 letters and digits."""
    code = ""
    for number in (stable_hash("spotify/" + text), stable_hash(text + "/spotify")):
        for _ in range(11):
            number, digit = divmod(number, 62)
            code += (DIGITS + string.ascii_uppercase)[digit]
    return code


def whole(text: str | None) -> int | None:
    """The number that the text is; `None` if it is none, or too large for 64 bits."""
    if not text or not re.fullmatch("[+-]?[0-9]+", text, re.ASCII):
        return None
    number = int(text) if len(text) < 100 else MASK
    return number if -(1 << 63) <= number < 1 << 63 else None


def halves(text: str, separator: str) -> tuple[str, str | None]:
    """What is before and after the first separator; `None` if nothing is after it."""
    name, _, value = text.lstrip(separator).partition(separator)
    return name, value or None


def lower(text: str) -> str:
    """Without capitals, in one normal form; the final sigma is no letter of its own."""
    return unicodedata.normalize("NFC", text.lower().replace("ς", "σ"))


def is_letter(sign: str) -> bool:
    """Whether it is part of a word: letters, numbers, and the marks of scripts whose vowels are such."""
    return sign.isalpha() or sign.isnumeric() or unicodedata.category(sign)[0] == "M"


def split_words(text: str) -> list[str]:
    if text.isascii():
        return re.findall("[A-Za-z0-9]+", text)
    return "".join(sign if is_letter(sign) else " " for sign in text).split()


def folded(text: str) -> str:
    """The text without case, accents and width."""
    if text.isascii():
        return text.lower()
    # Capitals show that "ß" is "ss".
    signs = []
    for sign in unicodedata.normalize("NFD", lower(text.upper())):
        if 0xFF01 <= ord(sign) <= 0xFF5E:
            signs.append(chr(ord(sign) - 0xFEE0))
        elif sign == "\u3000":
            signs.append(" ")
        # In Japanese, the marks make other syllables.
        elif unicodedata.category(sign) != "Mn" or sign in "\u3099\u309a":
            signs.append(sign)
    return unicodedata.normalize("NFC", "".join(signs))


def slug(name: str) -> str:
    """`Sigur Rós` to `sigur-r%C3%B3s`: Apple's store preserves letters of any script."""
    words = split_words(re.sub("['’]", "", name.lower()))
    return urllib.parse.quote("-".join(words), safe="") or "-"


class SearchText:
    """A text made ready for a crude search: without case and accents, cut into words."""

    def __init__(self, text: str) -> None:
        self.folded = folded(text)
        self.words = split_words(self.folded)

    def is_found(self, fields: "list[SearchText]") -> bool:
        """Whether each of the words begins some word of the fields.

        A word outside ASCII may also be in the middle, as some scripts have no spaces; a text without words (`!!!`)
        must be there whole.
        """
        if not self.words:
            return self.folded != "" and any(self.folded in field.folded for field in fields)
        return all(any(begins(word, field) for field in fields) for word in self.words)


def begins(word: str, field: SearchText) -> bool:
    return any(other.startswith(word) for other in field.words) or (not word.isascii() and word in field.folded)


search_text = functools.lru_cache(maxsize=20_000)(SearchText)


class FieldQuery:
    """A search, plain or by fields, such as `album:"Low" artist:"David Bowie"` or `upc:123`."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.fields: dict[str, str] = {}
        for match in re.finditer(r'(\w+):(?:"([^"]*)"|(\S+))', query):
            self.fields[match[1]] = match[3] or match[2] or ""

    def text(self, *names: str) -> SearchText:
        """The first of these fields that is there, or else the whole query."""
        return SearchText(next((self.fields[name] for name in names if name in self.fields), self.query))

    @property
    def artist(self) -> SearchText | None:
        return SearchText(self.fields["artist"]) if "artist" in self.fields else None
