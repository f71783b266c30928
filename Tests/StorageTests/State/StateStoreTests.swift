import Foundation
import SQLite
import TestKit
import Testing

@testable import Storage

@Suite("The store of the state")
struct StateStoreTests {
  let directory: TestDirectory
  var path: String { directory.path + "/state.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func row(_ name: String, _ text: String?) -> StateStore.Row {
    StateStore.Row(kind: "entity", name: name, contents: text.map { Array($0.utf8) })
  }

  private func texts(_ store: StateStore) throws -> [String] {
    try store.rows(of: "entity").map { String(decoding: $0.contents ?? [], as: UTF8.self) }
  }

  @Test("persists when it is reopened, with the last saved row at the end")
  func reopened() throws {
    do {
      let store = try StateStore(at: path)
      try store.save([row("a", "1"), row("b", "2"), row("c", "3")])
      try store.save([row("a", "4"), row("c", nil)])
    }
    #expect(try texts(StateStore(at: path)) == ["2", "4"])
    #expect(try StateStore(at: path).rows(of: "link").isEmpty)
  }

  @Test("keeps the rows of a file with an index of names, in their order")
  func formerTable() throws {
    do {
      let database = try Database(at: path)
      try database.run(
        """
        CREATE TABLE state (
          kind TEXT NOT NULL, name TEXT NOT NULL, contents BLOB NOT NULL, number INTEGER NOT NULL,
          PRIMARY KEY (kind, name)
        ) WITHOUT ROWID;
        CREATE INDEX state_number ON state (number);
        INSERT INTO state VALUES ('entity', 'b', '2', 7), ('entity', 'a', '1', 9);
        PRAGMA user_version = 1;
        """
      )
    }
    let store = try StateStore(at: path)
    #expect(try texts(store) == ["2", "1"])
    try store.save([row("b", "3")])
    #expect(try texts(StateStore(at: path)) == ["1", "3"])
  }

  @Test("forgets a change that fails as a whole, and continues")
  func failing() throws {
    let store = try StateStore(at: path)
    try store.save([row("a", "1")])
    try Database(at: path).run(
      """
      CREATE TRIGGER full BEFORE INSERT ON state WHEN NEW.name = 'c'
      BEGIN SELECT RAISE(ABORT, 'full'); END
      """
    )
    #expect(throws: DatabaseError.self) {
      try store.save([row("a", "2"), row("b", "3"), row("c", "4")])
    }
    try store.save([row("a", "5"), row("d", "6")])
    #expect(try texts(store) == ["5", "6"])
  }

  @Test("moves a corrupt file aside with a note, and creates a new one")
  func damaged() throws {
    try Data("definitely not an SQLite database at all".utf8).write(to: URL(filePath: path))
    let store = try StateStore(at: path)
    #expect(store.notes.count == 1)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
    try store.save([row("a", "1")])
    #expect(try texts(store) == ["1"])
  }
}
