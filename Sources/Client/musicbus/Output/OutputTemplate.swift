import BusProtocol
import CommandKit
import MusicModel

/// A form for results: text with members in braces, such as `{title} by {artist.name}`.
struct OutputTemplate: Hashable, Sendable {
  private var parts: [Part] = []

  private enum Part: Hashable, Sendable {
    case text(String)
    /// The names of nested members, or positions in lists.
    case member([String])
  }

  /// Parses a template; `nil` if a brace is not closed or holds no name. `{{` stands for a brace.
  init?(_ template: String) {
    var rest = template.replacing("\\t", with: "\t").replacing("\\n", with: "\n")[...]
    while !rest.isEmpty {
      let text = rest.prefix { $0 != "{" }
      if !text.isEmpty { parts.append(.text(String(text))) }
      rest = rest.dropFirst(text.count)
      guard rest.first == "{" else { break }
      rest = rest.dropFirst()
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let names = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
      guard !names.contains(where: \.isEmpty), !names.isEmpty else { return nil }
      parts.append(.member(names.map(String.init)))
      rest = rest[end...].dropFirst()
    }
  }

  /// The members that it shows.
  var members: [String] {
    parts.compactMap { if case .member(let names) = $0 { names[0] } else { nil } }
  }

  /// The first member that no result has.
  var unknownMember: String? { members.first { !MemberNames.all.contains($0) } }

  /// The text for a value. A missing member is empty.
  func text(of value: JSONValue) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .member(let names): OutputTemplate.text(names.reduce(value, OutputTemplate.member))
      }
    }.joined()
  }

  private static func member(of value: JSONValue, _ name: String) -> JSONValue {
    if let elements = value.elements, let index = Int(name) {
      return elements.indices.contains(index) ? elements[index] : .null
    }
    return value[name] ?? .null
  }

  private static func text(_ value: JSONValue) -> String {
    if value == .null { return "" }
    if let text = value.text { return text.neutralized }
    if let elements = value.elements { return elements.map(text).joined(separator: ", ") }
    return (try? JSONLine.text(value)) ?? ""
  }
}
