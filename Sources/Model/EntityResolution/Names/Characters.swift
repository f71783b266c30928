/// The role of single characters in name comparison.
enum Characters {
  static let space = UInt8(ascii: " ")

  enum Role: UInt8 {
    case letter, capital, silent, exclamation, dollar, and, opening, closing, dash, colon, comma
    case separator
  }

  /// The roles of the ASCII characters.
  static let roles: [Role] = (0..<128).map { code in
    switch Character(Unicode.Scalar(UInt8(code))) {
    case "a"..."z", "0"..."9": .letter
    case "A"..."Z": .capital
    case "'", ".", "`", "\"": .silent
    case "!": .exclamation
    case "$": .dollar
    case "&", "+": .and
    case "(", "[", "{": .opening
    case ")", "]", "}": .closing
    case "-", "~": .dash
    case ":": .colon
    case ",", ";", "/": .comma
    default: .separator
    }
  }

  /// Whether the byte is an ASCII letter or digit.
  static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Letters that do not decompose, with their spelling on a keyboard without them.
  static let replacements: [Unicode.Scalar: String] = [
    "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h",
    "Ħ": "h", "ı": "i", "ŋ": "n", "Ŋ": "n", "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "þ": "th", "Þ": "th", "×": "x", "ς": "σ",
  ]

  /// The ASCII character of a full-width form or of a hyphen, or the character itself.
  static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0..<0x80: UInt8(scalar.value)
    case 0xFF01...0xFF5E: UInt8(scalar.value - 0xFEE0)
    case 0x2010, 0x2011, 0x2212, 0xFE63: UInt8(ascii: "-")
    default: nil
    }
  }

  /// The katakana from U+FF66 on, and the two marks that follow them, in full width.
  private static let katakana: [Unicode.Scalar] = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars
  )

  /// The full form of a katakana of half width, or the character itself.
  static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFF66...0xFF9F).contains(scalar.value) ? katakana[Int(scalar.value) - 0xFF66] : scalar
  }

  /// The class of a character for its neighbours: an ASCII character, or any letter for all others.
  static func neighbor(_ scalar: Unicode.Scalar) -> UInt8 {
    ascii(scalar) ?? (scalar.properties.isAlphabetic ? UInt8(ascii: "a") : space)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Accents and invisible characters, but not the marks of the Japanese syllabaries: が is not か.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    case 0xAD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
    default: false
    }
  }

  /// Letters and digits of any script, and their marks.
  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
  }

  static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .openPunctuation && !isQuote(scalar)
  }

  static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .closePunctuation && !isQuote(scalar)
  }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    (0x2012...0x2015).contains(scalar.value) || scalar.value == 0x301C
  }

  /// Apostrophes and quotation marks, which do not separate words.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xB4, 0x2018...0x201F, 0x2B9, 0x2BB, 0x2BC, 0x2032: true
    default: false
    }
  }
}
