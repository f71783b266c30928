import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@Suite("The configuration file")
struct ConfigurationFileTests {
  let directory: TestDirectory
  var path: String { directory.path + "/config/config.json" }

  init() throws { directory = try TestDirectory() }

  private func file(_ json: String) throws -> ConfigurationFile {
    try ConfigurationFile(at: try directory.write(json, to: "given.json"))
  }

  @Test("is empty if it does not exist")
  func absent() throws {
    let file = try ConfigurationFile(at: path)
    #expect(file.contents.isEmpty)
    #expect(file.section(try ConfigurationPath("providers.audiodb")) == [:])
  }

  @Test("saves values, readable by the owner only, and leaves no other file")
  func roundTrip() throws {
    var file = try ConfigurationFile(at: path)
    file.set("secret", at: try ConfigurationPath("providers.audiodb.apiKey"))
    file.set(30, at: try ConfigurationPath("hub.idleMinutes"))
    try file.save()
    file.set(nil, at: try ConfigurationPath("hub.idleMinutes"))
    file.set(nil, at: try ConfigurationPath("client.player"))
    try file.save()
    let read = try ConfigurationFile(at: path)
    #expect(read.contents == ["providers": ["audiodb": ["apiKey": "secret"]]])
    #expect(read[try ConfigurationPath("providers.audiodb.apiKey")] == "secret")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: parentDirectory(of: path)) == [
        "config.json"
      ]
    )
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("is written to the target of a link, which is preserved")
  func link() throws {
    let target = try directory.write("{}", to: "target.json")
    let link = "\(directory.path)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    var file = try ConfigurationFile(at: link)
    file.set("mpv", at: try ConfigurationPath("client.player"))
    try file.save()
    #expect(try ConfigurationFile(at: target).contents == ["client": ["player": "mpv"]])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test(
    "reports the line and column of an error",
    arguments: [
      ("{\n  \"hub\": {\n    \"a\": 1,,\n  }\n}", 3, 12, "a name in quotes is missing"),
      ("{\"a\": 1,}", 1, 8, "nothing follows this comma"),
      ("{\"a\": 1\n\"b\": 2}", 2, 1, "a comma or } is missing"),
      ("{\"a\": 1, \"a\": 2}", 1, 10, "duplicate member \"a\""),
      ("{\"a\" 1}", 1, 6, "a colon is missing"),
      ("{\"a\": yes}", 1, 7, "\"yes\" is not a value"),
      ("{\"a\": }", 1, 7, "a value is missing"),
      ("{\"a\": \"x\ny\"}", 1, 7, "the closing quote is missing"),
      ("{\"a\": \"\\q\"}", 1, 8, "invalid escape sequence"),
      ("{\"a\": \"\\ud83d\"}", 1, 8, "half of a surrogate pair"),
      ("{} x", 1, 4, "unexpected text after the end"),
      ("{\"a\": [1", 1, 9, "a comma or ] is missing"),
      ("{", 1, 2, "a name in quotes is missing"),
      ("", 1, 1, "unexpected end"),
      ("[1]", 1, 1, "the document must be an object"),
      (String(repeating: "[", count: 40), 1, 33, "too many nested brackets"),
    ]
  )
  func broken(json: String, line: Int, column: Int, message: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try file(json) }
    let path = "\(directory.path)/given.json"
    #expect(error == .invalid(path: path, line: line, column: column, message))
  }

  @Test("reads every kind of value")
  func values() throws {
    let json =
      #"{"a": [null, true, false, -7, 2.5, 1e3, "\"\\\/\b\n\u00e9\ud83d\ude00é"], "b": {}}"#
    let expected: JSONValue = [
      .null, true, false, -7, .number(2.5), .number(1000), "\"\\/\u{8}\né😀é",
    ]
    #expect(try file(json).contents == ["a": expected, "b": [:]])
  }

  @Test("warns of unknown keys and invalid values")
  func warnings() throws {
    let json = """
      {"hub": {"idleMinutes": 0, "speed": 1}, "client": {"autostart": true, "player": 7}, "extra": 1,
       "providers": {"audiodb": {"apiKey": "k"}, "Bad Id": {}, "itunes-rss": 3}}
      """
    let keys =
      "cacheMegabytes, favorites, freshMinutes, idleMinutes, logFormat, policy, providerMemoryMB, "
      + "providerOpenFiles, requireSandbox"
    #expect(
      try file(json).warnings().map(\.description) == [
        "client.player: Must be a text, not 7.",
        "extra: Unknown key; known keys: client, hub, providers, web.",
        "hub.idleMinutes: Must be a whole number from 1 to 10080, not 0.",
        "hub.speed: Unknown key; known keys: \(keys).",
        "providers.Bad Id: This is not a provider id: lower-case letters, digits, \"-\" and \".\" only.",
        "providers.itunes-rss: Must be an object.",
      ]
    )
  }

  @Test(
    "warns of every value that its key does not accept, and does not use it",
    arguments: [
      (.indexes, "7", "providers.index: Must be a text or a list of texts, not 7."),
      (.indexes, "[7]", "providers.index.0: Must be a text, not 7."),
      (.country, #""usa""#, "client.country: Must be two letters such as us, not \"usa\"."),
      (.country, #""ü""#, "client.country: Must be two letters such as us, not \"ü\"."),
      (.country, "49", "client.country: Must be two letters such as us, not 49."),
      (
        .language, #""de_DE""#,
        "client.lang: Must be a language such as en or pt-BR, not \"de_DE\"."
      ),
      (.language, #""12""#, "client.lang: Must be a language such as en or pt-BR, not \"12\"."),
      (.language, #""en-""#, "client.lang: Must be a language such as en or pt-BR, not \"en-\"."),
      (.language, #""e""#, "client.lang: Must be a language such as en or pt-BR, not \"e\"."),
      (
        .language, #""en-extralong""#,
        "client.lang: Must be a language such as en or pt-BR, not \"en-extralong\"."
      ),
      (.logFormat, #""xml""#, "hub.logFormat: Must be text or json, not \"xml\"."),
      (
        .cacheMegabytes, "9000000000000000",
        "hub.cacheMegabytes: Must be a whole number from 1 to 16384, not 9000000000000000."
      ),
      (.webPort, "80", "web.port: Must be a whole number from 1024 to 65535, not 80."),
      (
        .freshMinutes, "5",
        "hub.freshMinutes: Must be an object with whole numbers from 0 to 525600, not 5."
      ),
      (
        .freshMinutes, #"{"artists.search": -5}"#,
        "hub.freshMinutes.\"artists.search\": Must be a whole number from 0 to 525600, not -5."
      ),
      (.policy, "[]", "hub.policy: Must be an object, not []."),
      (.autostart, #""no""#, "client.autostart: Must be true or false, not \"no\"."),
    ] as [(ConfigurationKey, String, String)]
  )
  func invalidValues(key: ConfigurationKey, json: String, sentence: String) throws {
    let names = key.path.names
    let file = try file(#"{"\#(names[0])": {"\#(names[1])": \#(json)}}"#)
    #expect(file.warnings().map(\.description) == [sentence])
    #expect(file[key] == key.schema.defaultValue)
    let error = #expect(throws: ConfigurationError.self) { try file.validValue(of: key) }
    #expect(error?.message.hasSuffix("; expected \(key.schema.expectation).") == true)
  }

  @Test("warns of all mistakes of the user, and shows no value of a provider")
  func manyWarnings() throws {
    let keys = (0..<30).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
    #expect(try file("{\"hub\": {\(keys)}}").warnings().count == 30)
    let secret = try file(#"{"providers": {"audiodb": "s3cr3t"}}"#).warnings()
    #expect(secret.map(\.description) == ["providers.audiodb: Must be an object."])
  }

  @Test("accepts tags of languages", arguments: ["en", "pt-BR", "gsw", "zh-Hant-TW", "es-419"])
  func languages(_ tag: String) throws {
    let file = try file(#"{"client": {"lang": "\#(tag)"}}"#)
    #expect(try file.validValue(of: .language) == .string(tag))
  }

  @Test("accepts a country in upper and lower case, and uses lower case")
  func country() throws {
    for text in ["us", "US", "uS"] {
      let file = try file(#"{"client": {"country": "\#(text)"}}"#)
      #expect(file.warnings().isEmpty)
      #expect(file[.country] == "us")
    }
  }

  @Test("has the default of a key that is not set, as far as there is one")
  func defaults() throws {
    let file = try file("{}")
    var written = file
    written.set(.number(45.0), at: try ConfigurationPath("hub.idleMinutes"))
    #expect(written[.idleMinutes] == .integer(45))
    #expect(file[.idleMinutes] == 30 && file[.autostart] == true && file[.logFormat] == "text")
    #expect(file[.webPort]?.integer == Int(HubPaths.defaultWebPort))
    #expect(file[.language] == nil && file[.favorites] == nil)
    for key in ConfigurationKey.allCases { #expect(try file.validValue(of: key) == nil) }
  }

  @Test(
    "finds values by dotted path",
    arguments: [
      ("client.player", ["client", "player"]), ("hub", ["hub"]),
      ("providers.\"org.example\".key", ["providers", "org.example", "key"]),
      ("providers.\"org.example\"", ["providers", "org.example"]),
    ]
  )
  func path(text: String, names: [String]) throws {
    #expect(try ConfigurationPath(text).names == names)
    #expect(try ConfigurationPath(text).description == text)
  }

  @Test(
    "rejects invalid paths",
    arguments: ["", ".", "a..b", ".a", "a.", "\"a", "\"a\"b", "\"\""]
  )
  func noPath(text: String) {
    #expect(throws: ConfigurationError.notAPath(text)) { try ConfigurationPath(text) }
  }

  @Test("hides secrets of providers by their names, wherever they are")
  func secrets() throws {
    let file = try file(
      """
      {"client": {"player": "key"}, "providers": {"monkey": {"baseURL": "x", "apiKey": "1",
      "accounts": [1, {"pwd": "4"}], "tokens": {"a": "2"}, "login": {"Password": 3, "name": "n"}}}}
      """
    )
    let hidden = ConfigurationPath([]).hidingSecrets(in: .object(file.contents))
    #expect(
      hidden == [
        "client": ["player": "key"],
        "providers": [
          "monkey": [
            "baseURL": "x", "apiKey": "•••", "accounts": [1, ["pwd": "•••"]],
            "tokens": "•••",
            "login": ["Password": "•••", "name": "n"],
          ]
        ],
      ]
    )
    for (text, isSecret) in [
      ("providers.spotify.clientSecret", true), ("providers.spotify.clientID", false),
      ("providers.monkey", false), ("providers.x.tokens.a", true), ("client.player", false),
    ] {
      #expect(try ConfigurationPath(text).isSecret == isSecret, "\(text)")
    }
  }

  @Test("is refused if other users can write it, its directory or the target of a link")
  func writable() throws {
    let file = try directory.write(#"{"client": {"player": "false"}}"#, to: "given.json")
    let link = "\(directory.path)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    for (path, mode) in [(file, mode_t(0o666)), (file, 0o602), (directory.path, 0o777)] {
      var status = stat()
      #expect(stat(path, &status) == 0 && chmod(path, mode) == 0)
      for name in [file, link] {
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(at: name) }
        #expect(error == .untrusted(.accessibleToOthers(path, mode: mode)))
        #expect(error?.hint == "Fix it: chmod go-w \(path)")
      }
      chmod(path, status.st_mode & 0o777)
    }
    #expect(try ConfigurationFile(at: link)["client.player"] == "false")
    // In a directory such as /tmp, others cannot replace it.
    chmod(directory.path, 0o1777)
    #expect(try ConfigurationFile(at: file)["client.player"] == "false")
  }

  @Test("is refused if it belongs to another user", .enabled(if: getuid() == 0, "needs root"))
  func foreign() throws {
    let file = try directory.write("{}", to: "given.json")
    for path in [file, directory.path] {
      chown(path, 4711, 4711)
      let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(at: file) }
      #expect(
        error?.message
          == "The configuration is not used: \(path) belongs to user 4711, and this is user 0."
      )
      chown(path, 0, 0)
    }
    #expect(try ConfigurationFile(at: file).contents.isEmpty)
  }

  @Test(
    "that is missing is empty, also where other users can write, and a link to nothing is refused"
  )
  func missing() throws {
    chmod(directory.path, 0o777)
    #expect(try ConfigurationFile(at: "\(directory.path)/none.json").contents.isEmpty)
    let link = "\(directory.path)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(throws: ConfigurationError.self) { try ConfigurationFile(at: link) }
  }

  @Test("reports the file that it may not read", .enabled(if: getuid() != 0))
  func forbidden() throws {
    let path = try directory.write("{}", to: "closed.json")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(at: path) }
    #expect(error?.message == "Could not open \(path).")
  }
}

extension ConfigurationFile {
  fileprivate subscript(_ path: String) -> JSONValue? {
    (try? ConfigurationPath(path)).flatMap { self[$0] }
  }
}
