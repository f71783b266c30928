/// The scalars that are two columns wide, except emoji, which the standard library knows.
///
/// From Unicode's `EastAsianWidth.txt` (16.0): those marked W (wide) or F (fullwidth). Unassigned
/// scalars between them are included if they belong to the same blocks, so that the table is short
/// and valid for the next version.
let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F,  // Hangul initial consonants
  0x2329...0x232A,  // angle brackets
  0x2630...0x2637,  // trigrams
  0x268A...0x268F,  // monograms, digrams
  0x2E80...0x303E,  // CJK radicals, symbols, punctuation
  0x3041...0x3247,  // kana, Bopomofo, Hangul letters, enclosed letters
  0x3250...0xA4CF,  // enclosed CJK, ideographs, hexagrams, Yi
  0xA960...0xA97F,  // old Hangul initial consonants
  0xAC00...0xD7A3,  // Hangul syllables
  0xF900...0xFAFF,  // CJK compatibility ideographs
  0xFE10...0xFE19,  // vertical punctuation
  0xFE30...0xFE6B,  // CJK compatibility forms, small forms
  0xFF01...0xFF60,  // fullwidth letters
  0xFFE0...0xFFE6,  // fullwidth signs
  0x16FE0...0x18DFF,  // Tangut, Khitan
  0x1AFF0...0x1B2FF,  // more kana, Nushu
  0x1D300...0x1D356,  // Tai Xuan Jing symbols
  0x1D360...0x1D376,  // counting rods
  0x1F200...0x1F265,  // enclosed ideographs
  0x20000...0x2FFFD,  // ideographs of the second plane
  0x30000...0x3FFFD,  // ideographs of the third plane
]
