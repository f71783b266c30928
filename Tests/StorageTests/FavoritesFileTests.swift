import FavoritesModel
import Storage
import Glibc
import MusicModel
import Testing

@Suite("The document on disk")
struct FavoritesFileTests {
  let disk = SimulatedDisk()

  private func reopened() throws -> FavoritesDocument {
    try Desk(disk.restarted(after: .nothingUnsynced)).document
  }

  @Test("is made where there is none, with a header, and found again")
  func made() throws {
    var desk = try Desk(disk)
    #expect(desk.opening.isNew)
    #expect(disk.bytes(Desk.path) == DocumentHeader.current.text)
    try desk.add(1)
    try desk.note(1, "x")
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("each change is one line more, and on disk when it is acknowledged")
  func appended() throws {
    var desk = try Desk(disk)
    for number in 0..<5 {
      let before = disk.bytes(Desk.path)?.count ?? 0
      let syncs = disk.snapshot.syncs
      try desk.add(number)
      #expect(disk.text(Desk.path)?.split(separator: "\n").count == number + 2)
      #expect((disk.bytes(Desk.path)?.count ?? 0) > before)
      #expect(disk.snapshot.syncs == syncs + 1)
      #expect(try reopened().count == number + 1)
    }
  }

  @Test("a folder that is missing is made only where that is wanted")
  func folder() throws {
    disk.removeFolder("/documents")
    #expect(throws: FavoritesFailure.folderMissing("/documents")) { try Desk(disk) }
    var desk = try Desk(disk, makesFolder: true)
    try desk.add(1)
    disk.removeFolder("/documents")
    #expect(throws: FavoritesFailure.folderMissing("/documents")) { try desk.add(2) }
    #expect(throws: FavoritesFailure.folderMissing("/documents")) { try desk.add(3) }
    #expect(desk.document.names == ["Song 1"])
    disk.addFolder("/documents")
    try desk.add(4)
    #expect(try reopened().names == ["Song 1", "Song 4"])
  }

  @Test("another hub is told who uses the document, reads it, and may write once it is free")
  func twoHubs() throws {
    var first = try Desk(disk)
    try first.add(1)
    var second = try Desk(disk, seed: 2)
    let refusal = FavoritesFailure.inUse(Desk.path, by: getpid())
    #expect(second.opening.refusal == refusal)
    #expect(second.document.names == ["Song 1"])
    #expect(throws: refusal) { try second.add(2) }
    try first.add(3)
    first.file.close()
    try second.add(2)
    #expect(Set(second.document.names) == ["Song 1", "Song 2", "Song 3"])
    #expect(try View(reopened()) == View(second.document))
    #expect(try Desk(disk).opening.refusal == refusal)
  }

  @Test("a full disk is told of, and changes go on when there is room again")
  func full() throws {
    var desk = try Desk(disk)
    try desk.add(1)
    for room in 0..<400 {
      disk.limit(to: disk.used + room)
      do {
        try desk.add(100 + room)
        disk.limit(to: .max)
        try desk.remove(100 + room)
      } catch FavoritesFailure.diskFull {
        disk.limit(to: .max)
      }
      #expect(desk.document.names == ["Song 1"])
    }
    disk.limit(to: .max)
    try desk.add(2)
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("a newer version is refused and not touched")
  func newer() throws {
    let bytes = Array("{\"format\":\"musicbus-favorites\",\"version\":9}\nwhatever\n".utf8)
    disk.replace(Desk.path, with: bytes)
    #expect(throws: FavoritesFailure.newerVersion(Desk.path, 9)) { try Desk(disk) }
    #expect(disk.bytes(Desk.path) == bytes)
    disk.unlink(Desk.path)
    var desk = try Desk(disk.restarted(after: .killed))
    try desk.add(1)
  }

  @Test("what is no document is refused and not touched, also while the hub runs")
  func foreign() throws {
    let bytes = Array("dear diary\n".utf8)
    disk.replace(Desk.path, with: bytes)
    #expect(throws: FavoritesFailure.notFavorites(Desk.path)) { try Desk(disk) }
    disk.unlink(Desk.path)
    let fresh = disk.restarted(after: .killed)
    var desk = try Desk(fresh)
    try desk.add(1)
    fresh.replace(Desk.path, with: bytes)
    #expect(throws: FavoritesFailure.notFavorites(Desk.path)) { try desk.add(2) }
    #expect(fresh.bytes(Desk.path) == bytes)
    fresh.unlink(Desk.path)
    try desk.add(3)
    #expect(
      try Desk(fresh.restarted(after: .nothingUnsynced)).document.names == ["Song 1", "Song 3"]
    )
  }

  @Test("an older version is upgraded, and kept")
  func upgraded() throws {
    let text = """
      {"format": "musicbus-favorites", "version": 0}
      {"kind": "artist", "id": "itunes:artist:7", "name": "Nina"}
      {"kind": "artist"}
      """
    disk.replace(Desk.path, with: Array(text.utf8))
    var desk = try Desk(disk)
    let backup = try #require(desk.opening.backup)
    #expect(desk.opening.upgradedFrom == 0)
    #expect(disk.text(backup) == text)
    #expect(desk.opening.damaged.count == 1)
    #expect(disk.text("/documents/Favorites.damaged.jsonl")?.contains("{\\\"kind\\\"") == true)
    try desk.add(1)
    #expect(try reopened().names == ["Nina", "Song 1"])
    #expect(try Desk(disk.restarted(after: .nothingUnsynced)).opening.upgradedFrom == nil)
  }

  @Test("a damaged line is set aside once, with the reason, and the rest is there")
  func damaged() throws {
    var desk = try Desk(disk)
    for number in 0..<3 { try desk.add(number) }
    desk.file.close()
    let text = try #require(disk.text(Desk.path))
    disk.overwrite(Desk.path, with: Array(text.replacing("Song 1", with: "Song X").utf8))
    let opening = try Desk(disk).opening
    #expect(opening.document.names == ["Song 0", "Song 2"])
    #expect(opening.damaged.map(\.number) == [3])
    #expect(opening.damagedFile == "/documents/Favorites.damaged.jsonl")
    let aside = try #require(disk.text("/documents/Favorites.damaged.jsonl"))
    #expect(aside.contains("\"line\":3,\"reason\":\"its checksum is "))
    #expect(aside.contains("Song X"))
    let again = try Desk(disk.restarted(after: .nothingUnsynced))
    #expect(again.opening.damaged.isEmpty)
    #expect(again.document.names == ["Song 0", "Song 2"])
  }

  @Test("a line that was not written to its end is set aside", arguments: 1...40)
  func torn(missing: Int) throws {
    var desk = try Desk(disk)
    for number in 0..<2 { try desk.add(number) }
    desk.file.close()
    let bytes = try #require(disk.bytes(Desk.path))
    disk.overwrite(Desk.path, with: bytes.dropLast(missing))
    var next = try Desk(disk)
    // Without its line feed alone, a line is whole.
    #expect(next.document.names == (missing == 1 ? ["Song 0", "Song 1"] : ["Song 0"]))
    #expect(next.opening.damaged.count == (missing == 1 ? 0 : 1))
    try next.add(7)
    #expect(try View(reopened()) == View(next.document))
  }

  @Test("checking finds what opening would")
  func checked() throws {
    var desk = try Desk(disk)
    try desk.add(1)
    #expect(try desk.file.check(now: Desk.moment(9)).isSound)
    let text = try #require(disk.text(Desk.path))
    disk.overwrite(Desk.path, with: Array((text + "oops\n").utf8))
    let check = try desk.file.check(now: Desk.moment(9))
    #expect(check.favoriteCount == 1)
    #expect(check.damaged.map(\.number) == [3])
  }
}
