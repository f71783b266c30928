import BusProtocol
import ClientKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A recent search")
struct RecentTextTests {
  private func search(_ method: Method, _ text: String, _ ageMs: Int) -> RecentSearch {
    RecentSearch(method: method, text: text, ageMs: ageMs, total: 2)
  }

  @Test("is one row for each text, the last search of it")
  func unique() {
    let searches = RecentCommand.unique([
      search(.searchAll, "U2", 1000), search(.artistsSearch, "U2", 1010),
      search(.songsSearch, "One", 5000),
    ])
    #expect(searches.map(\.text) == ["U2", "One"])
    #expect(searches.map(RecentCommand.kind) == [nil, .song])
    #expect(searches.map(\.ageMs) == [1000, 5000])
  }
}

@Suite("A search of all kinds")
struct SearchAllTests {
  @Test("says which kind failed, below the results")
  func failure() {
    var list = ListReport(kind: .album)
    #expect(SearchAllCommand.failureLine(list) == nil)
    list.error = SourceReport.SourceError(
      code: .sourcesFailed,
      message: "None of the sources answered."
    )
    #expect(
      SearchAllCommand.failureLine(list) == "No albums: None of the sources answered."
    )
  }
}
