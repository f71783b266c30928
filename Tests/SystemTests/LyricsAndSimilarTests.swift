import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Lyrics, similar artists and appearances on the command line", .timeLimit(.minutes(10)))
  struct LyricsAndSimilarTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("similar artists of several sources are merged, those of both first")
    func similar() throws {
      let result = try sandbox.musicbus("similar", "Pink Floyd", "--wait", "60", "--json")
      let artists = try result.artists()
      #expect(!artists.isEmpty, "\(result)")
      #expect(artists.allSatisfy { $0.name != "Pink Floyd" })
      let namespaces = Set(artists.flatMap(\.ids).map(\.namespace))
      #expect(namespaces.isSuperset(of: ["deezer", "mbid"]), "\(artists)")
    }

    @Test("the albums by others on which an artist appears are not among the artist's own")
    func appearances() throws {
      let appearances = try sandbox.musicbus(
        "albums",
        "David Bowie",
        "--appearances",
        "--wait",
        "60",
        "--json"
      ).albums()
      #expect(appearances.map(\.title) == ["Guardians of the Galaxy: Awesome Mix, Vol. 1"])
      let own = try sandbox.musicbus("albums", "David Bowie", "--wait", "60", "--json").albums()
      #expect(!own.isEmpty && own.allSatisfy { $0.artist?.name == "David Bowie" }, "\(own)")
      let usage = try sandbox.musicbus("albums", "--owned", "--appearances")
      #expect(usage.status == 64 && usage.errors.contains("need an artist"), "\(usage)")
    }

    @Test("lyrics are shown, and instrumental and unknown songs are told apart")
    func lyrics() throws {
      var outcomes: Set<String> = []
      for song in ["Queen - Bohemian Rhapsody", "Metallica - One", "Adele - Hello"] {
        let result = try sandbox.musicbus("lyrics", song, "--timeout", "60")
        switch result.status {
        case 0 where result.errors.contains("is instrumental"): outcomes.insert("instrumental")
        case 0:
          outcomes.insert("words")
          #expect(result.output.split(separator: "\n").count >= 3, "\(result)")
        default:
          outcomes.insert("unknown")
          #expect(result.errors.contains("No lyrics found for"), "\(result)")
        }
      }
      #expect(outcomes == ["instrumental", "words", "unknown"])
    }

    @Test("an outage is not an unknown song")
    func outage() async throws {
      try await sandbox.upstream.setFaults("500:/api/search")
      let result = try sandbox.musicbus("lyrics", "Metallica - One", "--timeout", "60")
      #expect(result.status != 0)
      #expect(!result.errors.contains("No source has"), "\(result)")
      try await sandbox.upstream.setFaults("")
      #expect(
        !(try sandbox.musicbus("lyrics", "Metallica - One", "--timeout", "60").errors)
          .contains("could not be fetched")
      )
    }
  }
}
