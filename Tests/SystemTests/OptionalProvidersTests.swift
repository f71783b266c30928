import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("MusicBrainz, Deezer, Wikipedia and Spotify", .timeLimit(.minutes(10)))
  struct OptionalProvidersTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(hasCredentials: false, limited: ["deezer"]) }

    /// Waits until a provider is in a state.
    private func awaitState(_ name: String, _ state: ProviderStatus.State = .ready) throws {
      _ = try sandbox.awaitProvider(name) { $0.state == state }
    }

    private func configureSpotify(_ value: String = "sample") throws {
      try awaitState("spotify", .unconfigured)
      for key in ["clientID", "clientSecret"] {
        let set = try sandbox.musicbus("config", "set", "providers.spotify.\(key)", value)
        #expect(set.status == 0, "\(set)")
      }
      let reloaded = try sandbox.musicbus("provider", "reload", "spotify")
      #expect(reloaded.status == 0, "\(reloaded)")
      try awaitState("spotify")
    }

    private func search(_ provider: String, _ text: String = "Daft Punk") throws -> RunResult {
      let provider = ["--provider", provider]
      return try RunResult.of(
        "musicbus",
        ["search", "artists", text, "--json", "--refresh", "--timeout", "20s", "--wait", "15s"]
          + provider,
        environment: sandbox.environment
      )
    }

    private func count(_ text: String) async throws -> Int {
      try await sandbox.upstream.requests().count { $0.contains(text) }
    }

    @Test("Spotify without credentials states the missing settings, and does not appear in replies")
    func noCredentials() async throws {
      try awaitState("spotify", .unconfigured)
      let status = try #require(try sandbox.providers()["spotify"])
      let missing = "needs configuration: clientID and clientSecret."
      #expect(status.lastError?.hasPrefix(missing) == true)
      let command = "musicbus provider setup spotify"
      #expect(status.lastError?.contains(command) == true, "\(status.lastError ?? "")")
      let result = try sandbox.musicbus("search", "artists", "Daft Punk", "--json")
      #expect(result.status == 0, "\(result)")
      #expect(try result.outcome(of: "spotify") == nil)
      #expect(!result.errors.contains("spotify"))
      let named = try search("spotify")
      #expect(named.errors.contains("needs configuration"), "\(named)")
      let pasted = try sandbox.musicbus(
        "album",
        "https://open.spotify.com/album/1",
        "--wait",
        "20s"
      )
      #expect(pasted.status == 1 && pasted.errors.contains(command), "\(pasted)")
      #expect(try await count("/api/token") == 0)
      #expect(try await count("/v1/search") == 0)
    }

    @Test(
      "Spotify is set up by one command, which says where its credentials are and hides the secret"
    )
    func setup() throws {
      try awaitState("spotify", .unconfigured)
      let terminal = TypingTerminal(environment: sandbox.environment)
      let shown = try terminal.run(
        ["provider", "setup", "spotify"],
        [
          .init(after: "clientID: ", "sample\n"), .init(after: "clientSecret: ", "\n"),
          .init(after: "cannot run without it.\r\nclientSecret: ", "hidden-value\n"),
        ]
      )
      #expect(shown.status == 0 && shown.missing == nil && shown.isRestored, "\(shown)")
      #expect(shown.output.contains("https://developer.spotify.com/dashboard"), "\(shown)")
      #expect(shown.output.contains("The client secret of the same app"), "\(shown)")
      #expect(shown.output.contains("spotify 1.0.0 serves album.get"), "\(shown)")
      #expect(!shown.output.contains("hidden-value"), "\(shown)")
      try awaitState("spotify")
      // Once more: what is set is kept, and a secret is not shown.
      let again = try terminal.run(
        ["provider", "setup", "spotify"],
        [.init(after: "clientID [sample]: ", "\n"), .init(after: "clientSecret [•••]: ", "\n")]
      )
      #expect(again.status == 0 && again.missing == nil, "\(again)")
      #expect(again.output.contains("Nothing was changed."), "\(again)")
      let path = try sandbox.paths.configurationFile
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let asked = try terminal.run(
        ["config", "set", "providers.spotify.clientSecret"],
        [.init(after: "providers.spotify.clientSecret: ", "other-value\n")]
      )
      #expect(asked.status == 0 && asked.output.contains("of the same app"), "\(asked)")
      #expect(!asked.output.contains("other-value"), "\(asked)")
      let printed = try sandbox.musicbus("config", "get", "providers.spotify")
      #expect(printed.output.contains("\"clientSecret\": \"•••\""), "\(printed)")
    }

    @Test(
      "setting up says that there is nothing to set up, or what it would ask without a terminal"
    )
    func setupWithoutTerminal() throws {
      try awaitState("spotify", .unconfigured)
      let none = try sandbox.musicbus("provider", "setup", "deezer")
      #expect(none.errors.contains("deezer needs no key and no other setting."), "\(none)")
      let alone = try sandbox.musicbus("provider", "setup", "spotify")
      #expect(alone.status == 1, "\(alone)")
      let command = "musicbus config set providers.spotify.clientID VALUE"
      #expect(alone.errors.contains("Set each value: \(command)"), "\(alone)")
      let unknown = try sandbox.musicbus("provider", "setup", "spotfy")
      #expect(
        unknown.status == 1 && unknown.errors.contains("Unknown provider \"spotfy\"."),
        "\(unknown)"
      )
    }

    @Test("Spotify without credentials does not cost the first reply of a hub anything either")
    func firstReply() throws {
      try awaitState("spotify", .unconfigured)
      _ = sandbox.stopHub()
      try sandbox.startHub()
      let result = try sandbox.musicbus("search", "artists", "Daft Punk", "--json")
      #expect(result.status == 0, "\(result)")
      #expect(try result.outcome(of: "spotify") == nil, "\(result)")
    }

    @Test("Spotify is started once it has credentials, which no output shows")
    func credentials() async throws {
      try configureSpotify("hidden-value")
      let result = try search("spotify")
      #expect(try result.artists().map(\.name) == ["Daft Punk"], "\(result)")
      #expect(try await count("/api/token") == 1)
      let path = try sandbox.paths.configurationFile
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      for text in [
        sandbox.log, result.output, result.errors, try sandbox.musicbus("providers").output,
      ] {
        #expect(!text.contains("hidden-value"))
      }
    }

    @Test("Spotify renews a token that is rejected once")
    func expiredToken() async throws {
      try configureSpotify()
      try await sandbox.upstream.setFaults("401:/v1:1")
      let result = try search("spotify")
      #expect(try result.artists().map(\.name) == ["Daft Punk"], "\(result)")
      #expect(try await count("/api/token") == 2)
    }

    @Test("Spotify fails if its second token is rejected, too")
    func rejectedTwice() async throws {
      try configureSpotify()
      try await sandbox.upstream.setFaults("401:/v1")
      let result = try search("spotify")
      #expect(try result.outcome(of: "spotify") == .failed, "\(result)")
      #expect(result.errors.contains("rejected the API key"), "\(result)")
      #expect(try await count("/v1/search") == 2)
    }

    @Test("no request is sent to a source before its Retry-After has passed")
    func rateLimited() async throws {
      try configureSpotify()
      try await sandbox.upstream.setFaults("429=60:/v1")
      let first = try search("spotify")
      #expect(try first.outcome(of: "spotify") == .rateLimited, "\(first)")
      let report = try #require(try first.sources().first { $0.provider.rawValue == "spotify" })
      #expect(report.error?.retryAfterMs.map { (50_000...60_000).contains($0) } == true)
      try await sandbox.upstream.setFaults()
      #expect(try search("spotify", "Pink Floyd").outcome(of: "spotify") == .rateLimited)
      #expect(try await count("/v1/search") == 1)
    }

    @Test("no request is sent to MusicBrainz before the Retry-After of a 503 has passed")
    func coolDown() async throws {
      try awaitState("musicbrainz")
      try await sandbox.upstream.setFaults("503=60:/ws/2")
      let first = try search("musicbrainz")
      #expect(try first.outcome(of: "musicbrainz") == .rateLimited, "\(first)")
      let report = try #require(try first.sources().first { $0.provider.rawValue == "musicbrainz" })
      #expect(report.error?.retryAfterMs.map { (50_000...60_000).contains($0) } == true)
      try await sandbox.upstream.setFaults()
      let requests = try await count("/ws/2/artist")
      #expect(try search("musicbrainz", "Pink Floyd").outcome(of: "musicbrainz") == .rateLimited)
      #expect(try await count("/ws/2/artist") == requests)
    }

    @Test("MusicBrainz gets one request per second, however many calls there are")
    func pace() async throws {
      try awaitState("musicbrainz")
      let path = "providers.musicbrainz.requestFactor"
      #expect(try sandbox.musicbus("config", "set", path, "1", "--json").status == 0)
      #expect(try sandbox.musicbus("provider", "reload", "musicbrainz").status == 0)
      try awaitState("musicbrainz")
      try await sandbox.upstream.clearRequests()
      // The source refuses more than it may get.
      try await sandbox.upstream.setRates("3/2:/ws/2:503")
      for name in ["Daft Punk", "Pink Floyd", "Queen", "U2", "Adele"] {
        #expect(try search("musicbrainz", name).outcome(of: "musicbrainz") == .ok)
      }
      #expect(try await count("/ws/2/artist") == 5)
    }

    @Test("each of several artists within a second has a biography of Wikipedia")
    func biographies() async throws {
      try awaitState("wikipedia")
      for name in ["Weezer", "Adele", "Arctic_Monkeys", "AC/DC", "Sigur_R%C3%B3s"] {
        let url = "https://en.m.wikipedia.org/wiki/\(name)"
        let found = try sandbox.musicbus("artist", url, "--json", "--wait", "15s")
        let artist = try #require(try found.artists().first, "\(found)")
        #expect(artist.biography?.isEmpty == false, "\(found)")
        #expect(artist.links["wikipedia"] != nil)
      }
    }

    @Test("Deezer gets 50 requests in 5 seconds, however many calls there are")
    func budget() async throws {
      try awaitState("deezer")
      try await sandbox.upstream.clearRequests()
      // The source refuses more than it may get.
      try await sandbox.upstream.setRates("50/5:/search/artist")
      let client = try BusClient(
        HubLocator(
          paths: HubPaths(environment: sandbox.environment),
          environment: sandbox.environment,
          start: .never,
          client: PeerDescription(name: "test", version: "1")
        )
      )
      for batch in 0..<3 {
        let calls = (0..<20).map { number in
          Call.search(.artist, "Queen \(batch) \(number)").with { parameters in
            parameters.waitMs = 30_000
            parameters.providers = ProviderID(rawValue: "deezer").map { [$0] }
          }
        }
        for result in try client.replies(to: calls, timeout: .seconds(30)) {
          let outcomes = try result.get().done.sources?.map(\.outcome) ?? []
          #expect(outcomes == [.ok] || outcomes == [.empty], "\(outcomes)")
        }
      }
      #expect(try await count("/search/artist") == 60)
    }

    @Test("Spotify without credentials can be reloaded: its state names the missing settings")
    func reloadUnconfigured() throws {
      try awaitState("spotify", .unconfigured)
      let reloaded = try sandbox.musicbus("provider", "reload", "spotify")
      #expect(reloaded.status == 0, "\(reloaded)")
      _ = try sandbox.awaitProvider("spotify") {
        $0.lastError?.hasPrefix("needs configuration: clientID and clientSecret.") == true
      }
    }

    @Test("a request is repeated after the Retry-After of a server error")
    func unavailable() async throws {
      try awaitState("deezer")
      try await sandbox.upstream.setFaults("503=1:/search/artist:1")
      let result = try search("deezer")
      #expect(try result.artists().map(\.name) == ["Daft Punk"], "\(result)")
      #expect(try await count("/search/artist") == 2)
    }

    @Test("an exceeded quota with status 200 is a rate limit")
    func quota() async throws {
      try awaitState("deezer")
      try await sandbox.upstream.setFaults("quota:/search/artist")
      let result = try search("deezer")
      #expect(try result.outcome(of: "deezer") == .rateLimited, "\(result)")
      #expect(result.errors.contains("Quota limit exceeded"), "\(result)")
    }

    @Test("Deezer has charts by genre")
    func genre() async throws {
      try awaitState("deezer")
      let all = try sandbox.musicbus("top", "songs", "--provider", "deezer", "--json")
      let some = try sandbox.musicbus(
        "top",
        "songs",
        "--genre",
        "Electronic",
        "--provider",
        "deezer",
        "--json"
      )
      #expect(some.status == 0, "\(some)")
      let (every, few) = try (all.songs().count, some.songs().count)
      #expect(few > 0 && few < every, "\(few) of \(every)")
    }

    @Test("covers are fetched through the redirects of their archive, and a missing one is normal")
    func covers() async throws {
      try awaitState("musicbrainz")
      let found = try sandbox.musicbus(
        "search",
        "albums",
        "Discovery",
        "--provider",
        "musicbrainz",
        "--json"
      )
      let album = try #require(try found.albums().first { $0.artist?.name == "Daft Punk" })
      func details() throws -> RunResult {
        try sandbox.musicbus(
          "album",
          "\(album.id)",
          "--provider",
          "musicbrainz",
          "--json",
          "--refresh"
        )
      }
      try await sandbox.upstream.setFaults("404:/release-group/")
      let bare = try details()
      #expect(bare.status == 0, "\(bare)")
      #expect(try bare.albums().first?.artwork == [])
      #expect(try bare.outcome(of: "musicbrainz") == .ok)
      try await sandbox.upstream.setFaults()
      let whole = try details()
      #expect(whole.status == 0, "\(whole)")
      #expect(try whole.albums().first?.artwork.isEmpty == false, "\(whole)")
      for path in ["/release-group/", "/download/", "/items/"] {
        #expect(try await count(path) > 0, "\(path)")
      }
    }
  }
}
