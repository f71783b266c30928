import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Charts, artwork and previews on the command line", .timeLimit(.minutes(10)))
  @MainActor
  struct ChartAndMediaTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("the top 100 is complete and in order", arguments: ["albums", "songs"])
    func top(_ kind: String) throws {
      let result = try sandbox.musicbus(
        "top",
        kind,
        "--limit",
        "100",
        "--provider",
        "itunes-rss",
        "--json"
      )
      let ranks =
        kind == "albums" ? try result.albums().map(\.rank) : try result.songs().map(\.rank)
      #expect(ranks == (1...100).map { $0 }, "\(result.errors)")
    }

    @Test("the available charts are listed")
    func charts() throws {
      let result = try sandbox.musicbus("charts", "--json")
      #expect(try result.entities().count >= 2)
    }

    @Test("artwork is saved in the requested size")
    func artwork() throws {
      let file = "\(sandbox.home.path)/cover.png"
      let album = try #require(
        try sandbox.musicbus("albums", "Pink Floyd", "--json").albums().first {
          $0.title == "The Dark Side of the Moon"
        }
      )
      let result = try sandbox.musicbus("artwork", "\(album.id)", "--size", "300", "-o", file)
      #expect(result.status == 0, "\(result)")
      let bytes = try Data(contentsOf: URL(filePath: file))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let again = try sandbox.musicbus("artwork", "\(album.id)", "--size", "300", "-o", file)
      #expect(again.status == 0 || again.errors.contains(file))
    }

    @Test("the location of a preview is printed, and the preview is fetched over the bus")
    func preview() throws {
      let songs = try sandbox.musicbus("search", "songs", "Money", "--json").songs()
      let song = try #require(songs.first { $0.previewURL != nil })
      let address = try sandbox.musicbus("preview", "\(song.id)")
      #expect(address.lines == [song.previewURL])
      let file = "\(sandbox.home.path)/preview.wav"
      let result = try sandbox.musicbus("preview", "\(song.id)", "-o", file)
      #expect(result.status == 0, "\(result)")
      #expect(try Data(contentsOf: URL(filePath: file)).count > 1000)
    }
  }
}
