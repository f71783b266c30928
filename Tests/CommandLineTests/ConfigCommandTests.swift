import Foundation
import HostKit
import TestKit
import Testing

@Suite("Configuration on the command line", .timeLimit(.minutes(10)))
struct ConfigCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func config(_ arguments: String...) throws -> RunResult { try config(arguments) }

  private func config(_ arguments: [String]) throws -> RunResult {
    try RunResult.of("musicbus", ["config"] + arguments, environment: home.environment)
  }

  @Test("is set, read and removed")
  func roundTrip() throws {
    #expect(try config("path").output == home.paths.configurationFile + "\n")
    #expect(try config("set", "client.player", "mpv --no-video").status == 0)
    #expect(try config("set", "client.autostart", "false").status == 0)
    #expect(try config("set", "providers.audiodb.apiKey", "123").status == 0)
    #expect(try config("set", "providers.audiodb.list", "[1]", "--json").status == 0)
    #expect(try config("get", "client.player").output == "mpv --no-video\n")
    #expect(try config("get", "client.player", "--json").output == "\"mpv --no-video\"\n")
    #expect(try config("get", "client.autostart").output == "false\n")
    let key = ["get", "providers.audiodb.apiKey", "--json"]
    #expect(try config(key + ["--show-secrets"]).output == "\"123\"\n")
    #expect(try config(key).output == "\"•••\"\n")
    #expect(try config("unset", "providers.audiodb.list").status == 0)
    #expect(
      try config("get").output == """
        {
          "client": {
            "autostart": false,
            "player": "mpv --no-video"
          },
          "providers": {
            "audiodb": {
              "apiKey": "•••"
            }
          }
        }

        """
    )
    for key in ["client.player", "client.autostart", "providers.audiodb.apiKey"] {
      #expect(try config("unset", key).status == 0)
    }
    #expect(try config("get").output == "{}\n")
    let missing = try config("get", "client.player")
    #expect(missing.status == 1)
    #expect(missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("musicbus: client.player is not set in "))
  }

  @Test(
    "names the command that applies a value to the process that uses it, if that runs",
    arguments: [
      (.idleMinutes, "45", "hub"), (.cacheMegabytes, "100", "hub"),
      (.freshMinutes, #"{"artists.search": 5}"#, "hub"), (.logFormat, "json", "hub"),
      (.policy, #"{"criteria": ["quality"]}"#, "hub"), (.providerMemoryMB, "512", "hub"),
      (.providerOpenFiles, "256", "hub"), (.requireSandbox, "true", "hub"),
      (.favorites, "/a/Favorites.jsonl", "hub"), (.autostart, "false", ""),
      (.country, "de", "web"), (.language, "fr", "web"), (.player, "mpv", ""),
      (.webPort, "7001", "web"), (.indexes, "/a/index.json", ""),
    ] as [(ConfigurationKey, String, String)]
  )
  func applied(_ key: ConfigurationKey, _ value: String, _ process: String) throws {
    let processes = [
      ("hub", home.paths.lock, "musicbus hub restart"),
      ("web", home.paths.webLock, "musicbus web stop; musicbus web"),
    ]
    try home.paths.prepare()
    for (name, path, command) in processes {
      let lock = try HubLock(at: path)
      let note = name == process ? "Apply it with: \(command)\n" : ""
      #expect(try config("set", key.rawValue, value).errors == note)
      #expect(try config("unset", key.rawValue).errors == note)
      withExtendedLifetime(lock) {}
    }
    #expect(try config("set", key.rawValue, value).errors.isEmpty)
  }

  @Test("names the commands that apply the removal of a section")
  func removedSections() throws {
    try home.paths.prepare()
    let text = """
      {"hub": {"idleMinutes": 5, "logFormat": "json"}, "client": {"player": "mpv"},
       "web": {"port": 7001}, "providers": {"index": "/a", "audiodb": {"apiKey": "1"}, "files": {}}}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: home.paths.configurationFile))
    let locks = try [HubLock(at: home.paths.lock), HubLock(at: home.paths.webLock)]
    for (section, commands) in [
      ("hub", ["musicbus hub restart"]), ("client", []),
      ("web", ["musicbus web stop; musicbus web"]),
      ("providers", ["musicbus provider reload audiodb", "musicbus provider reload files"]),
    ] {
      let removed = try config("unset", section)
      #expect(removed.status == 0)
      #expect(removed.errors == commands.map { "Apply it with: \($0)\n" }.joined(), "\(removed)")
    }
    withExtendedLifetime(locks) {}
    #expect(try ConfigurationFile(at: home.paths.configurationFile).contents.isEmpty)
  }

  @Test("is explained in help, and in the documentation as there")
  func help() throws {
    let lines = ConfigurationKey.allCases.map { "\($0.rawValue): \($0.help)" }
    let help = try config("--help").output.split(whereSeparator: \.isWhitespace)
    let text = help.joined(separator: " ")
    #expect(lines.containsOnly { text.contains($0) })
    let document = try PackageRoot.text("docs/using.md").split(separator: "\n").map(String.init)
    let client = lines.filter { $0.hasPrefix("client.") }
    #expect(document.filter { $0.hasPrefix("client.") } == client)
  }

  @Test("has a list of indexes among the providers, one of which may stand alone")
  func indexes() throws {
    #expect(try config("set", "providers.index", "/a/index.json").status == 0)
    #expect(try config("get", "providers.index", "--json").output.contains("\"/a/index.json\""))
    let two = try config("set", "providers.index", #"["/a/index.json", "https://b/index.json"]"#)
    #expect(two.status == 0 && two.errors.isEmpty, "\(two)")
    #expect(try config("get", "providers.index").output.contains("https://b/index.json"))
    #expect(try config("check").errors.hasPrefix("Found no mistakes in "))
    #expect(try config("unset", "providers.index").status == 0)
    #expect(try config("get").output == "{}\n")
  }

  @Test("shows that a secret is set, and its value only if the user wants that")
  func secrets() throws {
    let key = "providers.audiodb.apiKey"
    #expect(try config("set", key, "s3cr3t").status == 0)
    for arguments in [[], [key], ["--json"], [key, "--json"], ["providers.audiodb"]] {
      let hidden = try config(["get"] + arguments)
      #expect(hidden.status == 0 && !hidden.output.contains("s3cr3t"), "\(hidden)")
      #expect(hidden.output.contains("•••"))
      #expect(hidden.errors == "Print the secrets with: --show-secrets\n")
      let whole = try config(["get", "--show-secrets"] + arguments)
      #expect(whole.output.contains("s3cr3t") && whole.errors.isEmpty, "\(whole)")
    }
  }

  @Test("takes a value from standard input, a socket too, so that it is in no list of processes")
  func standardInput() throws {
    let script = """
      import socket, subprocess, sys
      ours, theirs = socket.socketpair()
      ours.sendall(sys.argv[1].encode())
      ours.shutdown(socket.SHUT_WR)
      sys.exit(subprocess.run(sys.argv[2:], stdin=theirs).returncode)
      """
    func set(_ arguments: [String], _ text: String) throws -> RunResult {
      let line = ["-c", script, text, Executables.path("musicbus"), "config", "set"] + arguments
      return try RunResult.of(Launch("/usr/bin/python3", line, environment: home.environment))
    }
    #expect(try set(["client.player"], "mpv --no-video\n").status == 0)
    #expect(try config("get", "client.player").output == "mpv --no-video\n")
    #expect(try set(["client.autostart", "-"], "false").status == 0)
    #expect(try config("get", "client.autostart").output == "false\n")
    #expect(try set(["providers.audiodb.list", "--json"], "[1,\n 2]\n").status == 0)
    #expect(try config("get", "providers.audiodb.list").output == "[\n  1,\n  2\n]\n")
    for empty in [try config("set", "client.player"), try set(["client.player", "-"], "\n")] {
      #expect(empty.status == 64 && empty.errors.contains("standard input is empty"), "\(empty)")
    }
    #expect(try config("get", "client.player").output == "mpv --no-video\n")
  }

  @Test("that is not set has its default, and cannot be removed")
  func defaults() throws {
    let country = try config("get", "client.country")
    #expect(country.status == 0 && country.output == "us\n", "\(country)")
    #expect(country.errors == "client.country is not set; this is the default.\n")
    let removed = try config("unset", "hub.idleMinutes")
    #expect(removed.status == 0 && removed.errors == "hub.idleMinutes was not set.\n")
    #expect(!FileManager.default.fileExists(atPath: home.paths.configurationFile))
  }

  @Test(
    "rejects values without effect",
    arguments: [
      (["set", "client.autostart", "maybe"], "must be true or false, not \"maybe\""),
      (["set", "hub.idleMinutes", "0"], "must be a whole number from 1 to 10080"),
      (["set", "hub.colour", "red"], "Unknown key \"hub.colour\"; known keys: hub.idleMinutes"),
      (["get", "hub.idleMinuets"], "did you mean \"hub.idleMinutes\"?"),
      (["set", "providers.index.0", "/a"], "Unknown key \"providers.index.0\""),
      (["set", "client.player", "7", "--json"], "client.player must be a text, not \"7\""),
      (["set", "providers.audiodb", "1"], "have the form providers.NAME.KEY"),
      (["get", "nosuch"], "Unknown key \"nosuch\"; known keys: hub.idleMinutes"),
      (["unset", "nosuch"], "Unknown key \"nosuch\"; known keys: hub.idleMinutes"),
      (["set", "client..player", "x"], "a dotted key"),
      (["set", "client.player", "mpv", "--json"], "put strings in quotes"),
    ]
  )
  func refused(arguments: [String], sentence: String) throws {
    let result = try RunResult.of(
      "musicbus",
      ["config"] + arguments,
      environment: home.environment
    )
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.paths.configurationFile))
  }

  @Test("is checked completely")
  func check() throws {
    #expect(try config("check").status == 0)
    try home.paths.prepare()
    let text = #"{"hub": {"speed": 1}, "providers": {"unknown": {}}}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: home.paths.configurationFile))
    let withoutHub = try config("check")
    #expect(withoutHub.status == 1)
    let keys =
      "cacheMegabytes, favorites, freshMinutes, idleMinutes, logFormat, policy, providerMemoryMB, "
      + "providerOpenFiles, requireSandbox"
    #expect(withoutHub.output == "hub.speed: Unknown key; known keys: \(keys).\n")
    #expect(withoutHub.errors.contains("needs a running hub"))
    _ = try home.musicbus("hub", "start")
    #expect(
      try config("check").output == """
        hub.speed: Unknown key; known keys: \(keys).
        providers.unknown: No provider has this name.

        """
    )
  }

  @Test("of a running provider is refused if it has no such key, with the one that was meant")
  func unknownKey() throws {
    _ = try home.musicbus("hub", "start")
    let meant = try config("set", "providers.audiodb.apikey", "123")
    #expect(meant.status == 64, "\(meant)")
    #expect(
      meant.errors.contains(
        "Unknown key \"providers.audiodb.apikey\"; did you mean \"providers.audiodb.apiKey\"?"
      ),
      "\(meant)"
    )
    let unknown = try config("set", "providers.audiodb.colour", "red")
    #expect(unknown.status == 64, "\(unknown)")
    #expect(
      unknown.errors.contains("known keys: apiKey, baseURL, contact, requestFactor"),
      "\(unknown)"
    )
    // Spotify has no credentials and does not run: its manifest says what it needs.
    let credentials = try config("set", "providers.spotify.clientId", "1")
    #expect(
      credentials.errors.contains("did you mean \"providers.spotify.clientID\"?"),
      "\(credentials)"
    )
    #expect(!FileManager.default.fileExists(atPath: home.paths.configurationFile))
    let known = try config("set", "providers.audiodb.apiKey", "123")
    #expect(known.status == 0)
    #expect(known.errors == "Apply it with: musicbus provider reload audiodb\n")
    let invalid = try config("set", "providers.audiodb.requestFactor", "[7]")
    #expect(invalid.status == 0 && !invalid.errors.contains("[7]"), "\(invalid)")
    #expect(invalid.errors.contains("providers.audiodb.requestFactor: Must be a"), "\(invalid)")
  }

  @Test("says that the number of a provider is saved as text if no hub knows its type")
  func numberWithoutHub() throws {
    let key = "providers.audiodb.apiKey"
    let note = "Saving the value as text; use --json for a number or another type."
    #expect(try config("set", key, "123").errors.contains(note))
    #expect(try config("get", key, "--show-secrets").output == "123\n")
    #expect(try !config("set", key, "abc").errors.contains(note))
    #expect(try !config("set", key, "123", "--json").errors.contains(note))
  }

  @Test("says when it is set what a check says about methods and the merge policy")
  func setHub() throws {
    let methods = try config("set", "hub.freshMinutes", #"{"artists.search": 5, "nope": 1}"#)
    #expect(methods.status == 0)
    #expect(methods.errors == "hub.freshMinutes.nope: Unknown method.\n")
    let policy = try config("set", "hub.policy", #"{"criteria": ["fame"]}"#)
    #expect(policy.errors.hasPrefix("hub.policy: "), "\(policy)")
    #expect(policy.errors.contains("quality"), "\(policy)")
    let check = try config("check")
    let lines = (methods.errors + policy.errors).split(separator: "\n")
    #expect(check.output.split(separator: "\n").allSatisfy(lines.contains), "\(check)")
  }

  @Test("takes a country in upper case, and no other text for it")
  func country() throws {
    #expect(try config("set", "client.country", "DE").status == 0)
    #expect(try config("get", "client.country").output == "de\n")
    for text in ["deu", "d", "d1", "é", ""] {
      let result = try config("set", "client.country", text)
      #expect(result.status == 64)
      #expect(
        result.errors.contains("client.country must be two letters such as us, not \"\(text)\".")
      )
    }
    #expect(try config("get", "client.country").output == "de\n")
  }

  @Test("with an invalid country is reported by a search, and does not affect the favourites")
  func invalidCountry() throws {
    try home.paths.prepare()
    let path = home.paths.configurationFile
    try Data(#"{"client": {"country": "usa"}}"#.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try home.musicbus("favorites", "list").status == 0)
    #expect(try home.musicbus("recent").status == 0)
    let search = try home.musicbus("search", "artists", "Nina Simone")
    #expect(search.status == 1)
    #expect(
      search.errors.contains(
        "musicbus: Invalid client.country in \(path): \"usa\"; expected two letters such as us. "
          + "Correct it: musicbus config set client.country VALUE"
      ),
      "\(search)"
    )
    #expect(!search.errors.contains("INVALID_PARAMS"))
    #expect(
      try config("check").output
        == "client.country: Must be two letters such as us, not \"usa\".\n"
    )
  }

  @Test("that is invalid is reported with its line and not overwritten")
  func broken() throws {
    try home.paths.prepare()
    let text = "{\n  \"client\": {\n}"
    try Data(text.utf8).write(to: URL(fileURLWithPath: home.paths.configurationFile))
    for arguments in [["check"], ["get"], ["set", "client.player", "mpv"]] {
      let result = try RunResult.of(
        "musicbus",
        ["config"] + arguments,
        environment: home.environment
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("line 3, column 2: a comma or } is missing."))
    }
    #expect(try String(contentsOfFile: home.paths.configurationFile, encoding: .utf8) == text)
  }

  @Test(
    "of another user is used by no program, and the error says what to do",
    .enabled(if: getuid() == 0, "needs root")
  )
  func foreign() throws {
    try home.paths.prepare()
    let path = home.paths.configurationFile
    try Data(#"{"client": {"player": "false"}}"#.utf8).write(to: URL(fileURLWithPath: path))
    chown(path, 4711, 4711)
    let problem =
      "The configuration is not used: \(path) belongs to user 4711, and this is user 0. "
      + "Make a copy of your own, or if you trust it, let it belong to you: chown 0 \(path)\n"
    for arguments in [["get", "client.player"], ["check"], ["set", "client.player", "mpv"]] {
      let result = try RunResult.of(
        "musicbus",
        ["config"] + arguments,
        environment: home.environment
      )
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors == "musicbus: \(problem)", "\(result)")
    }
    let hub = try home.musicbus("hub", "start")
    #expect(hub.status == 69 && hub.errors.contains(problem.dropLast()), "\(hub)")
    let page = try RunResult.of("musicbus-web", [], environment: home.environment)
    #expect(page.status != 0 && page.errors.contains(problem.dropLast()), "\(page)")
    chown(path, 0, 0)
    #expect(try config("get", "client.player").output == "false\n")
  }
}
