import Foundation
import TestKit
import Testing

@testable import Storage

@Suite("What is known of ids, on disk")
struct IdentityStoreTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/identities.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func row(_ name: String, _ text: String?) -> EntityIndexStore.Row {
    EntityIndexStore.Row(kind: "entity", name: name, contents: text.map { Array($0.utf8) })
  }

  private func texts(_ store: EntityIndexStore) throws -> [String] {
    try store.rows(of: "entity").map { String(decoding: $0.contents ?? [], as: UTF8.self) }
  }

  @Test("is there again when it is opened again, the one saved last at the end")
  func reopened() throws {
    do {
      let store = try EntityIndexStore(at: path)
      try store.save([row("a", "1"), row("b", "2"), row("c", "3")])
      try store.save([row("a", "4"), row("c", nil)])
    }
    #expect(try texts(EntityIndexStore(at: path)) == ["2", "4"])
    #expect(try EntityIndexStore(at: path).rows(of: "link").isEmpty)
  }

  @Test("a damaged file is set aside and told, and a new one begun")
  func damaged() throws {
    try Data("no database at all, however long it may be".utf8).write(to: URL(filePath: path))
    let store = try EntityIndexStore(at: path)
    #expect(store.notes.count == 1)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
    try store.save([row("a", "1")])
    #expect(try texts(store) == ["1"])
  }
}
