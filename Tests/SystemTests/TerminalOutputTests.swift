import Foundation
import Glibc
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("What a terminal shows", .timeLimit(.minutes(10)))
  @MainActor
  struct TerminalOutputTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("the sources are one line, wrapped between words; -v shows what they ask for")
    func credits() throws {
      let search = "musicbus search artists 'Pink Floyd' --wait 60s --timeout 60s"
      let shown = try sandbox.terminal(60).run(search)
      #expect(shown.status == 0, "\(shown)")
      let start = try #require(shown.lines.firstIndex { $0.hasPrefix("Sources: ") })
      let credit = shown.lines[start...].joined(separator: " ")
      #expect(
        credit.contains("TheAudioDB, Deezer, iTunes Search, MusicBrainz, Spotify"),
        "\(shown)"
      )
      #expect(shown.lines.count > start + 1 && shown.lines.containsOnly { $0.count <= 60 })
      #expect(!shown.output.contains("Data by"), "\(shown)")
      let full = try sandbox.terminal(200).run("\(search) -v")
      #expect(
        full.lines.contains {
          $0.hasSuffix(": Data by MusicBrainz, covers by the Cover Art Archive")
        },
        "\(full)"
      )
      let providers = try sandbox.musicbus("providers")
      #expect(providers.output.contains("Data by MusicBrainz, covers by"), "\(providers)")
      let json = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json")
      #expect(json.errors.contains("\"attribution\":\"Provided courtesy of iTunes\""), "\(json)")
    }

    @Test("notes count as lines of the screen, so that the head of a table stays in view")
    func countedNotes() throws {
      let variables = "export MUSICBUS_PAGER='sed -n 1p; echo PAGED'"
      let command = "musicbus top -n 5 --wait 60s --timeout 60s"
      // Six lines of the table, and below them those of the notes.
      let whole = try sandbox.terminal(100).run(command)
      let height = whole.lines.count
      #expect(whole.status == 0 && height > 7, "\(whole)")
      let fits = try sandbox.terminal(100, rows: height + 1).run(variables, command)
      #expect(!fits.output.contains("PAGED"), "\(fits)")
      let paged = try sandbox.terminal(100, rows: height).run(variables, command)
      #expect(paged.lines.count == 2 && paged.lines[1] == "PAGED", "\(paged)")
      let apart = try sandbox.terminal(100, rows: height).run(variables, "\(command) 2> /dev/null")
      #expect(apart.output.contains("PAGED"), "\(apart)")
    }

    @Test("less keeps the head of a table in view, if it can", arguments: ["590", "643.1"])
    func header(_ version: String) throws {
      let directory = try TestDirectory()
      let less = "\(directory.path)/less"
      let text = """
        #!/bin/sh
        [ "$1" = --version ] && { echo "less \(version) (GNU regular expressions)"; exit; }
        echo "PAGED $*"; exec sed -n 1p
        """
      try text.write(toFile: less, atomically: true, encoding: .utf8)
      #expect(chmod(less, 0o755) == 0)
      let shown = try sandbox.terminal(100, rows: 10).run(
        "unset PAGER MUSICBUS_PAGER",
        "export PATH=\(directory.path):$PATH",
        "musicbus top"
      )
      let head = try #require(shown.lines.first { $0.hasPrefix("PAGED") })
      #expect(head == (version == "590" ? "PAGED " : "PAGED --header=1"), "\(shown)")
      let help = try sandbox.terminal(100, rows: 10).run(
        "unset PAGER MUSICBUS_PAGER",
        "export PATH=\(directory.path):$PATH",
        "musicbus --help"
      )
      #expect(help.lines.contains("PAGED "), "\(help)")
    }

    @Test("an album has its songs, whose numbers are valid, and one id unless all are wanted")
    func album() throws {
      let sandbox = try Sandbox()
      let shown = try sandbox.terminal(80).run(
        "musicbus album 'Pink Floyd - Animals'",
        "musicbus song 2 --json title"
      )
      #expect(shown.status == 0, "\(shown)")
      for song in ["Pigs on the Wing", "Dogs", "Sheep"] {
        #expect(shown.lines.contains { $0.contains(song) && $0.contains(":") }, "\(shown)")
      }
      #expect(shown.lines.contains("{\"title\":\"Dogs\"}"), "\(shown)")
      #expect(shown.lines.count { $0.contains("mbid:release") } == 1, "\(shown)")
      let all = try sandbox.terminal(80).run("musicbus album 'Pink Floyd - Animals' --ids")
      #expect(all.output.contains("itunes:album:286980992"), "\(all)")
      let plain = try sandbox.musicbus("album", "Pink Floyd - Animals", "--plain")
      #expect(plain.output.contains("Id\titunes:album:286980992"), "scripts get all: \(plain)")
      #expect(!plain.output.contains("Dogs"), "\(plain)")
    }

    @Test("a search of all kinds says how to see more, and recent searches are repeated by number")
    func more() throws {
      let sandbox = try Sandbox()
      let shown = try sandbox.terminal(100).run(
        "musicbus search 'Pink Floyd' --wait 60s --timeout 60s",
        "musicbus search artist Coldplay",
        "musicbus recent",
        "musicbus search 2 -n 1 | head -8",
        "musicbus album 1"
      )
      let more = #/5 of \d+( or more)? albums; all: musicbus search albums "Pink Floyd"/#
      #expect(shown.lines.contains { $0.firstMatch(of: more) != nil }, "\(shown)")
      #expect(shown.lines.contains { $0.hasPrefix("1  Coldplay ") }, "\(shown)")
      let recent = try #require(shown.lines.lastIndex { $0.hasPrefix("2  Pink Floyd ") })
      let rest = shown.lines[recent...]
      #expect(rest.contains { $0.contains("The Dark Side of the Moon") }, "\(shown)")
      #expect(rest.contains { $0.contains("one of searches. Repeat one: musicbus search 1") })
    }

    @Test("new albums say when the hub looked, and a template shows the members of the album")
    func new() throws {
      let sandbox = try Sandbox()
      let none = try sandbox.terminal(100).run("musicbus new")
      #expect(none.output.contains("There are no favourite artists yet."), "\(none)")
      #expect(try sandbox.musicbus("favorites", "add", "Pink Floyd").status == 0)
      let later = try sandbox.terminal(100).run("musicbus new")
      #expect(later.output.contains("1 favourite artist"), "\(later)")
      #expect(later.output.contains("do not count as new"), "\(later)")
      let json = try sandbox.musicbus("new", "--json")
      #expect(json.output.isEmpty && json.errors.isEmpty, "\(json)")
    }

    @Test("two names that differ much are confirmed at the terminal, and shown in the verdict")
    func same() throws {
      let sandbox = try Sandbox()
      let typing = TypingTerminal(environment: sandbox.environment, columns: 200)
      let question = "Are Pink Floyd and Coldplay the same artist? [y/N] "
      let no = try typing.run(["same", "Pink Floyd", "Coldplay"], [.init(after: question, "n\n")])
      #expect(no.missing == nil && no.status == 1, "\(no)")
      #expect(no.output.contains("Nothing was saved."), "\(no)")
      let yes = try typing.run(["same", "Pink Floyd", "Coldplay"], [.init(after: question, "y\n")])
      #expect(yes.missing == nil && yes.status == 0, "\(yes)")
      #expect(yes.output.contains("Saved: Pink Floyd (mbid:artist:"), "\(yes)")
      let undone = try typing.run(["undo"], [.init(after: "Reverted: Pink Floyd (", "")])
      #expect(undone.missing == nil && undone.status == 0, "\(undone)")
      let alike = try typing.run(
        ["same", "Pink Floyd", "The Pink Floyd Tribute Ensemble"],
        [.init(after: "Saved: ", "")]
      )
      #expect(alike.missing == nil && !alike.output.contains("[y/N]"), "\(alike)")
      let script = try sandbox.musicbus("different", "Pink Floyd", "Coldplay", "--plain")
      #expect(script.output.hasPrefix("different\tmbid:artist:"), "\(script)")
    }

    @Test(
      "words that people type are understood",
      arguments: [
        ["favourites"], ["favourite", "list"], ["favorites", "--of", "albums"],
        ["search", "artist", "Coldplay"], ["search", "song", "Yellow"],
        ["top", "album", "-n", "1"],
        ["top", "Songs", "-n", "1"], ["albums", "Pink Floyd", "--kind", "albums", "-n", "1"],
        ["new", "--kind", "singles,EPs"],
      ]
    )
    func words(_ arguments: [String]) throws {
      let result = try RunResult.of(
        "musicbus",
        Sandbox.patient(arguments),
        environment: sandbox.environment
      )
      #expect(result.status == 0, "\(result)")
    }

    @Test("a watch with a time limit ends by itself")
    func watch() throws {
      let result = try sandbox.musicbus("hub", "watch", "--timeout", "300ms")
      #expect(result.status == 0 && result.output.contains("hub: "), "\(result)")
    }

    @Test(
      "the demo can be read in a pipe: notes stand below their results, in lines of 100 columns"
    )
    func demo() throws {
      let shown = try sandbox.terminal(100).run("musicbus demo | head -40")
      #expect(shown.lines.count > 30, "\(shown)")
      // Ids and links are never wrapped.
      #expect(shown.lines.containsOnly { $0.count <= 100 || $0.contains(":") }, "\(shown)")
      let search = try #require(shown.lines.firstIndex { $0.hasPrefix("$ musicbus search") })
      let rest = Array(shown.lines[search...])
      let table = try #require(rest.firstIndex { $0.hasPrefix("The Pink Floyd Tribute") })
      let note = try #require(rest.firstIndex { $0.hasPrefix("Sources: ") })
      #expect(note > table && !shown.output.contains("musicbus:"), "\(shown)")
    }

    @Test("without a network, one line says so, and the library has what was seen")
    func noNetwork() throws {
      let sandbox = try Sandbox()
      let first = try sandbox.musicbus("search", "artists", "Pink Floyd", "--wait", "60s")
      #expect(first.status == 0, "\(first)")
      #expect(sandbox.stopHub() == .exited(0))
      // Names that never have an address.
      var variables: Environment = [:]
      for (index, name) in SampleUpstream.variables.enumerated() {
        variables[name] = "http://source\(index).invalid"
      }
      try sandbox.startHub(adding: variables)
      try sandbox.awaitProviders()
      let shown = try sandbox.terminal(100).run(
        "musicbus search artists pink",
        "musicbus search pink",
        "musicbus artist 'Pink Floyd'",
        "musicbus search artists nobodyknowsit"
      )
      let line = "No internet connection: showing what the library has."
      #expect(shown.lines.count { $0 == line } == 4, "\(shown)")
      #expect(shown.lines.count { $0.contains("Pink Floyd  ") } >= 2, "\(shown)")
      for text in ["unknown host", "ircuit", "Could not reach", "again later"] {
        #expect(!shown.output.contains(text), "\(shown)")
      }
      let json = try sandbox.musicbus("search", "artists", "pinks", "--json")
      #expect(json.errors.contains("unknown host"), "scripts get the reasons: \(json)")
    }
  }
}
