import BusProtocol
import CommandKit
import MusicModel

/// What an assistant gets of a reply: enough to work with, in a bounded size, and harmless.
enum MCPResult {
  /// About 25,000 tokens; hosts refuse or cut longer results.
  static let maxBytes = 60_000

  static let shortenedSchema: JSONValue = [
    "type": "boolean", "description": "Whether long lists and texts were cut.",
  ]

  /// The members of `done`, with one picture of each entity, without what is there twice, and with texts as
  /// they are shown in a terminal.
  ///
  /// Items that do not fit are left for the next call, which begins at `next`; without an `offset` there is
  /// none, and long lists and texts are cut.
  ///
  /// - Returns: `nil` if it is too long however it is cut.
  static func shaped(_ members: [String: JSONValue], offset: Int?) -> JSONValue? {
    var members = cleaned(.object(members)).members ?? [:]
    if let offset, let items = members["items"]?.elements {
      let kept = fitting(items, members)
      members["items"] = .array(kept)
      if kept.count < items.count { members["next"] = .integer(offset + kept.count) }
    }
    let whole = JSONValue.object(members)
    guard size(whole) > maxBytes else { return whole }
    members["shortened"] = true
    for count in [200, 100, 50, 20, 10, 5] {
      let short = shortened(.object(members), count: count, characters: 40 * count)
      if size(short) <= maxBytes { return short }
    }
    return nil
  }

  /// The first items that fit beside the other members, but at least one.
  private static func fitting(
    _ items: [JSONValue],
    _ members: [String: JSONValue]
  ) -> [JSONValue] {
    let others = size(.object(members.filter { $0.key != "items" }))
    // With the names of "items" and "next" and a number.
    var left = maxBytes - others - 64
    let count = items.prefix { item in
      left -= size(item) + 1
      return left >= 0
    }.count
    return Array(items.prefix(max(1, count)))
  }

  private static func size(_ value: JSONValue) -> Int { EncodedJSON(value).bytes.count }

  /// Paths of the user's files and URLs of the user's server stay on this machine: an assistant sends what it gets
  /// to its service.
  private static func cleaned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var members):
      if let pictures = members["artwork"]?.elements, pictures.count > 1 {
        members["artwork"] = [pictures[0]]
      }
      if members["stream"]?.members != nil { members["stream"] = nil }
      if let id = members["id"], let ids = members["ids"]?.elements {
        let others = ids.filter { $0 != id }
        members["ids"] = others.isEmpty ? nil : .array(others)
      }
      let pairs = members.filter { !isPath($0.value) }.map { name, value in
        (name.neutralized, cleaned(value))
      }
      return .object(Dictionary(pairs) { first, _ in first })
    case .array(let elements): return .array(elements.filter { !isPath($0) }.map(cleaned))
    case .string(let text): return .string(cleaned(text))
    default: return value
    }
  }

  /// A text without characters that nobody sees or that act on a terminal; lines stay lines.
  private static func cleaned(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { ["\n", "\r\n"].contains($0) }
      .map(\.neutralized).joined(separator: "\n")
  }

  /// An error as a sentence for an assistant, which may quote what it sent.
  static func sentence(_ text: String) -> String {
    let maxCharacters = 2_000
    let isLong = text.unicodeScalars.count > maxCharacters
    return cleaned(isLong ? prefix(of: text, maxCharacters) : text)
  }

  /// The beginning of a text. A letter with many accents counts as many.
  private static func prefix(of text: String, _ count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
  }

  private static func isPath(_ value: JSONValue) -> Bool { value.text?.hasPrefix("file:") == true }

  private static func shortened(_ value: JSONValue, count: Int, characters: Int) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.mapValues { shortened($0, count: count, characters: characters) })
    case .array(let elements):
      .array(elements.prefix(count).map { shortened($0, count: count, characters: characters) })
    case .string(let text) where text.unicodeScalars.count > characters:
      .string(prefix(of: text, characters))
    default: value
    }
  }
}
