import BusProtocol
import CommandKit
import HostKit
import MusicModel
import Synchronization
import TestKit
import Testing

@testable import musicbus

@Suite("A doubtful row of an import", .timeLimit(.minutes(10)))
struct FavoritesReviewTests {
  let directory: TestDirectory
  private let environment: Environment
  private static let imports = ["77fe000000000001", "77fe000000000002"]

  init() throws {
    directory = try TestDirectory()
    environment = ["MUSICBUS_HOME": directory.path]
  }

  /// Answers row 4, of which each of some imports has one.
  ///
  /// - Returns: the import whose row the hub was told about.
  private func review(_ key: String, of imports: [String]) throws -> String? {
    let answered = Mutex<String?>(nil)
    let song = Song(id: try #require(EntityID("x:song:1")), title: "Hurt")
    let row = ImportRow(number: 4, entity: .song(song))
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      var done = Done(parts: 0)
      if message.header.method == .importsRows {
        done.rows = imports.map {
          var doubt = ImportRowReport(batch: $0, file: "a.csv", row: row, state: .doubtful)
          doubt.choices = [ImportChoice(entity: .song(song), reasons: [])]
          return doubt
        }
      } else {
        let parameters: CallParameters = try message.decodeBody()
        answered.withLock { $0 = parameters.id == nil ? parameters.batch : "a choice" }
      }
      return [try WireMessage(Header(type: .done, re: message.header.id), done)]
    }
    #expect(try hub.run(["favorites", "review", key, "none"], environment) == .ok)
    return answered.withLock { $0 }
  }

  @Test("of several imports is named by the whole name of its import")
  func wholeName() throws {
    for key in ["77fe:4", "4", "77fe000000000003:4"] {
      let failure = #expect(throws: CommandFailure.self) { try review(key, of: Self.imports) }
      #expect(failure?.message == "There is no doubtful row \"\(key)\".")
    }
    let second = Self.imports[1]
    #expect(try review("\(second):4", of: Self.imports) == second)
    // One import alone has it.
    #expect(try review("4", of: [second]) == second)
    #expect(try review("\(second):4", of: [second]) == second)
  }
}
