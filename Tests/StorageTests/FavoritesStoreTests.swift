import Dispatch
import FavoritesModel
import Storage
import Foundation
import HostKit
import MusicModel
import Synchronization
import Testing

@Suite("The store beside the hub's thread", .timeLimit(.minutes(2)))
struct FavoritesStoreTests {
  let disk = SimulatedDisk()

  private func reopened() throws -> FavoritesDocument {
    try Desk(disk.restarted(after: .nothingUnsynced)).document
  }

  @Test("changes that come together share a sync, and are acknowledged in order")
  func shared() throws {
    let desk = try StoreDesk(disk)
    for number in 0..<50 { desk.add(number) }
    let syncs = disk.snapshot.syncs
    try desk.settle()
    #expect(desk.acknowledged.count == 50)
    #expect(desk.acknowledged == desk.acknowledged.sorted())
    #expect(disk.snapshot.syncs == syncs + 1)
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("what fails is taken back together with all that built on it")
  func failing() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    disk.limit(to: disk.used + 10)
    desk.add(2)
    desk.store.flush()
    // Handed over before anybody has heard of the failure.
    desk.add(3)
    desk.change { document, _ in document.move(Desk.key(2), to: .first, now: .now).change }
    try desk.settle()
    #expect(desk.document.names == ["Song 1"])
    #expect(desk.refused.count == 3)
    disk.limit(to: .max)
    desk.add(4)
    try desk.settle()
    #expect(desk.document.names == ["Song 1", "Song 4"])
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("a document that was replaced is united, and the changes that waited are saved")
  func replaced() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    let other = disk.restarted(after: .killed)
    var elsewhere = try Desk(other, seed: 9)
    try elsewhere.add(2)
    disk.replace(Desk.path, with: other.bytes(Desk.path) ?? [])
    desk.add(3)
    desk.add(4)
    try desk.settle()
    #expect(desk.reunions.count == 1)
    #expect(desk.reunions.first?.kept != nil)
    #expect(Set(desk.document.names) == ["Song 1", "Song 2", "Song 3", "Song 4"])
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("a look notices what another program has done, before anything is changed")
  func looked() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    try desk.look()
    #expect(desk.reunions.isEmpty)
    let other = disk.restarted(after: .killed)
    var elsewhere = try Desk(other, seed: 9)
    try elsewhere.add(2)
    disk.replace(Desk.path, with: other.bytes(Desk.path) ?? [])
    try desk.look()
    #expect(desk.reunions.count == 1)
    #expect(desk.document.names == ["Song 1", "Song 2"])
    desk.add(3)
    try desk.settle()
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("compaction goes on while changes are made, and loses none")
  func compaction() throws {
    let desk = try StoreDesk(disk)
    var random = SeededRandom(4)
    for number in 0..<30 { desk.add(number) }
    for step in 0..<40 {
      if step % 10 == 0 { desk.store.startCompaction() }
      for _ in 0..<5 {
        let number = Int.random(in: 0..<30, using: &random)
        desk.change { document, _ in
          document.note(Desk.key(number), "note \(step)", now: .now).change
        }
      }
      try desk.settle()
    }
    // The first may have begun before the last changes came.
    for _ in 0..<2 { try desk.waitForCompaction() }
    #expect(try View(reopened()) == View(desk.document))
    let lines = disk.text(Desk.path)?.split(separator: "\n").count
    #expect(lines == desk.document.compactLineCount + 1)
    #expect(desk.failures.isEmpty)
    let leftovers = disk.paths.filter { $0.hasSuffix(".new") || $0.hasSuffix(".compact") }
    #expect(leftovers.isEmpty)
  }

  @Test("a change does not wait for the compaction that goes on beside it")
  func unhindered() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    disk.wholeFiles.close()
    desk.store.startCompaction()
    desk.add(2)
    try desk.settle()
    #expect(desk.acknowledged.count == 2 && desk.compactions == 0)
    disk.wholeFiles.open()
    try desk.wait { _ in desk.compactions > 0 }
    #expect(try reopened().names == ["Song 1", "Song 2"])
  }

  @Test("who hears that a compaction has ended can have the next one at once")
  func again() throws {
    let ends = Ends(FavoritesFile(at: Desk.path, makesFolder: true, files: disk))
    ends.store.open()
    #expect(ends.bell.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test("a document that has grown is compacted by itself")
  func automatic() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    for step in 0..<1300 {
      desk.change { document, _ in document.note(Desk.key(1), "\(step)", now: .now).change }
    }
    try desk.settle()
    try desk.wait { _ in desk.compactions > 0 }
    #expect((disk.text(Desk.path)?.split(separator: "\n").count ?? 0) < 150)
    #expect(try View(reopened()) == View(desk.document))
  }

  @Test("bytes that changed on the disk are written anew from what the hub knows")
  func rotten() throws {
    let desk = try StoreDesk(disk)
    for number in 0..<3 { desk.add(number) }
    try desk.settle()
    disk.rot(Desk.path) { $0[$0.count / 2] ^= 4 }
    try desk.waitForCompaction()
    try desk.wait { _ in !desk.reunions.isEmpty }
    #expect(try View(reopened()) == View(desk.document))
    #expect(disk.paths.contains("/documents/Favorites.damaged.jsonl"))
  }

  @Test("a check reads the whole document beside the changes")
  func checked() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    desk.store.check()
    try desk.wait { _ in !desk.checks.isEmpty }
    #expect(desk.checks.first?.isSound == true)
    #expect(desk.checks.first?.favoriteCount == 1)
  }

  @Test("a document that cannot be opened is tried again with every change")
  func notOpened() throws {
    disk.replace(Desk.path, with: Array("dear diary".utf8))
    let desk = try StoreDesk(disk)
    #expect(desk.failures == [.notFavorites(Desk.path)])
    desk.add(1)
    try desk.settle()
    #expect(desk.document.count == 0)
    #expect(desk.refused.count == 1)
    disk.unlink(Desk.path)
    desk.add(2)
    try desk.settle()
    #expect(try reopened().names == ["Song 2"])
  }

  @Test("closing writes what was handed over, and lets the next hub have the document")
  func closed() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    desk.close()
    #expect(try Desk(disk).opening.refusal == nil)
    #expect(try Desk(disk.restarted(after: .nothingUnsynced)).document.names == ["Song 1"])
  }

  @Test("closing waits for a disk that does not answer until its deadline, and no longer")
  func hanging() throws {
    let desk = try StoreDesk(disk)
    desk.add(1)
    try desk.settle()
    disk.gate.close()
    desk.add(2)
    desk.store.flush()
    #expect(!desk.store.close(before: .after(.milliseconds(20))))
    #expect(try reopened().names == ["Song 1"])
    disk.gate.open()
    #expect(desk.store.close(before: .after(.seconds(60))))
    #expect(try reopened().names == ["Song 1", "Song 2"])
  }
}

/// Wants a compaction when the document is open and at the end of the first one, on the very thread
/// that tells of it; rings at the end of the second one.
private final class Ends: Sendable {
  let bell = DispatchSemaphore(value: 0)
  private let count = Mutex(0)
  private let box = Mutex<FavoritesStore?>(nil)

  var store: FavoritesStore { box.withLock { $0! } }

  init(_ file: sending FavoritesFile) {
    let store = FavoritesStore(file) { [self] in take() }
    box.withLock { $0 = store }
  }

  private func take() {
    for news in store.takeNews() {
      switch news {
      case .opened: store.startCompaction()
      case .compacted:
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 1 { store.startCompaction() } else { bell.signal() }
      default: break
      }
    }
  }
}

@Suite("The document on a real disk", .timeLimit(.minutes(2)))
struct RealDiskTests {
  private let folder =
    FileManager.default.temporaryDirectory.path
    + "/favorites-\(UUID().uuidString.prefix(8))"
  private var path: String { folder + "/Music Bus/Favorites.jsonl" }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  @Test("is for its owner alone, and holds all that was acknowledged")
  func kept() throws {
    defer { removeFolder() }
    let desk = try StoreDesk(PosixFileSystem(), at: path)
    for number in 0..<20 {
      desk.add(number)
      try desk.settle()
    }
    try desk.waitForCompaction()
    desk.add(20)
    try desk.settle()
    desk.close()
    let again = try StoreDesk(PosixFileSystem(), at: path)
    #expect(View(again.document) == View(desk.document))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder + "/Music Bus").sorted()
        == [".Favorites.jsonl.lock", "Favorites.jsonl"]
    )
  }

  @Test("is used by one hub at a time")
  func locked() throws {
    defer { removeFolder() }
    let first = try StoreDesk(PosixFileSystem(), at: path)
    let second = try StoreDesk(PosixFileSystem(), at: path)
    second.add(1)
    try second.settle()
    #expect(second.failures == [.inUse(path, by: getpid())])
    first.close()
    second.add(2)
    try second.settle()
    #expect(second.document.names == ["Song 2"])
  }

  @Test("may be a link to a file elsewhere, which stays one")
  func linked() throws {
    defer { removeFolder() }
    let real = folder + "/cloud/Real.jsonl"
    try FileManager.default.createDirectory(
      atPath: folder + "/cloud",
      withIntermediateDirectories: true
    )
    try StoreDesk(PosixFileSystem(), at: real).close()
    let link = folder + "/Favorites.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let desk = try StoreDesk(PosixFileSystem(), at: link)
    desk.add(1)
    try desk.settle()
    try desk.waitForCompaction()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try String(contentsOfFile: real, encoding: .utf8).contains("Song 1"))
    desk.close()
  }

  @Test(
    "each checksum is what cksum says",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cksum"))
  )
  func checksums() throws {
    defer { removeFolder() }
    let desk = try StoreDesk(PosixFileSystem(), at: path)
    for number in 0..<3 { desk.add(number) }
    try desk.settle()
    desk.close()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c",
      #"while IFS= read -r line; do text="${line%,\"sum\":*}"; sum="${line##*,\"sum\":}"; "#
        + #"told=$(printf '%s' "$text" | cksum); [ "${told%% *}}" = "$sum" ] || exit 1; done < "$0""#,
      path,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }
}
