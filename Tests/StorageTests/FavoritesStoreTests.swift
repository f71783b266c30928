import BusProtocol
import Dispatch
import FavoritesModel
import Foundation
import Glibc
import HostKit
import HubCore
import MusicModel
import Storage
import Testing

@Suite("The favourites store", .timeLimit(.minutes(10)))
struct FavoritesStoreTests {
  let disk = SimulatedDisk()

  private func reopened() throws -> FavoritesDocument {
    try FavoritesEditor(disk.restarted(after: .nothingUnsynced)).document
  }

  @Test("syncs concurrent changes together, and acknowledges them in order")
  func shared() throws {
    let client = try FavoritesStoreClient(disk)
    let syncs = disk.snapshot.syncs
    client.store.whileBusy { for number in 0..<50 { client.add(number) } }
    try client.settle()
    #expect(client.acknowledged.count == 50)
    #expect(client.acknowledged == client.acknowledged.sorted())
    #expect(disk.snapshot.syncs == syncs + 1)
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("rolls back a failed change together with all later ones")
  func failing() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    disk.limit(to: disk.used + 10)
    client.add(2)
    // Enqueued before the failure is reported.
    client.add(3)
    client.change { document, _ in
      document.move(FavoritesEditor.key(2), to: .first, now: .now).change
    }
    try client.settle()
    #expect(client.document.names == ["Song 1"])
    #expect(client.refused.count == 3)
    disk.limit(to: .max)
    client.add(4)
    try client.settle()
    #expect(client.document.names == ["Song 1", "Song 4"])
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("merges a file that was replaced, and saves the pending changes")
  func replaced() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    let other = disk.restarted(after: .killed)
    var elsewhere = try FavoritesEditor(other, seed: 9)
    try elsewhere.add(2)
    disk.replace(FavoritesEditor.path, with: other.bytes(FavoritesEditor.path) ?? [])
    client.add(3)
    client.add(4)
    try client.settle()
    #expect(client.merges.count == 1)
    #expect(client.merges.first?.first?.contains("its version is saved in") == true)
    #expect(Set(client.document.names) == ["Song 1", "Song 2", "Song 3", "Song 4"])
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("finds an external change on request")
  func looked() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    try client.checkForExternalChange()
    #expect(client.merges.isEmpty)
    let other = disk.restarted(after: .killed)
    var elsewhere = try FavoritesEditor(other, seed: 9)
    try elsewhere.add(2)
    disk.replace(FavoritesEditor.path, with: other.bytes(FavoritesEditor.path) ?? [])
    try client.checkForExternalChange()
    #expect(client.merges.count == 1)
    #expect(client.document.names == ["Song 1", "Song 2"])
    client.add(3)
    try client.settle()
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("reports a file that cannot be looked at, instead of calling it unchanged")
  func unreadable() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    disk.plan(.broken(from: 1, EIO))
    client.store.submit(.checkForExternalChange)
    try client.wait { _ in !client.failures.isEmpty || client.unchangedChecks > 0 }
    #expect(client.unchangedChecks == 0)
    #expect(client.failures.count == 1)
    disk.plan(nil)
    try client.checkForExternalChange()
    #expect(client.unchangedChecks + client.merges.count == 1)
  }

  @Test("saves changes during a compaction")
  func compaction() throws {
    let client = try FavoritesStoreClient(disk)
    var random = SeededRandom(4)
    for number in 0..<30 { client.add(number) }
    for step in 0..<40 {
      if step % 10 == 0 { client.store.submit(.compact) }
      for _ in 0..<5 {
        let number = Int.random(in: 0..<30, using: &random)
        client.change { document, _ in
          document.note(FavoritesEditor.key(number), "note \(step)", now: .now).change
        }
      }
      try client.settle()
    }
    try client.waitForCompaction()
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
    let lines = disk.text(FavoritesEditor.path)?.split(separator: "\n").count
    #expect(lines == client.document.compactLineCount + 1)
    #expect(client.failures.isEmpty)
    #expect(disk.paths.filter { $0.hasSuffix(".new") }.isEmpty)
  }

  @Test("saves changes that come during a compaction after it")
  func during() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    disk.wholeFileSyncBlocker.block()
    client.store.submit(.compact)
    try client.wait { news in
      if case .compactionWanted? = news { true } else { false }
    }
    client.add(2)
    #expect(client.compactions == 0 && client.acknowledged.count == 1)
    disk.wholeFileSyncBlocker.unblock()
    try client.settle()
    #expect(client.compactions == 1)
    #expect(try reopened().names == ["Song 1", "Song 2"])
  }

  @Test("saves changes that wait for a compaction when it is closed before that")
  func closedBeforeCompaction() throws {
    let client = try FavoritesStoreClient(disk)
    client.store.submit(.compact)
    client.add(1)
    client.close()
    #expect(try reopened().names == ["Song 1"])
  }

  @Test("compacts a file that has grown")
  func automatic() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    for step in 0..<1300 {
      client.change { document, _ in
        document.note(FavoritesEditor.key(1), "\(step)", now: .now).change
      }
    }
    try client.settle()
    try client.wait { _ in client.compactions > 0 }
    #expect((disk.text(FavoritesEditor.path)?.split(separator: "\n").count ?? 0) < 150)
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("replaces corrupt bytes by the hub's state")
  func rotten() throws {
    let client = try FavoritesStoreClient(disk)
    for number in 0..<3 { client.add(number) }
    try client.settle()
    disk.rot(FavoritesEditor.path) { $0[$0.count / 2] ^= 4 }
    try client.waitForCompaction()
    #expect(try VisibleFavorites(reopened()) == VisibleFavorites(client.document))
  }

  @Test("has its whole file checked by another queue")
  func checked() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    var reader = FavoritesReader(
      FavoritesFile(at: FavoritesEditor.path, createsDirectory: false, files: disk)
    )
    let events = reader.run([.check])
    guard case .hub(.favorites(.checked(let check)))? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(check.report.isSound && check.report.favorites == 1)
  }

  @Test("opens the file again with every change if it could not be opened")
  func notOpened() throws {
    disk.replace(FavoritesEditor.path, with: Array("dear diary".utf8))
    let client = try FavoritesStoreClient(disk)
    #expect(client.failures == ["\(FavoritesFailure.notFavorites(FavoritesEditor.path))"])
    client.add(1)
    try client.settle()
    #expect(client.document.count == 0)
    #expect(client.refused.count == 1)
    disk.unlink(FavoritesEditor.path)
    client.add(2)
    try client.settle()
    #expect(try reopened().names == ["Song 2"])
  }

  @Test("saves queued changes and unlocks the file when it is closed")
  func closed() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    client.close()
    #expect(try FavoritesEditor(disk).opening.refusal == nil)
    #expect(
      try FavoritesEditor(disk.restarted(after: .nothingUnsynced)).document.names == ["Song 1"]
    )
  }

  @Test("waits until the deadline when it is closed while the disk hangs")
  func hanging() throws {
    let client = try FavoritesStoreClient(disk)
    client.add(1)
    try client.settle()
    disk.syncBlocker.block()
    client.add(2)
    #expect(!client.store.close(before: .after(.milliseconds(20))))
    #expect(try reopened().names == ["Song 1"])
    disk.syncBlocker.unblock()
    #expect(client.store.close(before: .after(.seconds(60))))
    #expect(try reopened().names == ["Song 1", "Song 2"])
  }
}

@Suite("The favourites file on a real disk", .timeLimit(.minutes(10)))
struct RealDiskTests {
  private let directory =
    FileManager.default.temporaryDirectory.path
    + "/favorites-\(UUID().uuidString.prefix(8))"
  private var path: String { directory + "/Music Bus/Favorites.jsonl" }

  private func removeDirectory() { try? FileManager.default.removeItem(atPath: directory) }

  @Test("is readable by its owner only, and contains all acknowledged changes")
  func durable() throws {
    defer { removeDirectory() }
    let client = try FavoritesStoreClient(PosixFileSystem(), at: path)
    for number in 0..<20 {
      client.add(number)
      try client.settle()
    }
    try client.waitForCompaction()
    client.add(20)
    try client.settle()
    client.close()
    let again = try FavoritesStoreClient(PosixFileSystem(), at: path)
    #expect(VisibleFavorites(again.document) == VisibleFavorites(client.document))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory + "/Music Bus").sorted()
        == [".Favorites.jsonl.lock", "Favorites.jsonl"]
    )
  }

  @Test("is used by one hub only")
  func locked() throws {
    defer { removeDirectory() }
    let first = try FavoritesStoreClient(PosixFileSystem(), at: path)
    let second = try FavoritesStoreClient(PosixFileSystem(), at: path)
    second.add(1)
    try second.settle()
    #expect(second.failures == ["\(FavoritesFailure.inUse(path, by: getpid()))"])
    first.close()
    second.add(2)
    try second.settle()
    #expect(second.document.names == ["Song 2"])
  }

  @Test("may be a symbolic link, which is preserved")
  func linked() throws {
    defer { removeDirectory() }
    let real = directory + "/cloud/Real.jsonl"
    try FileManager.default.createDirectory(
      atPath: directory + "/cloud",
      withIntermediateDirectories: true
    )
    try FavoritesStoreClient(PosixFileSystem(), at: real).close()
    let link = directory + "/Favorites.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let client = try FavoritesStoreClient(PosixFileSystem(), at: link)
    client.add(1)
    try client.settle()
    try client.waitForCompaction()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try String(contentsOfFile: real, encoding: .utf8).contains("Song 1"))
    client.close()
  }

  @Test(
    "has the checksums that cksum computes",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cksum"))
  )
  func checksums() throws {
    defer { removeDirectory() }
    let client = try FavoritesStoreClient(PosixFileSystem(), at: path)
    for number in 0..<3 { client.add(number) }
    try client.settle()
    client.close()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c",
      #"while IFS= read -r line; do text="${line%,\"sum\":*}"; sum="${line##*,\"sum\":}"; "#
        + #"sum2=$(printf '%s' "$text" | cksum); [ "${sum2%% *}}" = "$sum" ] || exit 1; done < "$0""#,
      path,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }
}
