public import BusProtocol
import MusicModel

/// A JSON object of an upstream, read leniently: a member of an unexpected type is `nil`.
///
/// Strings are accepted as numbers and vice versa. Missing, `null` and empty members are all `nil`.
public struct JSONRecord: Hashable, Sendable {
  public let members: [String: JSONValue]

  public init(_ members: [String: JSONValue]) { self.members = members }

  /// Creates a record; `nil` if the value is not an object.
  public init?(_ value: JSONValue) {
    guard let members = value.members else { return nil }
    self.init(members)
  }

  public var value: JSONValue { .object(members) }

  /// Returns the record with members that it lacks.
  public func adding(_ others: [String: JSONValue]) -> JSONRecord {
    others.isEmpty ? self : JSONRecord(members.merging(others) { own, _ in own })
  }

  /// Returns a string or number as trimmed text; `nil` if it is empty.
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

  /// Returns an integer, including `"12"` and `12.0`.
  public func integer(_ name: String) -> Int? {
    switch members[name] {
    case .integer(let integer): integer
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text.trimmed)
    default: nil
    }
  }

  /// Returns a number, including `"1.5"`.
  public func number(_ name: String) -> Double? {
    switch members[name] {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .string(let text): Double(text.trimmed).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// Returns an object.
  public func record(_ name: String) -> JSONRecord? { members[name].flatMap { JSONRecord($0) } }

  /// Returns the elements of a list. A single object is a list of one, `null` an empty list.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` if the member is missing or of another type.
  public func list(_ name: String) throws(Failure) -> [JSONValue] {
    switch members[name] {
    case .array(let elements): return elements
    case .object(let members): return [.object(members)]
    case .null: return []
    case nil: throw Failure(.upstreamBadData, "The response has no member \"\(name)\".")
    default:
      throw Failure(.upstreamBadData, "The member \"\(name)\" of the response is not a list.")
    }
  }

  /// Returns the objects of an optional list.
  public func records(_ name: String) -> [JSONRecord] {
    ((try? list(name)) ?? []).compactMap { JSONRecord($0) }
  }
}
