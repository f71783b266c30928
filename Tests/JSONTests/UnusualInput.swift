import JSON
import Testing

/// JSON text that is rare or malformed, and its result in each dialect; `nil` means rejected.
struct UnusualInput: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// In messages and configuration files, which are strict.
  let strict: JSONValue?
  let foreign: JSONValue?

  var testDescription: String { name }

  private init(_ name: String, _ text: String, _ strict: JSONValue?, foreign: JSONValue?) {
    self.init(name, Array(text.utf8), strict, foreign: foreign)
  }

  private init(_ name: String, _ bytes: [UInt8], _ strict: JSONValue?, foreign: JSONValue?) {
    self.name = name
    self.bytes = bytes
    self.strict = strict
    self.foreign = foreign
  }

  private static func everywhere(
    _ name: String,
    _ text: String,
    _ value: JSONValue?
  ) -> UnusualInput {
    UnusualInput(name, text, value, foreign: value)
  }

  static let all: [UnusualInput] = numbers + strings + structure + encodings

  private static let numbers = [
    everywhere("leading zero", "01", nil),
    everywhere("negative leading zero", "-01", nil),
    everywhere("hexadecimal number", "0x10", nil),
    everywhere("plus sign", "+1", nil),
    everywhere("no digits before the point", ".5", nil),
    everywhere("no digits after the point", "5.", nil),
    everywhere("exponent without digits", "1e", nil),
    everywhere("minus alone", "-", nil),
    everywhere("two points", "1.2.3", nil),
    everywhere("infinity", "Infinity", nil),
    everywhere("not a number", "NaN", nil),
    everywhere("zero", "0", 0),
    everywhere("negative zero", "-0", 0),
    everywhere("fraction of zero", "-0.5", .number(-0.5)),
    everywhere("exponent", "1E+2", .number(100)),
    everywhere("largest integer", "9223372036854775807", .integer(.max)),
    everywhere("smallest integer", "-9223372036854775808", .integer(.min)),
    everywhere("beyond integers", "9223372036854775808", .number(9_223_372_036_854_775_808)),
    everywhere("31 digits", "1000000000000000000000000000000", .number(1e30)),
    everywhere("vanishing number", "1e-999", .number(0)),
    UnusualInput("beyond doubles", "[1e999]", nil, foreign: [.null]),
    UnusualInput("beyond negative doubles", "-1e999", nil, foreign: .null),
  ]

  private static let strings = [
    everywhere("every escape", #""\"\\\/\n\r\t""#, "\"\\/\n\r\t"),
    everywhere("escaped letter", #""\u00e9\u00C9""#, "éÉ"),
    everywhere("escaped pair", #""\ud83c\udfb5""#, "🎵"),
    everywhere("sign in an escape", #""\u+123""#, nil),
    everywhere("space in an escape", #""\u 123""#, nil),
    everywhere("letter in an escape", #""\u12g4""#, nil),
    everywhere("full-width digit in an escape", #""\u１234""#, nil),
    everywhere("short escape", #""\u12""#, nil),
    everywhere("unknown escape", #""\x""#, nil),
    everywhere("escaped quote at the end", #""a\""#, nil),
    everywhere("single quotes", "'a'", nil),
    everywhere("delete", "\"\u{7F}\"", "\u{7F}"),
    UnusualInput("backspace and form feed", #""\b\f""#, "\u{8}\u{C}", foreign: "  "),
    UnusualInput("escaped NUL", #""\u0000""#, "\u{0}", foreign: " "),
    UnusualInput("high surrogate alone", #""\ud83c!""#, nil, foreign: "\u{FFFD}!"),
    UnusualInput("low surrogate alone", #""\udfb5""#, nil, foreign: "\u{FFFD}"),
    UnusualInput("high surrogate, letter", #""\ud83c\u0041""#, nil, foreign: "\u{FFFD}A"),
    UnusualInput("two high surrogates", #""\ud83c\ud83c""#, nil, foreign: "\u{FFFD}\u{FFFD}"),
    UnusualInput("control character", "\"a\u{1}b\"", nil, foreign: "a b"),
    UnusualInput("line feed and tab", "\"a\nb\tc\"", nil, foreign: "a\nb\tc"),
    UnusualInput("NUL", "\"a\u{0}b\"", nil, foreign: "a b"),
  ]

  private static let structure = [
    everywhere("nothing", "", nil),
    everywhere("only space", " \n", nil),
    everywhere("truncated object", #"{"a": [1, 2"#, nil),
    everywhere("truncated name", #"{"a"#, nil),
    everywhere("truncated member", #"{"a""#, nil),
    everywhere("truncated word", "tru", nil),
    everywhere("longer word", "nulll", nil),
    everywhere("capitals", "True", nil),
    everywhere("comma before a bracket", "[1,]", nil),
    everywhere("comma before a brace", #"{"a":1,}"#, nil),
    everywhere("two commas", "[1,,2]", nil),
    everywhere("comma first", "[,1]", nil),
    everywhere("no comma", "[1 2]", nil),
    everywhere("no colon", #"{"a" 1}"#, nil),
    everywhere("name without quotes", "{a: 1}", nil),
    everywhere("wrong bracket", "[1}", nil),
    everywhere("comment", "[1] // one", nil),
    everywhere("two values", "{} {}", nil),
    everywhere("empty name", #"{"": 1}"#, ["": 1]),
    everywhere("every space", " [ \t\r\n1 ] ", [1]),
    everywhere("no-break space", "[\u{A0}1]", nil),
    UnusualInput("form feed and vertical tab", "\u{C}[\u{B}1]", nil, foreign: [1]),
    UnusualInput("duplicate name", #"{"a":1,"a":2}"#, nil, foreign: ["a": 2]),
    UnusualInput("duplicate name, escaped", #"{"a":1,"\u0061":2}"#, nil, foreign: ["a": 2]),
    UnusualInput("33 brackets", nested(33), nil, foreign: value(33)),
    everywhere("32 brackets", nested(32), value(32)),
    everywhere("65 brackets", nested(65), nil),
    UnusualInput("64 brackets", nested(64), nil, foreign: value(64)),
    everywhere("100,000 brackets", String(repeating: "[", count: 100_000), nil),
  ]

  private static let encodings = [
    UnusualInput("byte order mark", "\u{FEFF}[1]", nil, foreign: [1]),
    everywhere("byte order mark alone", "\u{FEFF}", nil),
    everywhere("byte order mark inside", "[\u{FEFF}1]", nil),
    everywhere("NUL after the end", "[]\u{0}", nil),
    UnusualInput("UTF-16", [0x5B, 0, 0x5D, 0], nil, foreign: nil),
    UnusualInput("Windows-1252", [0x22, 0x92, 0x22], nil, foreign: nil),
    UnusualInput("overlong encoding", [0x22, 0xC0, 0x80, 0x22], nil, foreign: nil),
    UnusualInput("encoded surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22], nil, foreign: nil),
    UnusualInput("cut character", [0x22, 0xC3, 0x22], nil, foreign: nil),
  ]

  private static func nested(_ count: Int) -> String {
    String(repeating: "[", count: count) + String(repeating: "]", count: count)
  }

  private static func value(_ count: Int) -> JSONValue {
    (1..<count).reduce(.array([])) { inner, _ in .array([inner]) }
  }
}
