import BusProtocol
import MusicModel

/// A short text for a value of any member.
enum ValueText {
  /// The maximum length in characters.
  private static let maxLength = 60

  /// `1965 (audiodb, 3 min ago)`
  static func of(_ value: ValueReport) -> String {
    let age = value.ageMs.map { ", \(HumanFormat.duration(ms: $0)) ago" } ?? ""
    return "\(brief(value.value)) (\(value.provider)\(age))"
  }

  static func brief(_ value: JSONValue) -> String {
    let text = whole(value)
    return text.count > maxLength ? "\(text.prefix(maxLength - 1))…" : text
  }

  /// The text of a value in full.
  static func whole(_ value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let integer): String(integer)
    case .number(let number): String(number)
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map(element).joined(separator: ", ")
    case .object(let members): object(members)
    }
  }

  /// An element: the URL of an image, the name of a reference.
  private static func element(_ value: JSONValue) -> String {
    guard case .object(let members) = value else { return whole(value) }
    return object(members)
  }

  private static func object(_ members: [String: JSONValue]) -> String {
    for name in ["name", "title", "url"] {
      if let text = members[name]?.text { return text }
    }
    return members.sorted { $0.key < $1.key }
      .map { "\($0.key) \(whole($0.value))" }.joined(separator: ", ")
  }
}

extension JSONValue {
  /// Whether the value of a member combines those of several sources.
  ///
  /// Lists and tables do. A reference to an artist or album is from one source.
  var combinesSources: Bool {
    switch self {
    case .array: true
    case .object(let members): members["name"] == nil && members["title"] == nil
    default: false
    }
  }
}
