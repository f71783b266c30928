import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  /// Providers in other languages, served by a real hub beside those in Swift.
  @Suite(
    "The example providers",
    .enabled(
      if: Program.pythonHas("zmq") && CExample.canBeBuilt,
      "needs python3-zmq, make, cc and libjansson-dev"
    ),
    .timeLimit(.minutes(10))
  )
  struct ExampleProvidersTests {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      let directory = "\(sandbox.home.path)/providers"
      try CoreExample.write(into: "\(directory)/shelf")
      for name in ["Python", "C"] {
        try FileManager.default.copyItem(
          atPath: PackageRoot.path("Plugins/Examples/\(name)"),
          toPath: "\(directory)/\(name)"
        )
      }
      try CExample.build(into: "\(directory)/C")
      try sandbox.startHub()
      try sandbox.awaitProviders()
    }

    @Test("are discovered among the user's providers, each at its level")
    func found() throws {
      let levels = ["shelf": "core", "store": "full", "crate": "core"]
      for (id, level) in levels {
        let status = try sandbox.awaitProvider(id) { $0.state == .ready }
        #expect(status.level?.rawValue == level)
      }
    }

    @Test("serve searches, alone and together with others")
    func searches() throws {
      let nina = try sandbox.musicbus("search", "artists", "nina", "--provider", "shelf", "--json")
      #expect(try nina.artists().map(\.name) == ["Nina Simone"], "\(nina)")
      let floyd = try sandbox.musicbus(
        "search",
        "artists",
        "Pink Floyd",
        "--provider",
        "store",
        "--provider",
        "itunes-search",
        "--json"
      )
      let artist = try #require(try floyd.artists().first { $0.name == "Pink Floyd" }, "\(floyd)")
      #expect(artist.ids.contains { $0.description == "itunes:artist:487143" })
      #expect(floyd.errors.contains("store"))
    }

    @Test("serve the client in the documents of the protocol")
    func client() throws {
      let programs = try PackageRoot.text("Protocol/client.md").split(separator: "```python\n")
      let client = try #require(programs.last?.split(separator: "```").first)
      let path = "\(sandbox.home.path)/finder.py"
      try String(client).write(toFile: path, atomically: true, encoding: .utf8)
      // It does not wait for a late source, whose results the next call gets.
      try awaitCondition("the results of a source") {
        let found = try Program("/usr/bin/env").run([
          "MUSICBUS_HOME=\(sandbox.home.path)", Program.python.path, path, "nina", "simone",
        ])
        #expect(found.status == 0, "\(found)")
        return found.output.contains("\tNina Simone\n")
      }
    }

    @Test("serve details of the entities they returned")
    func albums() throws {
      let found = try sandbox.musicbus("search", "albums", "blue", "--provider", "crate", "--json")
      let album = try #require(try found.albums().first { $0.title == "Blue Train" }, "\(found)")
      let shown = try sandbox.musicbus("album", "\(album.id)", "--json")
      #expect(try shown.albums().first?.artist?.name == "John Coltrane", "\(shown)")
    }
  }
}
