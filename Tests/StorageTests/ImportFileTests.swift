import BusProtocol
import Foundation
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("The imports of a hub", .timeLimit(.minutes(10)))
struct ImportFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/data/imports.sqlite" }

  init() throws { directory = try TestDirectory() }

  /// A row that is a name, or has an id as well.
  private func row(_ number: Int, isKnown: Bool = false) throws -> ImportRow {
    let id = try #require(EntityID(isKnown ? "a:song:\(number)" : "row:song:\(number)"))
    let song = Entity.song(Song(id: id, title: "Song \(number)"))
    return ImportRow(number: number, entity: song, id: isKnown ? id : nil)
  }

  private func found(_ number: Int) throws -> Entity {
    .song(Song(id: try #require(EntityID("a:song:\(number)")), title: "Song \(number)"))
  }

  private func perform(_ file: inout ImportFile, _ action: ImportAction) -> ImportStoreReply? {
    let events = file.run([ImportFile.Job(action, operation: 7)])
    for case .hub(.importsReplied(operation: 7, let reply)) in events { return reply }
    return nil
  }

  /// The rows that an action reads, and how many are open.
  private func rows(
    _ file: inout ImportFile,
    _ action: ImportAction
  ) throws -> (rows: [StoredImportRow], open: [EntityKind?: Int]) {
    guard case .rows(let rows, let open) = try #require(perform(&file, action)) else {
      Issue.record("It read no rows.")
      return ([], [:])
    }
    return (rows, open)
  }

  private func loaded(_ file: inout ImportFile) -> [StoredImport]? {
    for case .hub(.importsLoaded(let imports)) in file.load() { return imports }
    return nil
  }

  private var info: ImportedFileInfo { ImportedFileInfo(name: "list.txt", format: "list", rows: 4) }

  /// An import of four rows, of which the ids of one say what it is.
  private func begin(_ file: inout ImportFile, _ batch: String = "b1") throws {
    let rows = try (1...4).map { try row($0, isKnown: $0 == 2) }
    #expect(perform(&file, .add(rows, to: batch)) == .done)
    let reply = perform(&file, .start(batch, info, ImportMarket(country: "de")))
    guard case .imports(let imports)? = reply, let stored = imports.first else {
      Issue.record("It was not started: \(reply as Any)")
      return
    }
    #expect(stored.file == info && stored.market.country == "de" && stored.state == .running)
  }

  @Test("are the same for the next hub, with what was found, and go on if they have not ended")
  func restart() throws {
    var file = ImportFile(at: path)
    #expect(loaded(&file) == [], "no file is made before the first import")
    try begin(&file)
    let choice = ImportChoice(entity: try found(9), reasons: ["+ same name"])
    let meanings: [Int: ImportMeaning] = [
      1: .found(try found(1)), 3: .notFound, 4: .doubtful([choice]),
    ]
    #expect(perform(&file, .note(meanings, results: ["added": 2], of: "b1")) == .done)
    file.close()

    var next = ImportFile(at: path)
    let stored = try #require(loaded(&next)?.first)
    #expect(stored.counts == [.found: 2, .notFound: 1, .doubtful: 1])
    #expect(stored.results == ["added": 2])
    let page = perform(&next, .page(.doubtful, of: nil, offset: 0, limit: 10))
    guard case .page(let rows, let total)? = page else {
      Issue.record("\(page as Any)")
      return
    }
    #expect(total == 1 && rows.first?.meaning == .doubtful([choice]))
    #expect(rows.first?.file == "list.txt" && rows.first?.row.number == 4)
    #expect(perform(&next, .end("b1", .done, problem: nil)) != .unknown)
    next.close()
    var last = ImportFile(at: path)
    #expect(loaded(&last) == [])
  }

  @Test("are read row by row, each state for itself, and count what is open by kind")
  func reading() throws {
    var file = ImportFile(at: path)
    try begin(&file)
    let first = try rows(&file, .read("b1", .open, after: 0, limit: 2))
    #expect(first.rows.map(\.row.number) == [1, 3] && first.open == [.song: 3])
    let rest = try rows(&file, .read("b1", .open, after: 3, limit: 2)).rows
    #expect(rest.map(\.row.number) == [4])
    let known = try rows(&file, .read("b1", .found, after: 0, limit: 9)).rows
    #expect(known.map(\.meaning) == [.found(try found(2))])
    // What is a favourite already is not read again, until the import is started again.
    let noted = ImportAction.note([2: .found(try found(2))], results: ["added": 1], of: "b1")
    #expect(perform(&file, noted) == .done)
    #expect(try rows(&file, .read("b1", .found, after: 0, limit: 9)).rows.isEmpty)
    _ = perform(&file, .start("b1", nil, ImportMarket()))
    #expect(try rows(&file, .read("b1", .found, after: 0, limit: 9)).rows.count == 1)
  }

  @Test("keep what was found if the file is imported again")
  func again() throws {
    var file = ImportFile(at: path)
    try begin(&file)
    #expect(perform(&file, .note([1: .notFound], results: ["added": 1], of: "b1")) == .done)
    #expect(perform(&file, .end("b1", .stopped, problem: "The disk is full.")) != .unknown)
    let again = perform(&file, .start("b1", nil, ImportMarket()))
    guard case .imports(let imports)? = again else {
      Issue.record("\(again as Any)")
      return
    }
    #expect(imports.first?.counts[.notFound] == 1 && imports.first?.problem == nil)
    #expect(imports.first?.results.isEmpty == true, "they are counted anew")
    // Rows that come once more change nothing.
    #expect(perform(&file, .add([try row(1)], to: "b1")) == .done)
    #expect(try rows(&file, .find(1, of: "b1")).rows.first?.meaning == .notFound)
  }

  @Test("that are unknown, or did not arrive as a whole, are not started")
  func unknown() throws {
    var file = ImportFile(at: path)
    #expect(perform(&file, .start("b1", nil, ImportMarket())) == .unknown)
    #expect(perform(&file, .read("b1", .open, after: 0, limit: 1)) == .unknown)
    #expect(perform(&file, .end("b1", .stopped, problem: nil)) == .unknown)
    #expect(perform(&file, .add([try row(1)], to: "b1")) == .done)
    #expect(perform(&file, .start("b1", nil, ImportMarket())) == .unknown)
    #expect(perform(&file, .list(nil)) == .imports([]))
    #expect(perform(&file, .list("b1")) == .unknown)
    #expect(perform(&file, .page(.open, of: "b1", offset: 0, limit: 1)) == .unknown)
    var two = info
    two.added = 2
    #expect(perform(&file, .start("b1", two, ImportMarket())) == .unknown, "one row is missing")
    file.close()
    var next = ImportFile(at: path)
    _ = loaded(&next)
    #expect(perform(&next, .read("b1", .open, after: 0, limit: 1)) == .unknown)
  }

  @Test("are a hundred at most; those go that were started first and do not run")
  func bound() throws {
    let store = try ImportStore(at: nil, maxImports: 2)
    // The first one runs on, and the second one is started again.
    for batch in ["b1", "b2", "b3", "b2", "b4"] {
      _ = try store.perform(.start(batch, info, ImportMarket()))
      if batch != "b1" { _ = try store.perform(.end(batch, .done, problem: nil)) }
    }
    let reply = try store.perform(.list(nil))
    guard case .imports(let imports) = reply else {
      Issue.record("\(reply)")
      return
    }
    #expect(imports.map(\.batch) == ["b1", "b2", "b4"])
  }

  @Test("of a later version are left alone, and corrupt ones are moved aside")
  func damage() throws {
    var file = ImportFile(at: path)
    try begin(&file)
    file.close()
    try
      "This is no database, and it is long enough to be looked at: \(String(repeating: "x", count: 2000))"
      .write(toFile: path, atomically: true, encoding: .utf8)
    var next = ImportFile(at: path)
    let events = next.load()
    #expect(
      events.contains {
        if case .log(.warning, let text) = $0 { text.contains("moved") } else { false }
      }
    )
    #expect(perform(&next, .add([try row(1)], to: "b2")) == .done)
  }
}
