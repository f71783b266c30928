import FavoritesModel
import Storage
import MusicModel
import Testing

@Suite("A document that somebody else has changed")
struct ReplacedDocumentTests {
  let disk = SimulatedDisk()

  private var others: [String] { disk.paths.filter { $0.contains(".other-") } }

  private func desk() throws -> Desk {
    var desk = try Desk(disk)
    for number in 0..<3 { try desk.add(number) }
    return desk
  }

  /// The document as another machine has it, on which this was done.
  private func elsewhere(_ change: (inout Desk) throws -> Void) throws -> [UInt8] {
    let copy = disk.restarted(after: .killed)
    var desk = try Desk(copy)
    for _ in 0..<50 { _ = try? desk.note(77, "the clock goes on") }
    try change(&desk)
    return try #require(copy.bytes(Desk.path))
  }

  private func expectOnDisk(_ desk: Desk) throws {
    let reopened = try Desk(disk.restarted(after: .nothingUnsynced)).document
    #expect(View(reopened) == View(desk.document))
  }

  @Test("is united with ours, and kept beside it", arguments: [true, false])
  func united(isInPlace: Bool) throws {
    var desk = try desk()
    let theirs = try elsewhere {
      try $0.add(10)
      try $0.remove(1)
      try $0.note(2, "theirs")
    }
    try desk.add(11)
    if isInPlace {
      disk.overwrite(Desk.path, with: theirs)
    } else {
      disk.replace(Desk.path, with: theirs)
    }
    try desk.note(0, "ours")
    #expect(Set(desk.document.names) == ["Song 0", "Song 2", "Song 10", "Song 11"])
    #expect(desk.document.show(Desk.key(2))?.note == "theirs")
    #expect(desk.document.show(Desk.key(0))?.note == "ours")
    #expect(others.count == 1)
    #expect(disk.bytes(others[0]) == theirs)
    try expectOnDisk(desk)
    try desk.add(12)
    try expectOnDisk(desk)
    #expect(others.count == 1)
  }

  @Test("has its damaged lines set aside with the reason, and the rest of it is taken in")
  func damaged() throws {
    var desk = try desk()
    let theirs = try elsewhere { try $0.add(10) } + Array("{\"op\":\"add\"".utf8)
    disk.replace(Desk.path, with: theirs)
    try desk.add(11)
    #expect(Set(desk.document.names).isSuperset(of: ["Song 10", "Song 11"]))
    let aside = try #require(disk.text("/documents/Favorites.damaged.jsonl"))
    #expect(aside.contains("it was not written whole") && aside.contains(#"{\"op\""#))
    #expect(others.map { disk.bytes($0) } == [theirs])
    try expectOnDisk(desk)
  }

  @Test("an older copy takes nothing away")
  func older() throws {
    var desk = try desk()
    let old = try #require(disk.bytes(Desk.path))
    try desk.remove(0)
    try desk.note(1, "x")
    disk.replace(Desk.path, with: old)
    try desk.add(5)
    #expect(desk.document.names == ["Song 1", "Song 2", "Song 5"])
    #expect(others.count == 1)
    try expectOnDisk(desk)
  }

  @Test("the same under another name of the disk is taken as it is, and nothing is kept")
  func same() throws {
    var desk = try desk()
    let compact = try elsewhere { _ in }
    disk.replace(Desk.path, with: compact)
    try desk.change { document, _, now in
      document.merge([])
      return document.note(Desk.key(0), "x", now: now).change
    }
    try expectOnDisk(desk)
  }

  @Test("what is removed, emptied or cut off is written again", arguments: [0, 1, 2, 3])
  func vanished(how: Int) throws {
    var desk = try desk()
    let bytes = try #require(disk.bytes(Desk.path))
    switch how {
    case 0: disk.unlink(Desk.path)
    case 1: disk.overwrite(Desk.path, with: [])
    case 2: disk.overwrite(Desk.path, with: Array(bytes.prefix(bytes.count / 2)))
    default: disk.replace(Desk.path, with: DocumentHeader.current.text)
    }
    try desk.add(9)
    #expect(desk.document.names == ["Song 0", "Song 1", "Song 2", "Song 9"])
    try expectOnDisk(desk)
  }

  @Test("a newer version stays where it is, and changes are refused until it is gone")
  func newer() throws {
    var desk = try desk()
    let bytes = Array("{\"format\":\"musicbus-favorites\",\"version\":2}\n".utf8)
    disk.replace(Desk.path, with: bytes)
    #expect(throws: FavoritesFailure.newerVersion(Desk.path, 2)) { try desk.add(4) }
    #expect(disk.bytes(Desk.path) == bytes)
    disk.unlink(Desk.path)
    try desk.add(5)
    #expect(desk.document.names == ["Song 0", "Song 1", "Song 2", "Song 5"])
    try expectOnDisk(desk)
  }

  @Test("a hand-written list that is put in its place is taken in")
  func handwritten() throws {
    var desk = try desk()
    let text = """
      {"format":"musicbus-favorites","version":0}
      {"kind":"artist","id":"itunes:artist:7","name":"Nina"}
      """
    disk.replace(Desk.path, with: Array(text.utf8))
    try desk.add(4)
    #expect(Set(desk.document.names) == ["Song 0", "Song 1", "Song 2", "Song 4", "Nina"])
    try expectOnDisk(desk)
  }
}
