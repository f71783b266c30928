import FavoritesModel
import Glibc
import Storage
import MusicModel
import Testing

@Suite("An external change of the favourites file")
struct ExternalChangeTests {
  let disk = SimulatedDisk()

  private var others: [String] { disk.paths.filter { $0.contains(".other-") } }

  private func editor() throws -> FavoritesEditor {
    var editor = try FavoritesEditor(disk)
    for number in 0..<3 { try editor.add(number) }
    return editor
  }

  /// The document as another machine has it, on which this was done.
  private func elsewhere(_ change: (inout FavoritesEditor) throws -> Void) throws -> [UInt8] {
    let copy = disk.restarted(after: .killed)
    var editor = try FavoritesEditor(copy)
    for _ in 0..<50 { _ = try? editor.note(77, "the clock goes on") }
    try change(&editor)
    return try #require(copy.bytes(FavoritesEditor.path))
  }

  private func expectOnDisk(_ editor: FavoritesEditor) throws {
    let reopened = try FavoritesEditor(disk.restarted(after: .nothingUnsynced)).document
    #expect(VisibleFavorites(reopened) == VisibleFavorites(editor.document))
  }

  @Test("is merged, and retained in a separate file", arguments: [true, false])
  func merged(overwrites: Bool) throws {
    var editor = try editor()
    let theirs = try elsewhere {
      try $0.add(10)
      try $0.remove(1)
      try $0.note(2, "theirs")
    }
    try editor.add(11)
    if overwrites {
      disk.overwrite(FavoritesEditor.path, with: theirs)
    } else {
      disk.replace(FavoritesEditor.path, with: theirs)
    }
    try editor.note(0, "ours")
    #expect(Set(editor.document.names) == ["Song 0", "Song 2", "Song 10", "Song 11"])
    #expect(editor.document.show(FavoritesEditor.key(2))?.note == "theirs")
    #expect(editor.document.show(FavoritesEditor.key(0))?.note == "ours")
    #expect(others.count == 1)
    #expect(disk.bytes(others[0]) == theirs)
    try expectOnDisk(editor)
    try editor.add(12)
    try expectOnDisk(editor)
    #expect(others.count == 1)
  }

  @Test("is merged without its corrupt lines, which are moved aside with the reason")
  func damaged() throws {
    var editor = try editor()
    let theirs = try elsewhere { try $0.add(10) } + Array("{\"op\":\"add\"".utf8)
    disk.replace(FavoritesEditor.path, with: theirs)
    try editor.add(11)
    #expect(Set(editor.document.names).isSuperset(of: ["Song 10", "Song 11"]))
    let aside = try #require(disk.text("/documents/Favorites.damaged.jsonl"))
    #expect(aside.contains("it was not written whole") && aside.contains(#"{\"op\""#))
    #expect(others.map { disk.bytes($0) } == [theirs])
    try expectOnDisk(editor)
  }

  @Test("does not remove favourites if it is an older copy")
  func older() throws {
    var editor = try editor()
    let old = try #require(disk.bytes(FavoritesEditor.path))
    try editor.remove(0)
    try editor.note(1, "x")
    disk.replace(FavoritesEditor.path, with: old)
    try editor.add(5)
    #expect(editor.document.names == ["Song 1", "Song 2", "Song 5"])
    #expect(others.count == 1)
    try expectOnDisk(editor)
  }

  @Test("is accepted without a merge if the content is the same")
  func same() throws {
    var editor = try editor()
    let compact = try elsewhere { _ in }
    disk.replace(FavoritesEditor.path, with: compact)
    try editor.change { document, _, now in
      document.merge([])
      return document.note(FavoritesEditor.key(0), "x", now: now).change
    }
    try expectOnDisk(editor)
  }

  @Test("is reverted if it removed, emptied or truncated the file", arguments: [0, 1, 2, 3])
  func vanished(how: Int) throws {
    var editor = try editor()
    let bytes = try #require(disk.bytes(FavoritesEditor.path))
    switch how {
    case 0: disk.unlink(FavoritesEditor.path)
    case 1: disk.overwrite(FavoritesEditor.path, with: [])
    case 2: disk.overwrite(FavoritesEditor.path, with: Array(bytes.prefix(bytes.count / 2)))
    default: disk.replace(FavoritesEditor.path, with: DocumentHeader.current.text)
    }
    try editor.add(9)
    #expect(editor.document.names == ["Song 0", "Song 1", "Song 2", "Song 9"])
    try expectOnDisk(editor)
  }

  @Test("is not touched if its version is newer, and changes are refused until it is removed")
  func newer() throws {
    var editor = try editor()
    let bytes = Array("{\"format\":\"musicbus-favorites\",\"version\":2}\n".utf8)
    disk.replace(FavoritesEditor.path, with: bytes)
    #expect(throws: FavoritesFailure.newerVersion(FavoritesEditor.path, 2)) { try editor.add(4) }
    #expect(disk.bytes(FavoritesEditor.path) == bytes)
    disk.unlink(FavoritesEditor.path)
    try editor.add(5)
    #expect(editor.document.names == ["Song 0", "Song 1", "Song 2", "Song 5"])
    try expectOnDisk(editor)
  }

  @Test(
    "loses no line that another program adds while the file is rewritten",
    arguments: [true, false]
  )
  func duringRewrite(isOpenBefore: Bool) throws {
    let editor = try editor()
    let base = try #require(disk.bytes(FavoritesEditor.path))
    let added = try elsewhere { try $0.add(10) }
    let inode = isOpenBefore ? disk.inode(of: FavoritesEditor.path) : nil
    let start = disk.snapshot
    var call = 0
    var calls = 1
    while call < calls {
      call += 1
      disk.restore(start)
      disk.plan(nil)
      disk.intrude(
        .init(
          call: call,
          bytes: Array(added[base.count...]),
          inode: inode,
          path: FavoritesEditor.path
        )
      )
      var editor = editor
      try editor.compact()
      calls = disk.snapshot.calls
      // The next change finds what was added last.
      try editor.add(11)
      let names = Set(editor.document.names)
      #expect(names == ["Song 0", "Song 1", "Song 2", "Song 10", "Song 11"], "call \(call)")
      try expectOnDisk(editor)
    }
    #expect(calls > 5)
  }

  @Test("keeps a line of a version that was replaced before, whatever comes next", arguments: 0..<3)
  func lateLine(what: Int) throws {
    var editor = try editor()
    let base = try #require(disk.bytes(FavoritesEditor.path))
    let line = Array(try elsewhere { try $0.add(10) }[base.count...])
    let old = try #require(disk.inode(of: FavoritesEditor.path))
    try editor.compact()
    disk.append(line, to: old)
    switch what {
    case 0:
      // Another program changes the new version, which must be merged.
      let new = try #require(disk.bytes(FavoritesEditor.path))
      disk.overwrite(FavoritesEditor.path, with: new + Array("damaged\n".utf8))
      try editor.add(11)
    case 1: disk.unlink(FavoritesEditor.path)
    default: break
    }
    if what > 0 { editor.file.close() }
    if what == 1 {
      // The hub of the file writes its document again with the next change; here it has ended.
      #expect(disk.text(FavoritesEditor.path)?.contains("Song 10") == true)
      return
    }
    let found = try FavoritesEditor(disk.restarted(after: .killed)).document
    #expect(Set(found.names).isSuperset(of: ["Song 0", "Song 1", "Song 2", "Song 10"]))
  }

  @Test("keeps a late line if it cannot be added at once")
  func lateLineFails() throws {
    let editor = try editor()
    let base = try #require(disk.bytes(FavoritesEditor.path))
    let line = Array(try elsewhere { try $0.add(10) }[base.count...])
    let old = try #require(disk.inode(of: FavoritesEditor.path))
    var compacted = editor
    try compacted.compact()
    disk.append(line, to: old)
    let start = disk.snapshot
    for call in 1...20 {
      disk.restore(start)
      disk.plan(.error(call: call, EIO))
      var editor = compacted
      try? editor.add(11)
      disk.plan(nil)
      try editor.add(12)
      #expect(Set(editor.document.names).isSuperset(of: ["Song 10", "Song 12"]), "call \(call)")
      try expectOnDisk(editor)
    }
  }

  @Test("is not moved aside if it is a line that another program has not finished")
  func unfinished() throws {
    var editor = try editor()
    let base = try #require(disk.bytes(FavoritesEditor.path))
    let line = try elsewhere { try $0.add(10) }[base.count...]
    disk.overwrite(FavoritesEditor.path, with: base + line.prefix(20))
    let merge = try editor.file.mergeExternalChanges(
      editor.document,
      now: FavoritesEditor.moment(1)
    )
    #expect(merge.damaged.isEmpty)
    disk.overwrite(FavoritesEditor.path, with: base + line)
    editor.document.merge(
      try editor.file.mergeExternalChanges(editor.document, now: FavoritesEditor.moment(1)).lines
    )
    #expect(editor.document.names.contains("Song 10"))
    #expect(disk.text("/documents/Favorites.damaged.jsonl") == nil)
    // A change cannot wait for the end of a line, which is still read when it comes.
    let end = try elsewhere {
      // Another time, and so another id than that of the line before.
      _ = try? $0.note(77, "the clock goes on")
      try $0.add(12)
    }[(base + line).count...]
    disk.overwrite(FavoritesEditor.path, with: base + line + end.prefix(20))
    let inode = try #require(disk.inode(of: FavoritesEditor.path))
    try editor.add(11)
    disk.append(Array(end.dropFirst(20)), to: inode)
    try editor.add(13)
    #expect(
      Set(editor.document.names).isSuperset(of: ["Song 10", "Song 11", "Song 12", "Song 13"])
    )
    try expectOnDisk(editor)
  }

  @Test("is merged if a hand has added a line, and completed with the next change")
  func lineByHand() throws {
    var editor = try editor()
    let text = try #require(disk.text(FavoritesEditor.path))
    let fav = try #require(editor.document.show(FavoritesEditor.key(1))?.fav)
    let lines = [
      #"{"op":"add","entity":{"kind":"artist","id":"itunes:artist:7","name":"Nina"}}"#,
      #"{"op":"remove","fav":"\#(fav)"}"#,
    ]
    let edited = text + lines.map { $0 + "\n" }.joined()
    disk.overwrite(FavoritesEditor.path, with: Array(edited.utf8))
    try editor.add(4)
    #expect(Set(editor.document.names) == ["Song 0", "Song 2", "Song 4", "Nina"])
    let complete = try #require(disk.text(FavoritesEditor.path))
    #expect(complete.split(separator: "\n").allSatisfy { $0.contains(",\"sum\":") })
    #expect(disk.text("/documents/Favorites.damaged.jsonl") == nil)
    try expectOnDisk(editor)
  }

  @Test("is merged if it is a hand-written list")
  func handwritten() throws {
    var editor = try editor()
    let text = """
      {"format":"musicbus-favorites","version":0}
      {"kind":"artist","id":"itunes:artist:7","name":"Nina"}
      """
    disk.replace(FavoritesEditor.path, with: Array(text.utf8))
    try editor.add(4)
    #expect(Set(editor.document.names) == ["Song 0", "Song 1", "Song 2", "Song 4", "Nina"])
    try expectOnDisk(editor)
  }
}
