import BusProtocol
import ClientKit
import Foundation
import FoundationXML
import MusicModel
import Testing

@Suite("Feeds of new albums")
struct ReleaseFeedTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func release(
    _ title: String,
    date: String?,
    _ change: (inout Album) -> Void = { _ in }
  ) throws -> ReleaseReport {
    let artist = ArtistReference(id: EntityID("a:artist:1"), name: "Simon & \"G\"")
    var album = Album(id: try #require(EntityID("a:album:1")), title: title, artist: artist)
    album.releaseDate = try date.map { try #require(PartialDate($0)) }
    change(&album)
    return ReleaseReport(album: album, foundAgeMs: 3_600_000, isSeen: false)
  }

  private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  @Test("are Atom with one alternate link, the other links, the cover and the date")
  func atom() throws {
    let release = try release("Bookends <1968>", date: "2023-12-01") { album in
      album.links = ["Deezer": "https://d.example/?a=1&b=2", "Spotify": "https://s.example/1"]
      album.artwork = [Artwork(url: "https://i.example/1.jpg", role: .cover)]
    }
    let expected = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <id>urn:musicbus:releases</id>
        <title>New albums</title>
        <updated>2023-11-14T21:13:20Z</updated>
        <entry>
          <id>urn:musicbus:a:album:1</id>
          <title>Simon &amp; &quot;G&quot; – Bookends &lt;1968&gt;</title>
          <updated>2023-11-14T21:13:20Z</updated>
          <author><name>Simon &amp; &quot;G&quot;</name></author>
          <content>Simon &amp; &quot;G&quot; – Bookends &lt;1968&gt; (2023-12-01)</content>
          <link rel="alternate" href="https://d.example/?a=1&amp;b=2" title="Deezer"/>
          <link rel="related" href="https://s.example/1" title="Spotify"/>
          <link rel="enclosure" href="https://i.example/1.jpg"/>
        </entry>
      </feed>

      """
    let atom = ReleaseFeed.atom([release], at: now)
    #expect(atom == expected)
    #expect(isXML(atom))
  }

  @Test("are valid XML for any text of a source, and without albums")
  func hostileText() throws {
    let title = "A\u{0}B\u{1B}C\u{FFFE}D\u{FFFF}E]]>\r\n\t&lt;</title>\u{7F}😀"
    let atom = ReleaseFeed.atom([try release(title, date: nil)], at: now)
    #expect(isXML(atom), "\(atom)")
    #expect(isXML(ReleaseFeed.atom([], at: now)))
  }

  @Test("are a calendar of the days of release, with escaped text")
  func calendar() throws {
    let releases = [
      try release("One, Two; \\Three\r\nFour", date: "2023-12-01") { album in
        album.links = ["Deezer": "https://d.example/1"]
      },
      try release("Only a month", date: "2023-12"), try release("No date", date: nil),
    ]
    let expected = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//MusicBus//New albums//EN", "BEGIN:VEVENT",
      "UID:a:album:1@musicbus.invalid", "DTSTAMP:20231114T221320Z", "DTSTART;VALUE=DATE:20231201",
      #"SUMMARY:Simon & "G" – One\, Two\; \\Three\nFour"#, "URL:https://d.example/1",
      "END:VEVENT", "END:VCALENDAR", "",
    ]
    #expect(ReleaseFeed.calendar(releases, at: now) == expected.joined(separator: "\r\n"))
  }

  @Test(
    "fold the lines of a calendar at 75 bytes, between characters",
    arguments: ["a", "é", "椎", "😀", "👩‍👩‍👧‍👦", "a\u{301}\u{302}"]
  )
  func folding(_ text: String) throws {
    for count in [1, 30, 70, 100] {
      let title = String(repeating: text, count: count)
      let calendar = ReleaseFeed.calendar([try release(title, date: "2023-12-01")], at: now)
      let bytes = Array(calendar.utf8)
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        #expect(line.last == 13)
        #expect(line.count <= 76, "75 bytes and the carriage return")
        #expect(String(validating: line, as: UTF8.self) != nil)
      }
      let whole = calendar.replacingOccurrences(of: "\r\n ", with: "", options: .literal)
      #expect(whole.contains(title))
    }
  }

  @Test(
    "are a valid calendar without an album, or without the day of one",
    arguments: ["2031", nil]
  )
  func emptyCalendar(_ date: String?) throws {
    let releases = try date.map { [try release("Someday", date: $0)] } ?? []
    let lines = ReleaseFeed.calendar(releases, at: now).split(separator: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
    let parts = ["BEGIN:VTIMEZONE", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE"]
    #expect(
      lines.dropFirst().dropLast().filter { $0.hasPrefix("BEGIN") || $0.hasPrefix("END") }
        .map(String.init) == parts
    )
  }

  @Test("have no control characters in a calendar")
  func controls() throws {
    let release = try release("A\u{1B}[1mB\u{7F}", date: "2023-12-01") { album in
      album.links = ["x": "https://d.example/1\r\nATTACH:x\u{2028}\u{85}"]
    }
    let calendar = ReleaseFeed.calendar([release], at: now)
    #expect(calendar.unicodeScalars.allSatisfy { $0 == "\r" || $0 == "\n" || $0.value >= 0x20 })
    #expect(!calendar.contains("\r\nATTACH"))
  }
}
