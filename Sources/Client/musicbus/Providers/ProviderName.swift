import MusicModel

/// The name of a new provider, in the forms that its files need.
struct ProviderName: Sendable {
  /// The provider id and directory name: `my-source`.
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

  /// The Swift type and module: `MySource`.
  var type: String { words.map { $0.capitalizedFirst }.joined() }
  /// The Python module: `my_source`.
  var module: String { words.joined(separator: "_") }
  /// The part of environment variable names: `MY_SOURCE`.
  var variable: String { module.uppercased() }

  /// A template with "example" replaced by this name.
  func renaming(_ text: String) -> String {
    [
      ("musicbus-provider-example", "musicbus-provider-\(id)"), ("\"example\"", "\"\(id)\""),
      ("EXAMPLE", variable), ("Example", type), ("example", module),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
