import BusProtocol
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The overview")
struct OverviewTests {
  private func album(_ number: Int, _ title: String) throws -> Entity {
    .album(Album(id: try #require(EntityID("x:album:\(number)")), title: title))
  }

  @Test("has all parts, with rows numbered through")
  func parts() throws {
    let overview = Overview(
      chart: [try album(1, "Innuendo"), try album(2, "Kid A")],
      favorites: [try album(3, "Nebraska")],
      new: [try album(4, "Rumours")],
      recent: [Method.artistsSearch, .albumsSearch].map {
        RecentSearch(method: $0, text: "queen", ageMs: 1, total: 1)
      }
    )
    let text = overview.lines(fitting: 80, firstNumber: 1).map(\.text).joined(separator: "\n")
    #expect(
      text == """
        Top albums
        #  Title     Id
        1  Innuendo  x:album:1
        2  Kid A     x:album:2

        Favourites
        #  Name      Kind   Id
        3  Nebraska  album  x:album:3

        New albums of your artists
        #  Title    Id
        4  Rumours  x:album:4

        Recent searches
        queen

        Next: musicbus search TEXT, musicbus album 1, musicbus --help
        """
    )
    #expect(overview.entities.map(\.displayName) == ["Innuendo", "Kid A", "Nebraska", "Rumours"])
  }

  @Test("says what to do if there is nothing yet; new albums need no such words")
  func empty() {
    let text = Overview().lines(fitting: 80, firstNumber: nil).map(\.text)
    #expect(text.contains("None yet. Add one: musicbus favorites add \"Pink Floyd\""))
    #expect(!text.contains("New albums of your artists"))
    #expect(text.last?.contains("musicbus artist") == true)
  }
}
