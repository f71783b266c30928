@testable import Files
import BusProtocol
import Foundation
import MusicModel
import SQLite
import TestKit
import Testing

@Suite("A scan of a large or changing tree", .timeLimit(.minutes(10)))
struct ChangingTreeTests {
  let tree: MusicTree

  init() throws { tree = try MusicTree() }

  private func titles(in index: FileIndex) throws -> [String] {
    let sql = """
      SELECT title, path, name, isAvailable FROM files f JOIN folders d ON d.id = f.folder
      WHERE uid IS NOT NULL ORDER BY title, path
      """
    return try index.use { tables in
      try tables.rows(sql) { "\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.integer(3))" }
    }
  }

  @Test("reads thousands of files of one folder, and later none of them")
  func manyFiles() throws {
    let count = LongRun.pick(2_000, long: 10_000)
    // All of one album; the contents differ by their numbers only.
    for number in 1...count {
      var music = SilentMusic(seed: "\(number)")
      music.tags = [
        ("TITLE", "Song \(number)"), ("ARTIST", "Ann"), ("ALBUM", "Blue"),
        ("TRACKNUMBER", "\(number)"),
      ]
      music.soundBytes = 9000
      try tree.write("all/\(number).flac", music.bytes)
    }
    try tree.scan()
    #expect(try tree.index.use { tables in try tables.songCount() } == count)
    #expect(try tree.albums("blue").count == 1)
    #expect(try tree.index.use { tables in try tables.collection() }.incomplete.count == 0)
    try tree.scan()
    #expect(tree.scanner.readCount == 0)
  }

  @Test("ends at a hundred folders in each other")
  func depth() throws {
    let deepest = (1...100).map { "\($0)" }.joined(separator: "/")
    try tree.write("\(deepest)/song.flac", "TITLE=Deep", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("\(deepest)/101/song.flac", "TITLE=Too deep", "ARTIST=Ann", "ALBUM=Blue")
    try tree.scan()
    #expect(try tree.songs("deep").map(\.title) == ["Deep"])
  }

  @Test("finds in the end what is there, whatever has changed meanwhile", arguments: 0..<12)
  func changes(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for number in 0..<60 {
      try tree.write(
        "\(number % 6)/\(number % 3)/\(number).flac",
        "TITLE=Song \(number)",
        "ARTIST=Ann",
        "ALBUM=\(number % 6)"
      )
    }
    var next = 100
    tree.scanner.visit = { [tree] _ in
      // Whatever fails was about something that is gone already.
      let (from, to) = (
        Int.random(in: 0..<6, using: &random), Int.random(in: 0..<9, using: &random)
      )
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try? tree.move("\(from)", to: "\(to)/moved")
      case 1: try? tree.remove("\(from)/\(to % 3)")
      case 2:
        next += 1
        try? tree.write("\(to)/new\(next).flac", "TITLE=Song \(next)", "ARTIST=Ann")
      case 3: try? tree.write("\(from)/0/\(from).flac", "TITLE=Again \(from)", "ARTIST=Bob")
      default:
        // A folder in place of a file, and a file in place of a folder.
        try? tree.remove("\(from)/0/\(from).flac")
        try? tree.write("\(from)/0/\(from).flac/x.flac", "TITLE=Deep \(from)", "ARTIST=Ann")
      }
    }
    for _ in 0..<3 { try tree.scan() }
    tree.scanner.visit = { _ in }
    try tree.scan()
    let fresh = try FileIndex(in: nil)
    try Files.Scanner(fresh, roots: [tree.root]).run()
    let (known, there) = (try titles(in: tree.index), try titles(in: fresh))
    #expect(known == there, "\(known.difference(from: there))")
    #expect(!(try titles(in: fresh)).isEmpty)
  }

  @Test("continues after its process was killed, without losing an id")
  func interruption() throws {
    struct Killed: Error {}
    for number in 0..<400 {
      try tree.write("\(number / 10)/\(number).flac", "TITLE=Song \(number)", "ARTIST=Ann")
    }
    // What is written to the files of the index at any moment is what a process that is killed leaves.
    let state = tree.directory.path + "/state"
    var copies = 0
    tree.scanner.visit = { [tree] _ in
      copies += 1
      guard copies.isMultiple(of: 8) else { return }
      try? FileManager.default.copyItem(
        atPath: state,
        toPath: "\(tree.directory.path)/killed\(copies)"
      )
    }
    try tree.scan()
    let ids = try tree.index.use { tables in
      try tables.rows("SELECT uid FROM files ORDER BY uid") { $0.text(0) }
    }
    #expect(ids.count == 400 && copies > 30)
    for copy in stride(from: 8, through: copies, by: 8) {
      let index = try FileIndex(in: "\(tree.directory.path)/killed\(copy)")
      let known = try index.use { tables in try tables.songCount() }
      let scanner = Files.Scanner(index, roots: [tree.root])
      try scanner.run()
      #expect(scanner.readCount == 400 - known)
      let found = try index.use { tables in
        try tables.rows("SELECT uid FROM files ORDER BY uid") { $0.text(0) }
      }
      #expect(found == ids)
    }
  }
}
