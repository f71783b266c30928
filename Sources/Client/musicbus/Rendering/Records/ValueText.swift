import BusProtocol
import MusicModel

/// A value of any member in a few words.
enum ValueText {
  /// Longer ones are cut to so many characters.
  private static let lengthMax = 60

  /// `1965 (audiodb, 3 min ago)`
  static func of(_ value: ValueReport) -> String {
    let age = value.ageMs.map { ", \(HumanFormat.duration(ms: $0)) ago" } ?? ""
    return "\(brief(value.value)) (\(value.provider)\(age))"
  }

  static func brief(_ value: JSONValue) -> String {
    let text = words(value)
    return text.count > lengthMax ? "\(text.prefix(lengthMax - 1))…" : text
  }

  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "nothing"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let integer): String(integer)
    case .number(let number): String(number)
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty ? "nothing" : elements.map(element).joined(separator: ", ")
    case .object(let members): object(members)
    }
  }

  /// A picture is its address, a reference its name.
  private static func element(_ value: JSONValue) -> String {
    guard case .object(let members) = value else { return words(value) }
    return object(members)
  }

  private static func object(_ members: [String: JSONValue]) -> String {
    for name in ["name", "title", "url"] {
      if let text = members[name]?.text { return text }
    }
    return members.sorted { $0.key < $1.key }
      .map { "\($0.key) \(words($0.value))" }.joined(separator: ", ")
  }
}
