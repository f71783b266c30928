/// The files of a Swift provider, for `musicbus provider new`.
///
/// They equal those in `Plugins/Template` and `Tests/ExampleTests`, which are built and tested.
enum SwiftTemplate {
  /// Returns the files; `package` is the path of a MusicBus checkout.
  static func files(package: String) -> [ProviderTemplate.File] {
    [
      .init(path: "Package.swift", text: manifest.replacing("CHECKOUT", with: package)),
      .init(path: "Sources/Example/Example.swift", text: source),
      .init(path: "Tests/ExampleTests/ExampleTests.swift", text: tests),
      .init(path: "provider.json", text: provider),
      .init(path: "README.md", text: readme),
      .init(path: ".gitignore", text: ".build/\n"),
    ]
  }

  private static let manifest = #"""
    // swift-tools-version: 6.2
    import PackageDescription

    let kit: [Target.Dependency] = [.product(name: "ProviderKit", package: "MusicBus")]

    let package = Package(
      name: "Example",
      products: [.executable(name: "musicbus-provider-example", targets: ["Example"])],
      dependencies: [.package(name: "MusicBus", path: "CHECKOUT")],
      targets: [
        .executableTarget(name: "Example", dependencies: kit),
        .testTarget(name: "ExampleTests", dependencies: kit + ["Example"]),
      ]
    )

    """#

  private static let provider = #"""
    {
      "id": "example",
      "executable": ".build/debug/musicbus-provider-example",
      "methods": ["artists.search"],
      "environment": ["MUSICBUS_EXAMPLE_URL"]
    }

    """#

  private static let readme = #"""
    # Example

    A MusicBus provider with artists of iTunes. Replace iTunes by your source.

    | | |
    |---|---|
    | `Sources/Example/Example.swift` | the provider: upstream, descriptor and methods |
    | `Tests/ExampleTests/ExampleTests.swift` | tests with recorded responses |
    | `provider.json` | the manifest for the hub |

    ```sh
    swift build && swift test
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To include the checks that count and block requests, give it a local upstream:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    Install it with `musicbus provider add .`; after a change, restart it with `musicbus provider reload`.

    See `Plugins/Template/README.md` of MusicBus for the tutorial, and `Protocol/README.md` for the protocol.

    """#

  private static let source = #"""
    import BusProtocol
    import MusicModel
    import ProviderKit

    /// Artists of iTunes. Replace iTunes by your source.
    @main
    struct Example: Provider {
      let api: Upstream

      /// `MUSICBUS_EXAMPLE_URL` or the configuration can redirect the provider to a local upstream.
      init(_ configuration: ProviderConfiguration) throws(Failure) {
        api = try configuration.upstream(
          "https://itunes.apple.com",
          environment: "MUSICBUS_EXAMPLE_URL",
          budget: Descriptor.Budget(requests: 20, perMs: 60_000)
        )
      }

      var upstreams: [Upstream] { [api] }

      var descriptor: Descriptor {
        var descriptor = Descriptor(
          "example",
          name: "Example",
          version: "0.1.0",
          attribution: Descriptor.Attribution(text: "Provided courtesy of iTunes")
        )
        // One request and one retry; replies stay fresh for a day.
        descriptor.declare(.searchArtists, cost: [api.name: 2], freshHours: 24)
        descriptor.namespaces = ["itunes:artist"]
        descriptor.addSample(.searchArtists) { $0.text = "Pink Floyd" }
        return descriptor
      }
    }

    // Conform to one protocol per method.
    extension Example: ArtistSearching {
      func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
        let query = [("term", call.text), ("entity", "musicArtist"), ("limit", "\(call.limit)")]
        let response = try await call.fetchJSON(api.request(["search"], query))
        return call.convert(try response.list("results")) { record throws(UnusableRecord) in
          guard let number = record.text("artistId"), let name = record.text("artistName"),
            let id = EntityID(namespace: "itunes", type: "artist", value: number)
          else { throw UnusableRecord("artist without id or name") }
          return Artist(id: id, name: name)
        }
      }
    }

    """#

  private static let tests = #"""
    import BusProtocol
    import MusicModel
    import ProviderKit
    import Testing

    @testable import Example

    @Suite("Example")
    struct ExampleTests {
      @Test("returns artists and skips unusable records")
      func search() async throws {
        let transport = RecordedTransport([
          "/search?term=nina&entity=musicArtist&limit=2": HTTPResponse(
            body: Array(
              """
              {"resultCount": 2, "results": [
                {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
                {"wrapperType": "artist", "artistName": "Unknown"}
              ]}
              """.utf8
            )
          )
        ])
        let call = try StandaloneCall(Example(ProviderConfiguration()), transport: transport)
        var parameters = CallParameters()
        (parameters.text, parameters.limit) = ("nina", 2)
        let outcome = await call.run(.searchArtists, parameters)
        #expect(outcome.failure == nil)
        #expect(outcome.items.map(\.displayName) == ["Nina Simone"])
        #expect(outcome.items.map { "\($0.id)" } == ["itunes:artist:38485"])
        #expect(outcome.skipped == ["artist without id or name": 1])
      }

      @Test("rejects a search without text")
      func emptyText() async throws {
        let transport = RecordedTransport([:])
        let call = try StandaloneCall(Example(ProviderConfiguration()), transport: transport)
        var parameters = CallParameters()
        parameters.text = ""
        let outcome = await call.run(.searchArtists, parameters)
        #expect(outcome.failure?.code == .invalidParams)
      }
    }

    """#
}
