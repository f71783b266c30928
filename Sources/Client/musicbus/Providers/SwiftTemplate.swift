/// The Swift template of `musicbus provider new`. A test compares it with `Plugins/Template` and
/// `Tests/ExampleTests`, where it is built and tested.
enum SwiftTemplate {
  /// All files, for ProviderKit in the MusicBus checkout `package`.
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

    A provider of MusicBus: artists as iTunes tells them, until you put your source in the place of iTunes.

    | | |
    |---|---|
    | `Sources/Example/Example.swift` | the provider: where its source is, what it says of itself, its methods |
    | `Tests/ExampleTests/ExampleTests.swift` | what it makes of recorded answers |
    | `provider.json` | tells a hub where it is |

    ```sh
    swift build && swift test
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To have every request counted and held in certification, give it a source on this machine:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    `musicbus provider add .` has the hub serve it, at once and for good; when you have changed it, `musicbus provider reload` starts it
    anew.

    The tutorial is `Plugins/Template/README.md` of MusicBus, the protocol `Protocol/README.md`.

    """#

  private static let source = #"""
    import BusProtocol
    import MusicModel
    import ProviderKit

    /// Example: artists as iTunes tells them. Put your source in the place of iTunes.
    @main
    struct Example: Provider {
      let source: Upstream

      /// `MUSICBUS_EXAMPLE_URL` and the configuration can put the source somewhere else: to loopback,
      /// where its requests are counted.
      init(_ configuration: Configuration) throws(Failure) {
        source = try configuration.upstream(
          "https://itunes.apple.com",
          environment: "MUSICBUS_EXAMPLE_URL",
          budget: Descriptor.Budget(requests: 20, perMs: 60_000)
        )
      }

      var upstreams: [Upstream] { [source] }

      var descriptor: Descriptor {
        var descriptor = Descriptor(
          "example",
          name: "Example",
          version: "0.1.0",
          attribution: Descriptor.Attribution(text: "Provided courtesy of iTunes")
        )
        // One request, and one more for when it fails; an answer is good for a day.
        descriptor.serve(.searchArtists, cost: [source.name: 2], freshFor: 24)
        descriptor.namespaces = ["itunes:artist"]
        descriptor.sample(.searchArtists) { $0.text = "Pink Floyd" }
        return descriptor
      }
    }

    // One protocol for each method; by it the method is served.
    extension Example: ArtistSearching {
      func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
        let query = [("term", call.text), ("entity", "musicArtist"), ("limit", "\(call.limit)")]
        let answer = try await call.record(source.request(["search"], query))
        let records = try answer.list("results")
        return call.keep(records) { record throws(Unusable) in
          guard let number = record.text("artistId"), let name = record.text("artistName"),
            let id = EntityID(namespace: "itunes", type: "artist", value: number)
          else { throw Unusable("no id or no name") }
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
      @Test("tells artists by their names and leaves out what cannot be used")
      func searches() async throws {
        let source = RecordedSource([
          "/search?term=nina&entity=musicArtist&limit=2": HTTPResponse(
            body: Array(
              """
              {"resultCount": 2, "results": [
                {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
                {"wrapperType": "artist", "artistName": "Nobody"}
              ]}
              """.utf8
            )
          )
        ])
        let trial = try Trial(Example(Configuration()), transport: source)
        var parameters = CallParameters()
        (parameters.text, parameters.limit) = ("nina", 2)
        let outcome = await trial.run(.searchArtists, parameters)
        #expect(outcome.failure == nil)
        #expect(outcome.items.map(\.displayName) == ["Nina Simone"])
        #expect(outcome.items.map { "\($0.id)" } == ["itunes:artist:38485"])
        #expect(outcome.skipped.values.reduce(0, +) == 1)
      }

      @Test("says what is wrong where the source fails")
      func fails() async throws {
        let trial = try Trial(Example(Configuration()), transport: RecordedSource([:]))
        var parameters = CallParameters()
        parameters.text = ""
        let outcome = await trial.run(.searchArtists, parameters)
        #expect(outcome.failure?.code == .invalidParams)
      }
    }

    """#
}
