/// The name of a provider that is to be written, in all the forms that its files need.
struct ProviderName: Sendable {
  /// `my-source`: on the bus, and of the folder.
  let id: String

  init?(_ text: String) {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
    let isAllowed = { (byte: UInt8) in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    guard let first = text.utf8.first, isLetter(first), text.utf8.last != 0x2D,
      text.utf8.count <= 40, text.utf8.allSatisfy(isAllowed), !text.contains("--")
    else { return nil }
    id = text
  }

  private var words: [Substring] { id.split(separator: "-") }

  /// `MySource`: of the type and the module in Swift.
  var type: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
  /// `my_source`: of the module in Python.
  var module: String { words.joined(separator: "_") }
  /// `MY_SOURCE`: in the variable that tells where the source is.
  var variable: String { module.uppercased() }

  /// A template's text under this name instead of "example".
  func renaming(_ text: String) -> String {
    [
      ("musicbus-provider-example", "musicbus-provider-\(id)"), ("\"example\"", "\"\(id)\""),
      ("EXAMPLE", variable), ("Example", type), ("example", module),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
