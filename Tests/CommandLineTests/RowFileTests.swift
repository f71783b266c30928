import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("The rows of the last list in a terminal")
struct RowFileTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  private func file(leader: Int32 = getpid(), startTicks: UInt64 = 1) -> RowFile {
    let session = TerminalSession(terminal: 34816, leader: leader, startTicks: startTicks)
    return RowFile(session, in: directory.path)
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }
  }

  @Test("are read as they were saved")
  func saved() throws {
    var album = Samples.moon
    album.title = "One\tTwo\nThree"
    album.artist?.id = Samples.id("itunes:artist:487143")
    var song = Samples.money
    song.album?.id = album.id
    let rows = [
      ListedRow(.album(album)), ListedRow(.artist(Samples.pinkFloyd)), ListedRow(.song(song)),
    ]
    try file().save(RowFile.List(first: 11, rows: rows))
    let list = try #require(file().list())
    #expect(list == RowFile.List(first: 11, rows: rows))
    #expect(list[10] == nil && list[14] == nil)
    #expect(list[13]?.album == album.id && list[11]?.album == nil)
    #expect(list[11]?.artist == Samples.id("itunes:artist:487143"))
    #expect(list[12]?.name == "Pink Floyd")
    #expect(list.range == "11 to 13")
  }

  @Test("are searches with their kinds, if those were listed")
  func searches() throws {
    let searches = [
      RowFile.Search(kind: nil, text: "Pink Floyd"), RowFile.Search(kind: .song, text: "One"),
    ]
    try file().save(searches, first: 4)
    #expect(file().searches() == [4: searches[0], 5: searches[1]])
    #expect(file().list() == nil)
  }

  @Test("are for the owner only, and of one terminal")
  func separate() throws {
    try file().save(RowFile.List(first: 1, rows: [ListedRow(.artist(Samples.namelessRiver))]))
    var status = stat()
    let path = "\(directory.path)/\(try #require(names.first))"
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(file(startTicks: 2).list() == nil)
  }

  @Test("are removed after their session has ended")
  func old() throws {
    let row = ListedRow(.artist(Samples.namelessRiver))
    try file(startTicks: 7).save(RowFile.List(first: 1, rows: [row]))
    #expect(try names.count == 1)
    // The start time is not that of this process, so another process had its pid.
    try file(startTicks: 8).save(RowFile.List(first: 1, rows: [row]))
    #expect(try names.map { $0.hasSuffix("-8") } == [true])
  }

  @Test("are missing if the file is corrupt")
  func corrupt() throws {
    try file().save(RowFile.List(first: 1, rows: [ListedRow(.artist(Samples.namelessRiver))]))
    let path = "\(directory.path)/\(try #require(names.first))"
    for text in ["", "musicbus rows 1, from 1\n", "musicbus rows 2, from 1\nno id\t\t\t\t"] {
      try replaceFile(path, with: Array(text.utf8))
      #expect(file().list() == nil)
    }
  }
}
