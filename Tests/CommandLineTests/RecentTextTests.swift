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

  @Test("of all kinds is one row, however its calls were ordered")
  func all() {
    let texts = RecentText.all(of: [
      search(.songsSearch, "U2", 1000), search(.artistsSearch, "U2", 1010),
      search(.songsSearch, "One", 5000), search(.albumsSearch, "U2", 90_000),
      search(.albumsSearch, "One", 90_000), search(.artistsSearch, "Two", 95_000),
    ])
    #expect(texts.map(\.text) == ["U2", "One", "Two"])
    #expect(texts.map(\.kind) == ["all", "albums, songs", "artists"])
    #expect(texts.map(\.total) == [6, 4, 2])
    #expect(texts.map(\.ageMs) == [1000, 5000, 95_000])
  }
}

@Suite("A search of all kinds")
struct SearchAllTests {
  @Test("reports the sources of a kind that failed, below the results")
  func failure() {
    let provider = Samples.provider("deezer")
    var done = Done()
    done.sources = [SourceReport(provider: provider, outcome: .ok)]
    let failed = SourceReport(provider: provider, outcome: .timeout)
    let reply = SearchAllCommand.merged([Reply(items: [], done: done)], [[failed]])
    #expect(reply.done.sources?.map(\.outcome) == [.timeout])
    let error = ClientError.failed(
      Failure(.sourcesFailed, "No source sent a usable reply.", sources: [failed])
    )
    #expect(
      SearchAllCommand.failureLine(.album, error) == "No albums: No source sent a usable reply."
    )
  }
}
