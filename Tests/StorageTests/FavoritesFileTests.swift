import BusProtocol
import FavoritesModel
import Storage
import Glibc
import MusicModel
import Testing

@Suite("The favourites file")
struct FavoritesFileTests {
  let disk = SimulatedDisk()

  private func reopened() throws -> FavoritesDocument {
    try FavoritesEditor(disk.restarted(after: .nothingUnsynced)).document
  }

  @Test("is created with a header if it does not exist")
  func made() throws {
    var editor = try FavoritesEditor(disk)
    #expect(editor.opening.isNew)
    #expect(disk.bytes(FavoritesEditor.path) == DocumentHeader.current.text)
    try editor.add(1)
    try editor.note(1, "x")
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(editor.document))
  }

  @Test("gets one line for each change, which is durable when acknowledged")
  func appended() throws {
    var editor = try FavoritesEditor(disk)
    for number in 0..<5 {
      let before = disk.bytes(FavoritesEditor.path)?.count ?? 0
      let syncs = disk.snapshot.syncs
      try editor.add(number)
      #expect(disk.text(FavoritesEditor.path)?.split(separator: "\n").count == number + 2)
      #expect((disk.bytes(FavoritesEditor.path)?.count ?? 0) > before)
      #expect(disk.snapshot.syncs == syncs + 1)
      #expect(try reopened().count == number + 1)
    }
  }

  @Test("is worth compacting after changes of the same favourites, not after many new ones")
  func worthCompacting() throws {
    var editor = try FavoritesEditor(disk)
    for number in 0..<1_100 { try editor.add(number) }
    #expect(!editor.file.wantsCompaction)
    for number in 0..<2_200 { try editor.note(1, "note \(number)") }
    #expect(editor.file.wantsCompaction)
  }

  @Test("is not opened above a limit of 256 MB, and stays as it is")
  func tooLarge() throws {
    #expect(FavoriteLimits.maxDocumentBytes == 256 << 20)
    var editor = try FavoritesEditor(disk)
    for number in 1...8 { try editor.add(number) }
    editor.file.close()
    let bytes = try #require(disk.bytes(FavoritesEditor.path))
    let failure = #expect(throws: FavoritesFailure.self) {
      try FavoritesEditor(disk, maxBytes: bytes.count - 1)
    }
    #expect(failure == .tooLarge(FavoritesEditor.path))
    #expect(failure?.message.contains("exceed the limit of 256 MB") == true)
    #expect(failure?.hint.contains("was not changed") == true)
    #expect(disk.bytes(FavoritesEditor.path) == bytes)
    #expect(try FavoritesEditor(disk, maxBytes: bytes.count).document.count == 8)
  }

  @Test("takes no new favourite that would bring it close to the limit, but lets others be removed")
  func almostFull() throws {
    var editor = try FavoritesEditor(disk, maxBytes: 4_096)
    let failure = #expect(throws: FavoritesFailure.self) { try Self.add(1...100, to: &editor) }
    #expect(failure == .full(FavoritesEditor.path))
    #expect(failure?.hint.contains("nothing was changed") == true)
    let count = editor.document.count
    #expect(count > 5)
    try editor.remove(1)
    #expect(try reopened().count == count - 1)
  }

  private static func add(
    _ numbers: ClosedRange<Int>,
    to editor: inout FavoritesEditor
  ) throws {
    for number in numbers { try editor.add(number) }
  }

  @Test("is compacted at half of the limit, also with fewer lines that it does not need")
  func halfFull() throws {
    var editor = try FavoritesEditor(disk, maxBytes: 1 << 20)
    for number in 0..<1_500 { try editor.add(number) }
    for number in 0..<1_050 { try editor.note(1, "note \(number)") }
    #expect(editor.file.wantsCompaction)
    try editor.compact()
    #expect(!editor.file.wantsCompaction)
  }

  @Test("has its directory created only on request")
  func directory() throws {
    disk.removeDirectory("/documents")
    #expect(throws: FavoritesFailure.directoryMissing("/documents")) { try FavoritesEditor(disk) }
    var editor = try FavoritesEditor(disk, createsDirectory: true)
    try editor.add(1)
    disk.removeDirectory("/documents")
    #expect(throws: FavoritesFailure.directoryMissing("/documents")) { try editor.add(2) }
    #expect(throws: FavoritesFailure.directoryMissing("/documents")) { try editor.add(3) }
    #expect(editor.document.names == ["Song 1"])
    disk.addDirectory("/documents")
    try editor.add(4)
    #expect(try reopened().names == ["Song 1", "Song 4"])
  }

  @Test("is read-only for a second hub, which gets the pid of the first, until the first closes it")
  func twoHubs() throws {
    var first = try FavoritesEditor(disk)
    try first.add(1)
    var second = try FavoritesEditor(disk, seed: 2)
    let refusal = FavoritesFailure.inUse(FavoritesEditor.path, by: getpid())
    #expect(second.opening.refusal == refusal)
    #expect(second.document.names == ["Song 1"])
    #expect(throws: refusal) { try second.add(2) }
    try first.add(3)
    first.file.close()
    try second.add(2)
    #expect(Set(second.document.names) == ["Song 1", "Song 2", "Song 3"])
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(second.document))
    #expect(try FavoritesEditor(disk).opening.refusal == refusal)
  }

  @Test("reports a full disk, and accepts changes when there is space again")
  func full() throws {
    var editor = try FavoritesEditor(disk)
    try editor.add(1)
    for room in 0..<400 {
      disk.limit(to: disk.used + room)
      do {
        try editor.add(100 + room)
        disk.limit(to: .max)
        try editor.remove(100 + room)
      } catch FavoritesFailure.diskFull {
        disk.limit(to: .max)
      }
      #expect(editor.document.names == ["Song 1"])
    }
    disk.limit(to: .max)
    try editor.add(2)
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(editor.document))
  }

  @Test("is refused and not modified if its version is newer")
  func newer() throws {
    let bytes = Array("{\"format\":\"musicbus-favorites\",\"version\":9}\nwhatever\n".utf8)
    disk.replace(FavoritesEditor.path, with: bytes)
    #expect(throws: FavoritesFailure.newerVersion(FavoritesEditor.path, 9)) {
      try FavoritesEditor(disk)
    }
    #expect(disk.bytes(FavoritesEditor.path) == bytes)
    disk.unlink(FavoritesEditor.path)
    var editor = try FavoritesEditor(disk.restarted(after: .killed))
    try editor.add(1)
  }

  @Test("is refused and not modified if it is not a favourites file, also while the hub runs")
  func foreign() throws {
    let bytes = Array("dear diary\n".utf8)
    disk.replace(FavoritesEditor.path, with: bytes)
    #expect(throws: FavoritesFailure.notFavorites(FavoritesEditor.path)) {
      try FavoritesEditor(disk)
    }
    disk.unlink(FavoritesEditor.path)
    let fresh = disk.restarted(after: .killed)
    var editor = try FavoritesEditor(fresh)
    try editor.add(1)
    fresh.replace(FavoritesEditor.path, with: bytes)
    #expect(throws: FavoritesFailure.notFavorites(FavoritesEditor.path)) { try editor.add(2) }
    #expect(fresh.bytes(FavoritesEditor.path) == bytes)
    fresh.unlink(FavoritesEditor.path)
    try editor.add(3)
    #expect(
      try FavoritesEditor(fresh.restarted(after: .nothingUnsynced)).document.names == [
        "Song 1", "Song 3",
      ]
    )
  }

  @Test("is upgraded from an older version, which is retained")
  func upgraded() throws {
    let text = """
      {"format": "musicbus-favorites", "version": 0}
      {"kind": "artist", "id": "itunes:artist:7", "name": "Nina"}
      {"kind": "artist"}
      """
    disk.replace(FavoritesEditor.path, with: Array(text.utf8))
    var editor = try FavoritesEditor(disk)
    let backup = try #require(editor.opening.backup)
    #expect(editor.opening.upgradedFrom == 0)
    #expect(disk.text(backup) == text)
    #expect(editor.opening.damaged.count == 1)
    #expect(disk.text("/documents/Favorites.damaged.jsonl")?.contains("{\\\"kind\\\"") == true)
    try editor.add(1)
    #expect(try reopened().names == ["Nina", "Song 1"])
    #expect(
      try FavoritesEditor(disk.restarted(after: .nothingUnsynced)).opening.upgradedFrom == nil
    )
  }

  @Test("has corrupt lines moved aside once, with the reason")
  func damaged() throws {
    var editor = try FavoritesEditor(disk)
    for number in 0..<3 { try editor.add(number) }
    editor.file.close()
    let text = try #require(disk.text(FavoritesEditor.path))
    disk.overwrite(FavoritesEditor.path, with: Array(text.replacing("Song 1", with: "Song X").utf8))
    let opening = try FavoritesEditor(disk).opening
    #expect(opening.document.names == ["Song 0", "Song 2"])
    #expect(opening.damaged.map(\.number) == [3])
    #expect(opening.damagedFile == "/documents/Favorites.damaged.jsonl")
    let aside = try #require(disk.text("/documents/Favorites.damaged.jsonl"))
    #expect(aside.contains("\"line\":3,\"reason\":\"its checksum is "))
    #expect(aside.contains("Song X"))
    let again = try FavoritesEditor(disk.restarted(after: .nothingUnsynced))
    #expect(again.opening.damaged.isEmpty)
    #expect(again.document.names == ["Song 0", "Song 2"])
  }

  @Test("is rewritten as soon as it is read with a line that was written by hand")
  func byHand() throws {
    var editor = try FavoritesEditor(disk)
    try editor.add(1)
    editor.file.close()
    let text = try #require(disk.text(FavoritesEditor.path))
    let line = #"{"op":"add","kind":"artist","name":"Nina","ids":["itunes:artist:7"]}"#
    disk.overwrite(FavoritesEditor.path, with: Array((text + line + "\n").utf8))
    var next = try FavoritesEditor(disk)
    #expect(next.document.names == ["Song 1", "Nina"])
    #expect(next.opening.damaged.isEmpty)
    let complete = try #require(disk.text(FavoritesEditor.path))
    #expect(complete.split(separator: "\n").allSatisfy { $0.contains(",\"sum\":") })
    try next.add(2)
    #expect(disk.text(FavoritesEditor.path)?.hasPrefix(complete) == true)
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(next.document))
  }

  @Test("has a torn write moved aside", arguments: 1...40)
  func torn(missing: Int) throws {
    var editor = try FavoritesEditor(disk)
    for number in 0..<2 { try editor.add(number) }
    editor.file.close()
    let bytes = try #require(disk.bytes(FavoritesEditor.path))
    disk.overwrite(FavoritesEditor.path, with: bytes.dropLast(missing))
    var next = try FavoritesEditor(disk)
    // Without its line feed alone, a line is whole.
    #expect(next.document.names == (missing == 1 ? ["Song 0", "Song 1"] : ["Song 0"]))
    #expect(next.opening.damaged.count == (missing == 1 ? 0 : 1))
    try next.add(7)
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(next.document))
  }

  @Test("is checked as thoroughly as it is opened")
  func checked() throws {
    var editor = try FavoritesEditor(disk)
    try editor.add(1)
    #expect(try editor.file.check(now: FavoritesEditor.moment(9)).report.isSound)
    let text = try #require(disk.text(FavoritesEditor.path))
    disk.overwrite(FavoritesEditor.path, with: Array((text + "oops\n").utf8))
    let check = try editor.file.check(now: FavoritesEditor.moment(9))
    #expect(check.report.favorites == 1)
    #expect(check.report.damaged.map(\.line) == [3])
  }
}
