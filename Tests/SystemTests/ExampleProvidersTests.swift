import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  /// Providers in other languages, served by a real hub beside those in Swift.
  @Suite(
    "The example providers",
    .enabled(
      if: Program.pythonHas("zmq") && Program.perlHas("ZMQ::FFI") && CExample.canBeBuilt,
      "needs python3-zmq, libzmq-ffi-perl, make, cc and libjansson-dev"
    ),
    .timeLimit(.minutes(2))
  )
  struct ExampleProvidersTests {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      let directory = "\(sandbox.home.path)/providers"
      for name in ["PythonCore", "PythonFull", "C", "Perl"] {
        try FileManager.default.createDirectory(
          atPath: directory,
          withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
          atPath: PackageRoot.path("Plugins/Examples/\(name)"),
          toPath: "\(directory)/\(name)"
        )
      }
      try CExample.build(into: "\(directory)/C")
      try sandbox.startHub()
    }

    @Test("are discovered among the user's providers, each at its level")
    func found() throws {
      let lines = try sandbox.musicbus("providers", "--json").lines
      let levels = ["shelf": "core", "store": "full", "crate": "core", "shanty": "core"]
      for (id, level) in levels {
        let line = try #require(lines.first { $0.contains("\"id\":\"\(id)\"") })
        #expect(line.contains("\"level\":\"\(level)\""))
        #expect(line.contains("\"state\":\"ready\""))
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

    @Test("serve the client of the protocol's README")
    func client() throws {
      let programs = try PackageRoot.text("Protocol/README.md").split(separator: "```python\n")
      let client = try #require(programs.last?.split(separator: "```").first)
      let path = "\(sandbox.home.path)/finder.py"
      try String(client).write(toFile: path, atomically: true, encoding: .utf8)
      let found = try Program("/usr/bin/env").run([
        "MUSICBUS_HOME=\(sandbox.home.path)", Program.python.path, path, "nina", "simone",
      ])
      #expect(found.status == 0, "\(found)")
      #expect(found.output.contains("\tNina Simone\n"), "\(found)")
    }

    @Test("serve details of the entities they returned")
    func albums() throws {
      let found = try sandbox.musicbus("search", "albums", "blue", "--provider", "crate", "--json")
      let album = try #require(try found.albums().first { $0.title == "Blue Train" }, "\(found)")
      let shown = try sandbox.musicbus("album", "\(album.id)", "--json")
      #expect(try shown.albums().first?.artist?.name == "John Coltrane", "\(shown)")
      let songs = try sandbox.musicbus("songs", "shanty:album:1", "--json")
      #expect(try songs.songs().map(\.title) == ["Wellerman", "Leave Her, Johnny"], "\(songs)")
    }
  }
}
