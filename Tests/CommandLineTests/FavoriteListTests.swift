import BusProtocol
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The display of favourites")
struct FavoriteListTests {
  private func nina() throws -> Entity {
    var artist = Artist(id: try #require(EntityID("itunes:artist:54245")), name: "Nina Simone")
    artist.favorite = true
    artist.formedYear = 1954
    artist.extra = [
      "fav": "01JCZ8X3M5QW4R7T9V2B6N8KDA", "added": "2026-11-02T12:00:00.120000Z",
      "note": "Montreux\n1976!",
    ]
    return .artist(artist)
  }

  @Test("form one table with notes, one line each")
  func table() throws {
    let lines = FavoriteList([try nina()]).lines(fitting: 120).map(\.text)
    #expect(lines.count == 2)
    for word in ["Nina Simone", "artist", "1954", "2026-11-02", "1976!", "itunes:artist:54245"] {
      #expect(lines[1].contains(word), "\(word) is missing in \(lines[1])")
    }
    let fields = FavoriteList([try nina()]).tabSeparated()
    #expect(fields.count == 2 && fields[1].split(separator: "\t").first == "Nina Simone")
  }

  @Test("are marked ♥ in other tables and on detail pages")
  func mark() throws {
    let list = EntityList([try nina()]).lines(fitting: 100).map(\.text)
    #expect(list.last?.contains("Nina Simone ♥") == true, "\(list)")
    #expect(EntityList([try nina()]).tabSeparated().last?.contains("♥") == false)
    let page = DetailPage(try nina(), Samples.services).lines(fitting: 80).map(\.text).joined(
      separator: "\n"
    )
    #expect(page.contains("♥ since November 2, 2026") && page.contains("1976!"), "\(page)")
  }

  @Test("have a sentence for each result")
  func sentences() throws {
    var result = FavoriteResult(.added)
    result.name = "Nina Simone"
    result.id = EntityID("itunes:artist:54245")
    #expect(result.sentence == "Added: Nina Simone (itunes:artist:54245)")
    result.outcome = .undone
    result.undid = .removed
    #expect(result.sentence == "Undone: Nina Simone (itunes:artist:54245) was removed")
    result.undid = .noted
    #expect(result.sentence == "Undone: the note of Nina Simone (itunes:artist:54245)")
    let absent = FavoriteResult(.absent, key: "a:album:3")
    #expect(absent.sentence == "\"a:album:3\" is not a favourite.")
  }
}
