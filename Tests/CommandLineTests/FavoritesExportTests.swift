import BusProtocol
import CommandKit
import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("A file of exported favourites", .timeLimit(.minutes(10)))
struct FavoritesExportTests {
  let directory: TestDirectory
  let environment: Environment

  init() throws {
    directory = try TestDirectory()
    environment = ["MUSICBUS_HOME": directory.path]
  }

  /// Exports to a file of this name on a hub whose exports say their format.
  private func export(to name: String, _ options: [String] = []) throws -> String? {
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      let header = Header(type: .done, re: message.header.id)
      guard message.header.method == .favoritesExport else {
        return [try WireMessage(header, Done(parts: 0, items: []))]
      }
      let format = try message.decodeBody(CallParameters.self).format
      let text = Array((format?.rawValue ?? "").utf8)
      return [try WireMessage(header, Done(parts: 0), attachment: text)]
    }
    let path = "\(directory.path)/\(name)"
    try hub.run(["favorites", "export", "-o", path] + options, environment)
    return try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(
    "has the format of its extension; without one, it is JSON Lines",
    arguments: [
      ("mine.csv", "csv"), ("MINE.XSPF", "xspf"), ("2026.01.jspf", "jspf"), ("csv", "jsonl"),
      (".json", "jsonl"),
    ]
  )
  func extensions(_ name: String, _ text: String) throws {
    #expect(try export(to: name) == text)
  }

  @Test("is a playlist with either extension of one", arguments: ["a.m3u", "a.m3u8", "a.M3U"])
  func playlist(_ name: String) throws {
    #expect(try export(to: name)?.hasPrefix("#EXTM3U") == true)
  }

  @Test("with another extension needs a format", arguments: ["list.txt", "list.xlsx", "list."])
  func unknown(_ name: String) throws {
    let error = #expect(throws: UsageError.self) { _ = try export(to: name) }
    #expect(error?.message.contains("\"\(name)\" does not say which format") == true)
    #expect(try export(to: name, ["--format", "json"]) == "json")
  }
}
