import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Favourites on the command line", .timeLimit(.minutes(10)))
  struct FavoritesCommandTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func favorites(_ arguments: String...) throws -> RunResult {
      try RunResult.of("musicbus", ["favorites"] + arguments, environment: sandbox.environment)
    }

    @Test("an artist is added by name, shown, marked ♥ in lists, removed, and restored")
    func wholeWay() throws {
      let added = try favorites("add", "Pink Floyd", "--wait", "9s")
      #expect(added.status == 0 && added.output.hasPrefix("Added: Pink Floyd"), "\(added)")
      let again = try favorites("add", "Pink Floyd")
      #expect(again.status == 0 && again.output.hasPrefix("Already a favourite"), "\(again)")
      let found = try sandbox.musicbus("search", "artists", "Pink Floyd")
      #expect(found.output.contains("Pink Floyd ♥"), "\(found)")
      let json = try favorites("--json").artists()
      #expect(json.count == 1 && json.first?.biography == nil)
      #expect(json.first?.extra["fav"]?.text?.count == 26)
      let shown = try favorites("show", "Pink Floyd", "--json").artists()
      #expect(shown.first?.biography != nil)
      #expect(try favorites("note", "Pink Floyd", "on vinyl").status == 0)
      #expect(try favorites("list").output.contains("on vinyl"))
      #expect(try favorites("remove", "Pink Floyd").output.hasPrefix("Removed: Pink Floyd"))
      let absent = try favorites("remove", "itunes:artist:487143")
      #expect(absent.status == 1 && absent.errors.contains("is not a favourite."), "\(absent)")
      #expect(try favorites().errors.contains("No favourites yet. Add one"))
      #expect(try favorites("undo").output.contains("was removed"))
      let filtered = try favorites("--text", "zzz")
      #expect(filtered.errors.contains("No favourites match."), "\(filtered)")
      #expect(!filtered.errors.contains("Add one"))
      #expect(try favorites("--plain").lines.count == 2)
    }

    @Test("each name is handled, whatever becomes of the others")
    func eachName() throws {
      let added = try favorites("add", "Pink Floyd", "Nosuchartist", "Radiohead", "--of", "artist")
      #expect(added.status == 1, "\(added)")
      #expect(added.output.contains("Added: Pink Floyd"), "\(added)")
      #expect(added.output.contains("Added: Radiohead"), "\(added)")
      #expect(added.errors.contains("Nosuchartist"), "\(added)")
      let removed = try favorites("remove", "Nope", "Radiohead")
      #expect(removed.status == 1 && removed.output.contains("Removed: Radiohead"), "\(removed)")
      #expect(try favorites("--json").artists().map(\.name) == ["Pink Floyd"])
    }

    @Test("adding succeeds although another source is slow")
    func slowSource() async throws {
      try await sandbox.upstream.setFaults("hang:/api/v1")
      let added = try favorites("add", "itunes:artist:487143", "--wait", "300ms")
      #expect(added.status == 0 && added.output.hasPrefix("Added: Pink Floyd"), "\(added)")
      #expect(!added.errors.contains("audiodb"), "\(added)")
    }

    @Test("undoing without a change says so")
    func nothingToUndo() throws {
      let undo = try favorites("undo")
      #expect(undo.status == 1 && undo.errors.contains("There is nothing to undo."), "\(undo)")
    }

    @Test("they survive a restart, and are shown completely without providers")
    func offline() throws {
      #expect(try favorites("add", "itunes:artist:487143", "--wait", "9s").status == 0)
      let before = try favorites("show", "Pink Floyd", "--json")
      #expect(sandbox.stopHub() == .exited(0))
      let hub = try CrashHub()
      let process = try hub.start(["--favorites", "\(sandbox.home.path)/favorites/Favorites.jsonl"])
      let after = try RunResult.of(
        "musicbus",
        ["favorites", "show", "Pink Floyd", "--json", "--no-autostart"],
        environment: hub.environment
      )
      #expect(after.status == 0 && after.output == before.output, "\(after)")
      process.signal(15)
      #expect(process.waitForExit(.after(.seconds(60))) == .exited(0))
    }

    @Test("they are exported as JSON, JSON Lines and CSV, and imported unchanged")
    func exchange() throws {
      #expect(try favorites("add", "Pink Floyd", "--wait", "9s").status == 0)
      #expect(try favorites("note", "Pink Floyd", "\"big\", as ever").status == 0)
      for format in ["json", "jsonl", "csv"] {
        let file = "\(sandbox.home.path)/favorites.\(format)"
        #expect(try favorites("export", "-o", file).status == 0)
        let known = try favorites("import", file)
        #expect(known.status == 0 && known.errors.contains("1 unchanged"), "\(known)")
        #expect(try favorites("remove", "Pink Floyd").status == 0)
        let result = try favorites("import", file)
        #expect(result.status == 0 && result.errors.contains("1 added"), "\(result)")
        #expect(try favorites().output.contains("as ever"))
      }
      try Data("kind,name\nartist,Unknown\n".utf8).write(
        to: URL(filePath: "\(sandbox.home.path)/broken.csv")
      )
      let broken = try favorites("import", "\(sandbox.home.path)/broken.csv")
      #expect(broken.status == 1 && broken.errors.contains("no column for the artist"), "\(broken)")
    }

    @Test("a table changes nothing where it came from")
    func sameTable() throws {
      let home = sandbox.home.path
      let rows = [
        #"{"note":"Montreux\r\n\r\n1976","entity":{"kind":"artist","id":"x:artist:1","#
          + #""ids":["x:artist:1"],"name":"Nina Simone","bornYear":1933}}"#,
        #"{"kind":"artist","id":"x:artist:2","ids":["x:artist:2"],"name":"Yes","formedYear":1968}"#,
      ]
      try Data((rows.joined(separator: "\n") + "\n").utf8).write(
        to: URL(filePath: "\(home)/own.jsonl")
      )
      #expect(try favorites("import", "\(home)/own.jsonl").errors.contains("2 added"))
      #expect(try favorites("export", "-o", "\(home)/own.csv").status == 0)
      let again = try favorites("import", "\(home)/own.csv")
      #expect(again.errors.contains("2 unchanged") && !again.errors.contains("updated"), "\(again)")
    }

    @Test("an archive of an export or of a list is imported, and a name in it is no option")
    func archives() throws {
      #expect(try favorites("add", "Pink Floyd", "--wait", "9s").status == 0)
      let home = sandbox.home.path
      #expect(try favorites("export", "-o", "\(home)/own.json").status == 0)
      let option = "--use-compress-program=touch \(home)/planted.csv"
      let script = """
        import sys, zipfile
        home, option = sys.argv[1:]
        with zipfile.ZipFile(f"{home}/own.zip", "w") as file:
            file.write(f"{home}/own.json", "Favourites/own.json")
        with zipfile.ZipFile(f"{home}/list.zip", "w") as file:
            file.writestr(option, "Title,Artist\\nSpeak to Me,Pink Floyd\\n")
            file.writestr("list.txt", "Pink Floyd - Time\\n")
        """
      let made = try RunResult.of(
        Launch("/usr/bin/python3", ["-c", script, home, option], environment: [:])
      )
      #expect(made.status == 0, "\(made)")
      let own = try favorites("import", "\(home)/own.zip")
      #expect(own.status == 0 && own.errors.contains("1 unchanged"), "\(own)")
      let list = try favorites("import", "\(home)/list.zip", "--plain")
      #expect(list.output.contains("Matched\t1\n"), "\(list)")
      #expect(!FileManager.default.fileExists(atPath: "\(home)/planted.csv"))
      let text = try String(contentsOfFile: "\(home)/own.json", encoding: .utf8)
      let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      try Data([0xFF, 0xFE] + utf16).write(to: URL(filePath: "\(home)/utf16.json"))
      let decoded = try favorites("import", "\(home)/utf16.json")
      #expect(decoded.status == 0 && decoded.errors.contains("1 unchanged"), "\(decoded)")
    }

    @Test(
      "a list of names is looked up, a doubt is decided once, and the import is undone as a whole"
    )
    func list() throws {
      let file = "\(sandbox.home.path)/list.txt"
      try Data("Pink Floyd - Time\nNirvana\nNobody Atall - Nothing Here\n".utf8)
        .write(to: URL(filePath: file))
      let first = try favorites("import", file, "--plain")
      #expect(first.status == 0, "\(first)")
      #expect(first.output.contains("Matched\t1\nDoubtful\t1\nNot found\t1\n"), "\(first)")
      let choices = try favorites("review", "--plain").output.split(separator: "\n")
      #expect(
        choices.count >= 2 && choices.allSatisfy { $0.hasPrefix("2\tNirvana\t") },
        "\(choices)"
      )
      #expect(try favorites("review", "2", "1").status == 0)
      #expect(try favorites("review", "2", "1").status == 1)
      let again = try favorites("import", file, "--plain")
      #expect(again.output.contains("Unchanged\t2") && !again.output.contains("Added"), "\(again)")
      // The answer was the last change.
      #expect(try favorites("undo").output.contains("Nirvana"))
      #expect(try favorites("undo").output.contains("Time"))
      #expect(try favorites("--json").output.isEmpty)
    }

    @Test("an import waits for a source that refuses for a while, and need not be repeated")
    func refusing() async throws {
      let file = "\(sandbox.home.path)/list.txt"
      try Data("Pink Floyd - Time\n".utf8).write(to: URL(filePath: file))
      try await sandbox.upstream.setFaults("503=1:/ws/2/recording:5")
      let imported = try favorites("import", file, "--plain", "--provider", "musicbrainz")
      #expect(imported.status == 0, "\(imported)")
      #expect(imported.output.contains("Matched\t1\n"), "\(imported)")
      #expect(!imported.output.contains("Not looked up"), "\(imported)")
      let requests = try await sandbox.upstream.requests()
      #expect(requests.count { $0.contains("/ws/2/recording") } == 6, "\(requests)")
    }

    @Test("a doubtful row is shown before the question about it")
    func review() throws {
      let file = "\(sandbox.home.path)/list.txt"
      try Data("Nirvana\n".utf8).write(to: URL(filePath: file))
      let imported = try favorites("import", file, "--plain")
      #expect(imported.output.contains("Doubtful\t1"), "\(imported)")
      let terminal = TypingTerminal(environment: sandbox.environment)
      let result = try terminal.run(
        ["favorites", "review"],
        [.init(after: "Which one?", "q\n")]
      )
      #expect(result.status == 0 && result.missing == nil, "\(result)")
      let row = try #require(result.output.firstRange(of: "1. Nirvana"), "\(result)")
      let question = try #require(result.output.firstRange(of: "Which one?"))
      #expect(row.upperBound <= question.lowerBound, "\(result)")
    }

    @Test("a favourite is found by its name without asking a source")
    func known() async throws {
      let rows = """
        {"kind": "artist", "id": "shelf:artist:1", "name": "Nobody Else"}
        {"kind": "album", "id": "shelf:album:1", "title": "Nobody Else"}
        """
      let file = "\(sandbox.home.path)/rows.jsonl"
      try Data(rows.utf8).write(to: URL(filePath: file))
      #expect(try favorites("import", file).status == 0)
      try await sandbox.upstream.clearRequests()
      let added = try favorites("add", "nobody else", "--of", "artist")
      #expect(added.status == 0 && added.output.contains("shelf:artist:1"), "\(added)")
      #expect(try favorites("toggle", "Nobody Else", "--of", "album").status == 0)
      #expect(try favorites("--json").artists().map(\.name) == ["Nobody Else"])
      #expect(try await sandbox.upstream.requests().isEmpty)
    }

    @Test(
      "a name selects the only favourite with it, or lists the candidates"
    )
    func names() throws {
      let rows = """
        {"kind": "album", "id": "shelf:album:1", "title": "Blue"}
        {"kind": "album", "id": "shelf:album:2", "title": "Blue"}
        {"kind": "album", "id": "shelf:album:3", "title": "Bluer"}
        """
      let file = "\(sandbox.home.path)/rows.jsonl"
      try Data(rows.utf8).write(to: URL(filePath: file))
      #expect(try favorites("import", file).status == 0)
      let several = try favorites("remove", "Blue")
      #expect(several.status == 1 && several.errors.contains("shelf:album:2"), "\(several)")
      let absent = try favorites("remove", "Blu", "Red")
      #expect(absent.status == 1 && absent.errors.contains("Bluer"), "\(absent)")
      #expect(absent.output.isEmpty && absent.errors.contains("\"Red\" is not a favourite."))
      let none = try favorites("show", "Red")
      #expect(none.status == 1 && none.errors.contains("No favourite matches"), "\(none)")
      #expect(try favorites("move", "Bluer", "before", "shelf:album:2").status == 0)
      #expect(try favorites("--json").albums().map(\.title) == ["Blue", "Bluer", "Blue"])
      let all = try favorites("--all", "--json", "--sort", "name").albums()
      #expect(all.map(\.title) == ["Blue", "Blue", "Bluer"])
      #expect(try favorites("move", "Bluer", "after").status == 64)
      #expect(try favorites("move", "Bluer", "1").status == 0)
      #expect(try favorites("--json").albums().map(\.title) == ["Bluer", "Blue", "Blue"])
      #expect(try favorites("move", "Bluer", "2").status == 0)
      let check = try favorites("check")
      #expect(check.status == 0 && check.output.contains("3 favourites"), "\(check)")
      #expect(try favorites("compact").errors.contains("lines"))
    }
  }
}
