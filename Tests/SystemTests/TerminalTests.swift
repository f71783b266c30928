import Foundation
import Glibc
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("At a terminal", .timeLimit(.minutes(10)))
  @MainActor
  struct TerminalTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("lists leave title, artist and date their space", arguments: [60, 80, 120])
    func music(_ columns: Int) throws {
      let shown = try sandbox.terminal(columns).run(
        "musicbus top --limit 10",
        "musicbus albums 'Pink Floyd' --limit 5",
        "musicbus search artists 'Pink Floyd'"
      )
      #expect(shown.status == 0, "\(shown)")
      let first = try #require(shown.lines.first { $0.hasPrefix(" 1  ") })
      for text in ["The Dark Side of the Moon", "Pink Floyd", "1973"] {
        #expect(first.contains(text), "\(shown)")
      }
      #expect(shown.lines.contains { $0.contains("The Piper at the Gates of Dawn  ") }, "\(shown)")
      #expect(shown.lines.contains { $0.contains("The Pink Floyd Tribute Ensemble") }, "\(shown)")
      let tables = shown.lines.filter { $0.first?.isNumber == true || $0.hasPrefix(" ") }
      #expect(tables.containsOnly { $0.count <= columns }, "\(shown)")
    }

    @Test("a tiny terminal gets lines of twenty columns", arguments: [1, 10])
    func tiny(_ columns: Int) throws {
      let shown = try sandbox.terminal(columns).run("musicbus top --limit 5 2> /dev/null")
      #expect(shown.lines.count == 6 && shown.lines.containsOnly { $0.count <= 20 }, "\(shown)")
    }

    @Test("the number of a row is valid until another list is shown", arguments: [60, 80, 120])
    func numbers(_ columns: Int) throws {
      let sandbox = try Sandbox()
      let shown = try sandbox.terminal(columns).run(
        "musicbus top --limit 5",
        "musicbus album 3 | cat",
        "musicbus favorites add 1 3",
        "musicbus artist 1",
        "musicbus favorites",
        "musicbus favorites remove 2"
      )
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.lines.contains("Please Please Me"), "\(shown)")
      #expect(shown.output.contains("Added: The Dark Side of the Moon"), "\(shown)")
      #expect(shown.lines.contains("Pink Floyd"), "\(shown)")
      #expect(shown.output.contains("Removed: Please Please Me"), "\(shown)")
    }

    @Test("a number without a row, without a list, or of the wrong kind is an error")
    func wrongNumbers() throws {
      let sandbox = try Sandbox()
      let none = try sandbox.terminal(80).run("musicbus album 3")
      #expect(none.status == 1)
      #expect(none.output.contains("no list was shown in this terminal"), "\(none)")
      let shown = try sandbox.terminal(80).run(
        "musicbus search artists 'Pink Floyd'",
        "musicbus artist 44",
        "musicbus album 1"
      )
      #expect(shown.status == 64, "\(shown)")
      #expect(shown.output.contains("has no row 44; it has 1 to 3."), "\(shown)")
      #expect(shown.output.contains("Row 1 is an artist, \"Pink Floyd\""), "\(shown)")
    }

    @Test("candidates of an ambiguous name are numbered")
    func candidates() throws {
      let shown = try sandbox.terminal(60).run("musicbus song Money", "musicbus song 2 --json")
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.output.contains("Use one of these numbers."), "\(shown)")
      #expect(shown.output.contains("\"title\":\"Money\""), "\(shown)")
    }

    @Test("without a command, everything useful now is shown, also without a network")
    func overview() async throws {
      let sandbox = try Sandbox()
      // The overview does not wait for a late source.
      let top = try sandbox.musicbus("top", "--wait", "60s", "--timeout", "60s")
      #expect(top.status == 0, "\(top)")
      let online = try sandbox.terminal(80).run("musicbus", "musicbus album 1 | head -1")
      #expect(online.status == 0, "\(online)")
      for text in ["Top albums", "Favourites", "Recent searches", "Next: musicbus search"] {
        #expect(online.output.contains(text), "\(online)")
      }
      #expect(online.lines.contains("The Dark Side of the Moon"), "\(online)")
      try await sandbox.upstream.setFaults("hang:/")
      let offline = try sandbox.terminal(80).run("musicbus --country de")
      #expect(offline.status == 0, "\(offline)")
      #expect(offline.output.contains("Not available at the moment"), "\(offline)")
    }

    @Test("a text without a command, or without a kind, is searched in all kinds")
    func searchAll() throws {
      let sandbox = try Sandbox()
      let shown = try sandbox.terminal(80).run(
        "musicbus 'Pink Floyd'",
        "musicbus artist 1 | head -1"
      )
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.output.contains("Albums"), "\(shown)")
      #expect(shown.lines.contains { $0.contains("The Dark Side of the Moon") }, "\(shown)")
      #expect(shown.lines.contains { $0.contains("Speak to Me") }, "\(shown)")
      #expect(shown.lines.contains("Pink Floyd"), "\(shown)")
      let json = try sandbox.musicbus("search", "Pink Floyd", "--json")
      #expect(try json.entities().first?.kind == .artist)
      #expect(json.output.contains("\"biography\":"), "\(json)")
      let recent = try sandbox.musicbus("recent", "--plain")
      #expect(recent.lines.count == 2, "one search is one entry: \(recent)")
      let biographies = try sandbox.musicbus("search", "artists", "Coldplay", "--bio")
      #expect(biographies.status == 0, "\(biographies)")
      #expect(try sandbox.musicbus("search", "songs", "Yellow", "--json").status == 0)
      let texts = try sandbox.musicbus("recent", "--plain").lines.dropFirst()
      #expect(
        texts.map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }
          == ["Yellow songs", "Coldplay artists", "Pink Floyd all"],
        "with --json and --bio as without"
      )
      // A row of the searches stands for its kind, too.
      let repeated = try sandbox.terminal(80).run(
        "musicbus recent --offset 1",
        "musicbus search 2 2> /dev/null"
      )
      #expect(!repeated.output.contains("Yellow"), "\(repeated)")
      #expect(
        repeated.lines.contains { $0.hasPrefix("2") && $0.contains("artists") },
        "\(repeated)"
      )
      #expect(
        repeated.lines.contains { $0.hasPrefix("1") && $0.contains("Coldplay") },
        "\(repeated)"
      )
      #expect(!repeated.output.contains("Albums"), "\(repeated)")
    }

    @Test("a URL is known also while the hub starts")
    func firstURL() throws {
      let sandbox = try Sandbox()
      let url = "https://musicbrainz.org/artist/83d91898-7763-47d7-b03b-b92132375c47"
      let first = try sandbox.musicbus(url)
      #expect(first.status == 0 && first.lines.first == "Pink Floyd", "\(first)")
    }

    @Test("output longer than the screen is shown in the pager")
    func pager() throws {
      let variables = "MUSICBUS_PAGER='sed -n 2p; echo PAGED'"
      let long = try sandbox.terminal(80, rows: 10).run("export \(variables)", "musicbus top")
      #expect(long.output.contains("PAGED") && !long.output.contains("Queen"), "\(long)")
      let short = try sandbox.terminal(80, rows: 30).run("export \(variables)", "musicbus top -n 5")
      #expect(!short.output.contains("PAGED") && short.output.contains("Queen"), "\(short)")
      let none = try sandbox.terminal(80, rows: 10).run(
        "export \(variables)",
        "musicbus top --no-pager"
      )
      #expect(!none.output.contains("PAGED"), "\(none)")
      let help = try sandbox.terminal(80, rows: 10).run(
        "export \(variables)",
        "musicbus top --help --no-pager"
      )
      #expect(!help.output.contains("PAGED") && help.output.contains("USAGE"), "\(help)")
      let missing = try sandbox.terminal(80, rows: 10).run(
        "MUSICBUS_PAGER=no-such-pager musicbus top"
      )
      #expect(missing.output.contains("Queen"), "\(missing)")
    }

    @Test("a pager gets UTF-8, and ends at Ctrl-C like any program")
    func pagerEnvironment() throws {
      let shown = try sandbox.terminal(80, rows: 10).run(
        "export MUSICBUS_PAGER='grep SigIgn /proc/self/status; echo $LESSCHARSET $LESS'",
        "unset LESS LESSCHARSET",
        "musicbus top"
      )
      let ignored = try #require(shown.lines.first { $0.hasPrefix("SigIgn:") })
      let mask = try #require(UInt64(ignored.split(separator: "\t").last ?? "", radix: 16))
      for signal in [SIGINT, SIGPIPE] {
        #expect(mask & 1 << UInt64(signal - 1) == 0, "\(shown)")
      }
      #expect(shown.lines.contains("utf-8 FRX"), "\(shown)")
    }

    @Test("favourites are toggled, and moved to a position")
    func favorites() throws {
      let sandbox = try Sandbox()
      let shown = try sandbox.terminal(80).run(
        "musicbus top -n 4",
        "musicbus favorites toggle 1 2 3",
        "musicbus fav toggle 2",
        "musicbus fav add 4",
        "musicbus fav ls",
        "musicbus fav move 3 1",
        "musicbus fav move 'The Dark Side of the Moon' 9",
        "musicbus favorites ls --plain"
      )
      #expect(shown.output.contains("Removed: Taylor Swift"), "\(shown)")
      let last = shown.lines.suffix(3).map {
        $0.split(separator: "\t").prefix(2).joined(separator: " ")
      }
      #expect(
        last == ["1 Queen", "2 Please Please Me", "3 The Dark Side of the Moon"],
        "\(shown)"
      )
    }

    @Test("JSON is limited to members, and a template gives each result a form")
    func forms() throws {
      let json = try sandbox.musicbus("top", "-n", "1", "--json", "title,rank")
      #expect(json.lines == ["{\"rank\":1,\"title\":\"The Dark Side of the Moon\"}"], "\(json)")
      let text = try sandbox.musicbus("top", "-n1", "--template", "{rank}. {title}\\t{artist.name}")
      #expect(text.lines == ["1. The Dark Side of the Moon\tPink Floyd"], "\(text)")
      let wrong = try sandbox.musicbus("top", "--json=colour")
      #expect(wrong.status == 64 && wrong.errors.contains("Invalid --json \"colour\""), "\(wrong)")
      let raw = try sandbox.musicbus("raw", "Pink Floyd", "--json=provider")
      #expect(raw.lines.contains("{\"provider\":\"audiodb\"}"), "\(raw)")
    }

    @Test("an export is exact in a file or pipe, and cannot control the terminal")
    func hostileExport() throws {
      let sandbox = try Sandbox()
      let path = "\(sandbox.home.path)/export"
      let note = "a\u{1B}]0;x\u{7}b\u{9B}2Jc\u{202E}d\u{FEFF}e\u{E0041}f"
      #expect(try sandbox.musicbus("favorites", "add", "Pink Floyd").status == 0)
      #expect(try sandbox.musicbus("favorites", "note", "Pink Floyd", note).status == 0)
      for format in ["csv", "json", "jsonl"] {
        let command = "musicbus favorites export --format \(format)"
        let refused = try sandbox.terminal(80).run(command)
        #expect(refused.status == 1 && refused.output.contains("-o favorites."), "\(refused)")
        let shown = try sandbox.terminal(80).run("\(command) -o -")
        #expect(shown.status == 0 && shown.output.contains("Pink Floyd"), "\(shown)")
        #expect(!hasHazard(shown.output), "\(Array(shown.output.unicodeScalars))")
        #expect(try sandbox.terminal(80).run("\(command) | cat > \(path)").status == 0)
        let piped = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try sandbox.musicbus("favorites", "export", "-o", "\(path).\(format)").status == 0)
        #expect(try String(contentsOfFile: "\(path).\(format)", encoding: .utf8) == piped)
        if format == "csv" { #expect(piped.contains(note)) }
      }
      let other = try sandbox.terminal(80).run(
        "musicbus favorites show 'Pink Floyd' --json",
        "musicbus favorites list --template '{favorite.note}{note}'",
        "musicbus favorites --plain",
        "musicbus favorites show 'Pink Floyd'"
      )
      #expect(other.status == 0 && !hasHazard(other.output), "\(other)")
      let picture = try sandbox.terminal(80).run("musicbus artwork Coldplay -o -")
      #expect(picture.status == 1 && picture.output.contains("--output FILE"), "\(picture)")
    }

    private func hasHazard(_ text: String) -> Bool {
      text.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control: !["\n", "\t"].contains(scalar)
        case .format: scalar != "\u{200D}"
        default: false
        }
      }
    }

    @Test("a secret is asked for without being shown, and Ctrl-C leaves the terminal as it was")
    func secret() throws {
      let sandbox = try Sandbox()
      let typing = TypingTerminal(environment: sandbox.environment)
      let key = "providers.audiodb.apiKey"
      let typed = try typing.run(
        ["config", "set", key],
        [.init(after: "\(key): ", "s3cr3t\n")]
      )
      #expect(typed.status == 0 && typed.isRestored && typed.missing == nil, "\(typed)")
      #expect(!typed.output.contains("s3cr3t"), "\(typed)")
      let stored = try sandbox.musicbus("config", "get", key, "--show-secrets")
      #expect(stored.output == "s3cr3t\n", "\(stored)")
      let left = try typing.run(["config", "set", key], [.init(after: "\(key): ", "other\u{3}")])
      #expect(left.status == -SIGINT && left.isRestored, "\(left)")
      #expect(try sandbox.musicbus("config", "get", key, "--show-secrets").output == "s3cr3t\n")
    }

    @Test("values of favourites and explanations are tab-separated for scripts")
    func plain() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("favorites", "add", "Pink Floyd").status == 0)
      let check = try sandbox.musicbus("favorites", "check", "--plain")
      #expect(check.lines.map { $0.split(separator: "\t").count } == [2, 2, 2, 2], "\(check)")
      #expect(check.lines.contains("Favourites\t1"), "\(check)")
      let explained = try sandbox.musicbus("explain", "Pink Floyd", "--plain")
      #expect(explained.lines.first == "Part\tSubject\tOther\tValue\tPoints\tSource")
      #expect(explained.lines.contains { $0.hasPrefix("record\t") }, "\(explained)")
      #expect(explained.lines.containsOnly { $0.filter { $0 == "\t" }.count == 5 }, "\(explained)")
    }

    @Test("every list for scripts has a line of titles and ISO dates, the overview too")
    func titles() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("favorites", "add", "Pink Floyd - Animals").status == 0)
      #expect(try sandbox.musicbus("search", "Coldplay").status == 0)
      let overview = try sandbox.musicbus("--plain")
      #expect(overview.lines.first == "Part\tKind\tName\tArtist\tReleased\tId", "\(overview)")
      let starts = [
        "chart\talbum\tThe Dark Side of the Moon\tPink Floyd\t1973-03-01\t",
        "favorites\talbum\tAnimals\tPink Floyd\t1977-01-21\t", "recent\ttext\tColdplay\t",
      ]
      for start in starts {
        #expect(overview.lines.contains { $0.hasPrefix(start) }, "\(overview)")
      }
      let recent = try sandbox.musicbus("recent", "--plain")
      #expect(recent.lines.first == "Text\tKind\tResults\tTime", "\(recent)")
      let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#
      #expect(recent.lines.last?.firstMatch(of: time) != nil, "\(recent)")
      let links = try sandbox.musicbus("links", "Pink Floyd", "--plain")
      #expect(links.lines.first == "Service\tURL", "\(links)")
    }

    @Test("an output that another option would replace is an error")
    func conflict() throws {
      for other in ["--json", "--template={title}"] {
        let result = try sandbox.musicbus("top", "--plain", other)
        #expect(result.status == 64 && result.errors.contains("mutually exclusive"), "\(result)")
      }
    }

    @Test("a page is opened in the browser, or its URL printed")
    func open() throws {
      let printed = try sandbox.musicbus("open", "Pink Floyd")
      #expect(printed.status == 0 && printed.output.hasPrefix("https://"), "\(printed)")
      let shared = try sandbox.musicbus("share", "Pink Floyd")
      #expect(printed.lines == shared.lines.suffix(1), "the same page: \(printed) \(shared)")
      let opened = try sandbox.musicbus("open", "Pink Floyd", adding: ["BROWSER": "/bin/true"])
      #expect(opened.output.isEmpty && opened.errors.contains("Opened https://"), "\(opened)")
      let none = try sandbox.musicbus("open", "Pink Floyd", "--site", "nowhere")
      #expect(none.status == 1 && none.errors.contains("no link \"nowhere\""), "\(none)")
    }

    @Test("a dumb terminal gets the URL of a picture, and is refused for browsing")
    func dumb() throws {
      let shown = try sandbox.terminal(80).run(
        "export TERM=dumb",
        "musicbus artwork Coldplay",
        "musicbus browse"
      )
      #expect(shown.lines.contains { $0.hasPrefix("http") }, "\(shown)")
      #expect(!shown.output.contains("\u{1B}"), "\(shown)")
      #expect(shown.output.contains("TERM=dumb"), "\(shown)")
    }

    @Test("a picture is drawn by chafa in the way that the user chooses, or there is its URL")
    func picture() throws {
      let chafa = "\(sandbox.home.path)/chafa"
      try "#!/bin/sh\necho drawn: \"$@\"\n".write(toFile: chafa, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chafa)
      let shown = try sandbox.terminal(80).run(
        "export PATH=\(sandbox.home.path):$PATH",
        "musicbus artwork Coldplay --images iterm"
      )
      #expect(shown.output.contains("drawn: --format iterm --size 40x20"), "\(shown)")
      let none = try sandbox.terminal(80).run("musicbus artwork Coldplay --images none")
      #expect(none.lines.contains { $0.hasPrefix("http") }, "\(none)")
      #expect(!none.output.contains("\u{1B}[c"), "\(none)")
      let missing = try sandbox.terminal(80).run(
        "export PATH=$(dirname $(which musicbus))",
        "musicbus artwork Coldplay --images sixel",
        "musicbus artwork Coldplay"
      )
      #expect(missing.output.contains("needs chafa"), "\(missing)")
      #expect(missing.output.contains("To see pictures here: Install chafa"), "\(missing)")
    }

    @Test("a number outside of a terminal is a name")
    func name() throws {
      let result = try sandbox.musicbus("artist", "3")
      #expect(result.errors.contains("matches \"3\""), "\(result)")
    }
  }
}
