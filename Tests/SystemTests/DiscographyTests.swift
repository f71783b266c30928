import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A discography on the command line", .timeLimit(.minutes(10)))
  @MainActor
  struct DiscographyTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("is sorted by date, with each album once and the values of both sources")
    func byDate() throws {
      let albums = try sandbox.musicbus("albums", "Pink Floyd", "--json").albums()
      #expect(albums.count >= 14)
      let dates = albums.compactMap(\.releaseDate?.year)
      #expect(dates == dates.sorted())
      let moons = albums.filter { $0.title == "The Dark Side of the Moon" }
      #expect(moons.count == 1)
      #expect(moons.first?.releaseDate?.year == 1973)
      let namespaces = Set(moons.first?.ids.map(\.namespace) ?? [])
      #expect(namespaces.isSuperset(of: ["itunes", "audiodb"]))
    }

    @Test("of 918 albums is paged through to the end, with two requests for the first 200")
    func long() async throws {
      let sandbox = try Sandbox()
      // Without the number of albums, which would store their first page.
      let members = "--json=id,ids,kind,name"
      let artist = try sandbox.musicbus("search", "artists", "The Endless Orchestra", members)
      let id = try #require(try artist.artists().first?.id)
      try await sandbox.upstream.clearRequests()
      var ids: [EntityID] = []
      var titles: Set<String> = []
      for number in 0... {
        let page = try sandbox.musicbus(
          "albums",
          "\(id)",
          "--limit",
          "200",
          "--offset",
          "\(ids.count)",
          "--provider",
          "deezer",
          "--json"
        )
        #expect(page.errors.contains("\"total\":918"), "\(page)")
        if number == 0 {
          let lists = try await sandbox.upstream.requests().count { $0.contains("/albums?") }
          #expect(lists == 2)
        }
        let albums = try page.albums()
        ids += albums.map(\.id)
        titles.formUnion(albums.map(\.title))
        guard page.errors.contains("\"next\":"), !albums.isEmpty else { break }
      }
      #expect(ids.count == 918)
      #expect(Set(ids).count == 918)
      #expect(titles.count == 918)
    }

    @Test("is filtered by date, with one or two bounds")
    func filtered() throws {
      let seventies = try sandbox.musicbus(
        "albums",
        "Pink Floyd",
        "--from",
        "1970",
        "--to",
        "1979-12-31",
        "--json"
      ).albums()
      #expect(!seventies.isEmpty)
      #expect(seventies.containsOnly { (1970...1979).contains($0.releaseDate?.year ?? 0) })
      let late = try sandbox.musicbus("albums", "Pink Floyd", "--from", "1990", "--json").albums()
      #expect(late.containsOnly { ($0.releaseDate?.year ?? 0) >= 1990 })
      let title = try sandbox.musicbus("albums", "Pink Floyd", "--title", "moon", "--json").albums()
      #expect(title.containsOnly { $0.title.lowercased().contains("moon") })
    }

    @Test(
      "refuses bounds that make no sense, each with its own sentence",
      arguments: [
        ["--from", "1980", "--to", "1970"], ["--from", "2999-01-01"], ["--to", "last week"],
        ["--from", "1980-13"],
      ]
    )
    func refused(_ bounds: [String]) throws {
      let result = try RunResult.of(
        "musicbus",
        ["albums", "Pink Floyd"] + bounds,
        environment: sandbox.environment
      )
      #expect(result.status == 64)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("musicbus: "))
    }

    @Test("is ungrouped into editions on request")
    func editions() throws {
      let works = try sandbox.musicbus("albums", "Pink Floyd", "--json").albums()
      let editions = try sandbox.musicbus("albums", "Pink Floyd", "--editions", "--json").albums()
      #expect(editions.count >= works.count)
    }
  }
}
