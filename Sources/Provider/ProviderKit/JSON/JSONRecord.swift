public import BusProtocol
public import MusicModel

/// One object of a source's JSON, read leniently: a member of the wrong type costs itself only.
///
/// Sources tell numbers as text, text as numbers, and leave out or empty what they do not know.
/// Everything that means "not known" is `nil` here.
public struct JSONRecord: Hashable, Sendable {
  public let members: [String: JSONValue]

  public init(_ members: [String: JSONValue]) { self.members = members }

  /// The object, where the value is one.
  public init?(_ value: JSONValue) {
    guard let members = value.members else { return nil }
    self.init(members)
  }

  /// Text without white space at its ends and never empty; a number is told as text.
  public func text(_ name: String) -> String? {
    switch members[name] {
    case .string(let text):
      let text = text.trimmed
      return text.isEmpty ? nil : text
    case .integer(let integer): return String(integer)
    case .number(let number): return String(number)
    default: return nil
    }
  }

  /// A whole number, also where it is told as text or as `12.0`.
  public func integer(_ name: String) -> Int? {
    switch members[name] {
    case .integer(let integer): integer
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text.trimmed)
    default: nil
    }
  }

  /// A number, also where it is told as text.
  public func number(_ name: String) -> Double? {
    switch members[name] {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .string(let text): Double(text.trimmed).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The member as an object.
  public func record(_ name: String) -> JSONRecord? { members[name].flatMap { JSONRecord($0) } }

  /// The member's elements; a lone object is a list of one, `null` an empty list.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` where the member is missing or anything else.
  public func list(_ name: String) throws(Failure) -> [JSONValue] {
    switch members[name] {
    case .array(let elements): return elements
    case .object(let members): return [.object(members)]
    case .null: return []
    case nil: throw Failure(.upstreamBadData, "The answer has no member \"\(name)\".")
    default: throw Failure(.upstreamBadData, "The member \"\(name)\" of the answer is no list.")
    }
  }

  /// The member's objects where it has any, for lists that matter little.
  public func records(_ name: String) -> [JSONRecord] {
    ((try? list(name)) ?? []).compactMap { JSONRecord($0) }
  }
}
