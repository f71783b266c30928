import BusProtocol
import Foundation
import TestKit
import Testing

@Suite("Lyrics")
struct LyricsTests {
  static func lines(_ text: String) -> [String]? {
    Lyrics(text: text)?.lines?.map { line in
      line.atMs.map { "\($0) \(line.text)" } ?? line.text
    }
  }

  @Test(
    "reads lines with times, in the order of these",
    arguments: [
      ("[00:01.50]One\n[00:02.500] Two", ["1500 One", "2500 Two"]),
      ("[00:21.10][00:01.10]Twice\r\n[0:10]Once\r\n", ["1100 Twice", "10000 Once", "21100 Twice"]),
      ("[00:01:50]One\n[61:00.00]Late", ["1500 One", "3660000 Late"]),
      (
        "\u{FEFF}[ar:Ann]\n[ti:]\n[00:01.00]One\n[00:02.00]\n[00:03.00]Two",
        ["1000 One", "2000 ", "3000 Two"]
      ),
      ("[offset:+500]\n[00:01.00]One\n[00:00.10]Zero", ["0 Zero", "500 One"]),
      ("[offset:-100]\n[00:01.00]One", ["1100 One"]),
      ("[offset:-9223372036854775807]\n[00:01.00]One", ["1000 One"]),
      ("[00:01.00]<00:01.00>Some <00:01.50>words <3", ["1000 Some words <3"]),
      ("[00:01.00]One\nnot sung\n[Chorus]\n[00:02.00]Two", ["1000 One", "2000 Two"]),
      ("[00:03.00] [00:01.00]\t[00:02.00]Thrice", ["1000 Thrice", "2000 Thrice", "3000 Thrice"]),
      ("[1:00:01.50]Late\n[00:59:59.5]Early", ["3599500 Early", "3601500 Late"]),
      ("[1:75:01.50]None\n[00:01.00]One", ["1000 One"]),
    ]
  )
  func synchronized(_ text: String, _ expected: [String]) {
    #expect(LyricsTests.lines(text) == expected)
  }

  @Test(
    "leaves out the times of words, and voices; what the background sings is a line",
    arguments: [
      ("[00:01.00]Some [00:01.50]more [00:02.00]words", ["1000 Some more words"]),
      ("[00:01.25]Some[00:01.50] words[00:02.00]", ["1250 Some words"]),
      ("[00:01.00] [00:01.25] Some [00:01.50] words", ["1000 Some words"]),
      (
        "[00:01.00][00:09.00]<00:01.25>Some <00:01.50>words",
        ["1000 Some words", "9000 Some words"]
      ),
      ("[00:01.00]v2: <00:01.00>Some words\n[00:02.00]v12:More", ["1000 Some words", "2000 More"]),
      ("[00:01.00]very: good\n[00:02.00]v: x", ["1000 very: good", "2000 v: x"]),
      (
        "[00:01.00]Lead [bg:(<00:02.50>ooh <00:03.00>ah)]\n[00:02.00]Two",
        ["1000 Lead", "2000 Two", "2500 ooh ah"]
      ),
      (
        "[00:01.00]Lead\n[bg: ooh]\n[BG:[00:04.00]ah [00:05.00]]",
        ["1000 Lead", "1000 ooh", "4000 ah"]
      ),
      ("[00:01.00][bg:ooh (ah) la]", ["1000 ooh (ah) la"]),
    ]
  )
  func words(_ text: String, _ expected: [String]) throws {
    #expect(LyricsTests.lines(text) == expected)
    try #require(Lyrics(text: text)).check()
  }

  @Test("reads plain text, without empty lines around it")
  func plain() {
    #expect(LyricsTests.lines("\n\nOne\n\n[Chorus]\nTwo\n\n") == ["One", "", "[Chorus]", "Two"])
    #expect(LyricsTests.lines("[Chorus: Ann]\nOne") == ["[Chorus: Ann]", "One"])
    #expect(LyricsTests.lines("v1: One\n[bg: ooh]") == ["v1: One", "[bg: ooh]"])
    for text in ["", "\n \n", "[ar:Ann]\n[ti:Song]", "[00:01.00]\n[00:02.00]"] {
      #expect(Lyrics(text: text) == nil, "\(text)")
    }
  }

  @Test("reads a text of many brackets in a time that is proportional to its length")
  func brackets() {
    // With a search for the closing bracket from each, this takes minutes.
    let text = "[00:01.00]" + String(repeating: "<", count: 200_000)
    #expect(Lyrics(text: text)?.lines?.first?.text.count == 200_000)
    #expect(LyricsTests.lines(String(repeating: "[", count: 200_000))?.first?.count == 200_000)
  }

  @Test("has a bound of lines")
  func bounded() {
    let text = String(repeating: "La\n", count: Lyrics.maxLines + 10)
    #expect(Lyrics(text: text)?.lines?.count == Lyrics.maxLines)
  }

  @Test("refuses an attachment that violates the form, and says why")
  func refused() {
    for (json, reason) in [
      ("{}", "neither"), (#"{"lines":[{"text":"a","atMs":1},{"text":"b"}]}"#, "some lines only"),
      (#"{"lines":[{"text":"a","atMs":2},{"text":"b","atMs":1}]}"#, "go back"),
      ("[]", "not readable"),
    ] {
      let failure = #expect(throws: Failure.self) { try Lyrics(attachment: Array(json.utf8)) }
      #expect(failure?.message.contains(reason) == true, "\(json)")
    }
  }

  @Test("reads captured files", .enabled(if: captures != nil))
  func captured() throws {
    let directory = try #require(LyricsTests.captures)
    for (name, count, last) in [
      ("auld-lang-syne.lrc", 8, 31_500), ("test.lrc", 2, 22_901), ("test-enhanced.lrc", 3, 5_000),
    ] {
      let text = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
      let lyrics = try #require(Lyrics(text: text))
      try lyrics.check()
      #expect((lyrics.lines?.count ?? 0) >= count, "\(name)")
      if name != "auld-lang-syne.lrc" { #expect(lyrics.lines?.last?.atMs == last, "\(name)") }
    }
  }

  static let captures = ["../shared/data/lrclib", "../../shared/data/lrclib"]
    .map { PackageRoot.url($0) }.first { FileManager.default.fileExists(atPath: $0.path()) }
}
