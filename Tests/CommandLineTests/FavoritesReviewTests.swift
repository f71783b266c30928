import BusProtocol
import CommandKit
import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("A doubtful row of an import", .timeLimit(.minutes(10)))
struct FavoritesReviewTests {
  let directory: TestDirectory
  private let environment: Environment

  init() throws {
    directory = try TestDirectory()
    environment = ["MUSICBUS_HOME": directory.path]
  }

  private func path(_ id: String) throws -> String {
    "\(try HubPaths(environment: environment).data)/imports/\(id).jsonl"
  }

  /// Keeps an import whose row 4 is doubtful.
  private func keep(_ id: String) throws {
    let song = #"{"kind":"song","id":"x:song:1","ids":["x:song:1"],"title":"Hurt"}"#
    let lines = [
      #"{"id":"\#(id)","file":"a.csv","format":"table","rows":9,"skipped":{},"repeated":0}"#,
      #"{"number":4,"entity":\#(song)}"#,
      #"{"row":4,"state":"doubtful","choices":[{"entity":\#(song),"reasons":[]}]}"#,
    ]
    let path = try path(id)
    try FileManager.default.createDirectory(
      atPath: parentDirectory(of: path),
      withIntermediateDirectories: true
    )
    try (lines.joined(separator: "\n") + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func review(_ key: String) throws {
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      return [try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0))]
    }
    #expect(try hub.run(["favorites", "review", key, "none"], environment) == .ok)
  }

  @Test("of several imports is named by the whole name of its import")
  func wholeName() throws {
    let (first, second) = ("77fe000000000001", "77fe000000000002")
    try keep(first)
    try keep(second)
    let before = try String(contentsOfFile: path(first), encoding: .utf8)
    for key in ["77fe:4", "4", "77fe000000000003:4"] {
      let failure = #expect(throws: CommandFailure.self) { try review(key) }
      #expect(failure?.message == "There is no doubtful row \"\(key)\".")
    }
    try review("\(second):4")
    #expect(try String(contentsOfFile: path(first), encoding: .utf8) == before)
    #expect(try String(contentsOfFile: path(second), encoding: .utf8).contains(#""none""#))
    // The other import has it alone now.
    try review("4")
    #expect(try String(contentsOfFile: path(first), encoding: .utf8).contains(#""none""#))
  }
}
