import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

@Suite("Clock times")
struct ClockTimesTests {
  /// When the user changed a favourite (Protocol/client.md, "Favourites"), and dates from sources.
  private static let allowed: Set = ["added", "refreshed", "at", "releaseDate"]

  @Test("are in no message of a vector, except those of favourites")
  func vectors() throws {
    for vector in Vector.all where vector.expectation == .accept {
      for frame in vector.frames {
        guard let value = try? JSONCodec.decode(JSONValue.self, from: frame) else { continue }
        #expect(Self.clockTimes(in: value) == [], "\(vector)")
      }
    }
  }

  @Test("are in no message of a session")
  func sessions() throws {
    for name in try PackageRoot.names(in: "Protocol/sessions") where name.hasSuffix(".jsonl") {
      for line in try PackageRoot.text("Protocol/sessions/\(name)").split(separator: "\n") {
        let value = try JSONCodec.decode(JSONValue.self, from: Array(line.utf8))
        for part in ["header", "body"] {
          #expect(Self.clockTimes(in: value[part] ?? .null) == [], "\(name)")
        }
      }
    }
  }

  @Test("have no member in the schemas")
  func schemas() throws {
    for file in try PackageRoot.names(in: "Protocol/schema") {
      let schema = try JSONCodec.decode(
        JSONValue.self,
        from: PackageRoot.bytes("Protocol/schema/\(file)")
      )
      #expect(Self.clockNames(in: schema) == [], "\(file)")
    }
  }

  @Test("are found if they exist")
  func found() {
    let value: JSONValue = ["a": ["b": "2026-11-20T13:07:01Z"], "c": 1_795_000_000_000]
    #expect(Self.clockTimes(in: value).sorted() == ["b", "c"])
    #expect(Self.clockNames(in: ["properties": ["startedAt": true, "unixMs": true]]).count == 2)
  }

  /// The members whose value is a time of day, or milliseconds since 1970.
  private static func clockTimes(in value: JSONValue, of name: String = "") -> [String] {
    if let members = value.members {
      return members.flatMap { clockTimes(in: $0.value, of: $0.key) }
    }
    if let elements = value.elements { return elements.flatMap { clockTimes(in: $0, of: name) } }
    guard !allowed.contains(name) else { return [] }
    if let text = value.text {
      return text.firstMatch(of: /\d\d\d\d-\d\d-\d\dT\d\d:\d\d/) == nil ? [] : [name]
    }
    if case .integer(let number) = value, (1_000_000_000_000..<4_000_000_000_000).contains(number) {
      return [name]
    }
    return []
  }

  /// The properties whose name is that of a clock time.
  private static func clockNames(in schema: JSONValue) -> [String] {
    if let elements = schema.elements { return elements.flatMap { clockNames(in: $0) } }
    let own = (schema["properties"]?.members ?? [:]).keys.filter { name in
      !allowed.contains(name)
        && (name.hasSuffix("At") || name == "timestamp" || name.lowercased().contains("unix"))
    }
    return own + (schema.members ?? [:]).values.flatMap { clockNames(in: $0) }
  }
}
