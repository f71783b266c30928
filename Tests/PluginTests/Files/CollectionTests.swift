@testable import Files
import BusProtocol
import Foundation
import Glibc
import MusicModel
import TestKit
import Testing

@Suite("The collection of the user's files", .timeLimit(.minutes(5)))
struct CollectionTests {
  let tree: MusicTree

  init() throws { tree = try MusicTree() }

  private func report() throws -> CollectionReport {
    try tree.scan()
    return try tree.index.use { tables in try tables.collection() }
  }

  @Test("is counted, also by format")
  func numbers() throws {
    try tree.write("Ann/Blue/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("Ann/Blue/2.flac", "TITLE=Two", "ARTIST=Bob", "ALBUM=Blue")
    try tree.write("x.FLAC", "TITLE=Three", "ARTIST=Cid")
    let report = try report()
    #expect((report.artists, report.albums, report.songs) == (3, 1, 3))
    #expect(report.durationMs == 600_000 && report.bytes > 60_000)
    #expect(report.formats == [.init("FLAC", songs: 3, bytes: report.bytes)])
    #expect(report.unavailable == 0 && report.unreadable.count == 0 && report.guessed.count == 0)
    #expect(report.twice.count == 0 && report.incomplete.count == 0)
  }

  @Test("names the files that could not be read, and those whose names were guessed")
  func problems() throws {
    try tree.write("a b/1.flac", Array("no music".utf8))
    try tree.write("Ann - Blue/01 One.flac")
    try tree.write("ok.flac", "TITLE=One", "ARTIST=Ann")
    let report = try report()
    #expect(report.unreadable.count == 1)
    #expect(report.unreadable.files == ["file://\(tree.root)/a%20b/1.flac"])
    #expect(report.guessed.files == ["file://\(tree.root)/Ann%20-%20Blue/01%20One.flac"])
  }

  @Test(
    "names the files of formats that are not read, and those that take too long, until they are read"
  )
  func passedOver() throws {
    for name in ["a.dsf", "b.DFF", "c.mka"] { try tree.write(name, Array("DSD ".utf8)) }
    try tree.write("d.flac", "TITLE=One", "ARTIST=Ann")
    tree.scanner.maxFileMs = 0
    #expect(try report().unreadable.count == 4)
    tree.scanner.maxFileMs = TagReader.maxMs
    let names = try report().unreadable.files.map { $0.dropFirst("file://\(tree.root)/".count) }
    #expect(names == ["a.dsf", "b.DFF", "c.mka"])
    #expect(try tree.songs("one").count == 1)
    try tree.scan()
    #expect(tree.scanner.readCount == 0)
  }

  @Test("names the links to music and folders outside, which are not followed")
  func links() throws {
    let outside = try MusicTree()
    try outside.write("x.flac", "TITLE=Outside", "ARTIST=Ann")
    try tree.write("a/1.flac", "TITLE=Inside", "ARTIST=Ann")
    for (path, target) in [
      ("link", outside.root), ("a/x.flac", outside.path("x.flac")), ("a/loop", tree.root),
      ("a/twin.flac", tree.path("a/1.flac")), ("a/gone.flac", "/nowhere"),
      ("a/notes.txt", outside.path("x.flac")),
    ] { symlink(target, tree.path(path)) }
    let links = try #require(try report().links)
    #expect(
      links == .init(count: 2, files: ["link", "a/x.flac"].map { "file://\(tree.root)/\($0)" })
    )
    try tree.remove("a/x.flac")
    #expect(try report().links?.count == 1)
    try tree.remove("link")
    try tree.remove("a")
    try tree.write("b/1.flac", "TITLE=Inside", "ARTIST=Ann")
    #expect(try report().links == .init(count: 0, files: []))
  }

  @Test("names albums that are there twice, in any spelling")
  func twice() throws {
    try tree.write("Ann/Blue/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("Old/Blue/1.flac", "TITLE=One", "ARTIST=ann", "ALBUM=BLUE!")
    try tree.write("Bob/Blue/1.flac", "TITLE=One", "ARTIST=Bob", "ALBUM=Blue")
    let twice = try report().twice
    #expect(twice.count == 1)
    #expect(
      twice.albums.compactMap(\.folder).sorted()
        == ["Ann/Blue", "Old/Blue"].map { "file://\(tree.root)/\($0)" }
    )
  }

  @Test(
    "names albums with missing tracks, by their numbers or the total in the tags",
    arguments: [
      (["1/3", "2/3", "3/3"], nil), (["1/3", "3/3"], 3), (["1", "2", "4"], 4), (["1", "2"], nil),
      (["", ""], nil), (["1/2", "1/2"], 2), (["5"], 5),
      (["1/4", "2/4", "2/4", "3/4", "3/4"], 4),
    ] as [([String], Int?)]
  )
  func incomplete(_ tracks: [String], _ total: Int?) throws {
    for (index, track) in tracks.enumerated() {
      try tree.write(
        "Blue/\(index).flac",
        "TITLE=\(index)",
        "ARTIST=Ann",
        "ALBUM=Blue",
        "TRACKNUMBER=\(track)"
      )
    }
    let incomplete = try report().incomplete
    #expect(incomplete.count == (total == nil ? 0 : 1))
    #expect(incomplete.albums.first?.total == total)
    // A track that is there twice does not stand for a missing one.
    #expect(incomplete.albums.first.map { $0.songs == Set(tracks).count } ?? true)
  }

  @Test("counts the tracks of each disc")
  func discs() throws {
    for (disc, track) in [("1", "1/2"), ("1", "2/2"), ("2", "1/3"), ("2", "2/3")] {
      try tree.write(
        "Blue/\(disc)-\(track.first ?? "x").flac",
        "TITLE=\(disc) \(track)",
        "ARTIST=Ann",
        "ALBUM=Blue",
        "DISCNUMBER=\(disc)",
        "TRACKNUMBER=\(track)"
      )
    }
    let album = try #require(try report().incomplete.albums.first)
    #expect(album.songs == 4 && album.total == 5)
  }

  @Test("marks what is on a disk that is away, unless there is a copy")
  func unavailable() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    let other = try MusicTree()
    try other.write("1.flac", "TITLE=Two", "ARTIST=Ann", "ALBUM=Red")
    let scanner = Files.Scanner(tree.index, roots: [tree.root, other.root])
    try scanner.run()
    #expect(try tree.songs("one").first?.unavailable == false)
    try FileManager.default.moveItem(atPath: tree.root, toPath: tree.root + ".away")
    try scanner.run()
    #expect(try tree.songs("one").first?.unavailable == true)
    #expect(try tree.albums("blue").first?.unavailable == true)
    #expect(try tree.albums("red").first?.unavailable == false)
    #expect(try tree.artists("ann").first?.unavailable == false)
    #expect(try tree.index.use { tables in try tables.collection() }.unavailable == 1)
  }

  @Test("lists the albums by title, page by page")
  func albums() throws {
    for (number, title) in ["red", "Blue", "green"].enumerated() {
      try tree.write("\(number).flac", "TITLE=A", "ARTIST=Ann", "ALBUM=\(title)")
    }
    try tree.write("single.flac", "TITLE=B", "ARTIST=Ann")
    try tree.scan()
    let all = try tree.index.use { tables in try tables.albums(PageBounds()) }
    #expect(all.items.map(\.title) == ["Blue", "green", "red"] && all.total == 3)
    let second = try tree.index.use { tables in
      try tables.albums(PageBounds(offset: 1, limit: 1))
    }
    #expect(second.items.map(\.title) == ["green"] && second.total == 3)
  }

  @Test("lists the artists of albums and of single songs by name, page by page")
  func artists() throws {
    try tree.write("1.flac", "TITLE=A", "ARTIST=Bob feat. Guest", "ALBUM=Blue", "ALBUMARTIST=Bob")
    try tree.write("2.flac", "TITLE=B", "ARTIST=Ann")
    try tree.write("3.flac", "TITLE=C", "ARTIST=Cid", "ALBUM=Hits", "ALBUMARTIST=Various Artists")
    try tree.scan()
    let all = try tree.index.use { tables in try tables.artists(PageBounds()) }
    #expect(all.items.map(\.name) == ["Ann", "Bob"] && all.total == 2)
    let second = try tree.index.use { tables in
      try tables.artists(PageBounds(offset: 1, limit: 1))
    }
    #expect(second.items.map(\.name) == ["Bob"] && second.total == 2)
  }
}
