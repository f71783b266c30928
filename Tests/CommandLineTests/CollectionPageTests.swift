import BusProtocol
import CommandKit
import Testing

@testable import musicbus

@Suite("A report on what the user has")
struct CollectionPageTests {
  private func lines(_ report: CollectionReport, of name: String? = nil) -> [String] {
    CollectionPage(report, of: name).lines(fitting: 100).map(\.text)
  }

  @Test("shows no sizes and times that a server does not know")
  func unknown() {
    var report = CollectionReport()
    (report.artists, report.albums, report.songs) = (3, 5, 1200)
    #expect(lines(report).count == 3 && lines(report).last?.hasSuffix("1,200") == true)
    report.formats = [.init("Opus", songs: 4, bytes: 0)]
    report.bytes = 2 << 20
    #expect(lines(report)[2].hasSuffix("1,200 (2.0 MB)"))
    #expect(lines(report)[3].hasSuffix("Opus 4"))
  }

  @Test("names its provider if there are several, and contains no control characters of it")
  func name() {
    var report = CollectionReport()
    report.formats = [.init("FL\u{1B}AC", songs: 4, bytes: 0)]
    #expect(lines(report, of: "Attic").first == "Attic")
    #expect(!lines(report).joined().contains("\u{1B}"))
    let plain = CollectionPage(report, of: "Attic").tabSeparated()
    #expect(plain.first == "source\tAttic")
    #expect(!plain.joined().contains("\u{1B}"))
  }
}
