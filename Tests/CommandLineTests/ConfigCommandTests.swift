import Foundation
import HostKit
import TestKit
import Testing

@Suite("Configuration on the command line", .timeLimit(.minutes(1)))
struct ConfigCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func config(_ arguments: String...) throws -> RunResult {
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
    #expect(try config("get", "providers.audiodb.apiKey", "--json").output == "\"123\"\n")
    #expect(try config("unset", "providers.audiodb.list").status == 0)
    #expect(
      try config("get").output == """
        {
          "client" : {
            "autostart" : false,
            "player" : "mpv --no-video"
          },
          "providers" : {
            "audiodb" : {
              "apiKey" : "123"
            }
          }
        }

        """
    )
    for key in ["client.player", "client.autostart", "providers.audiodb.apiKey"] {
      #expect(try config("unset", key).status == 0)
    }
    #expect(try config("get").output == "{}\n")
    let missing = try config("get", "client.country")
    #expect(missing.status == 1)
    #expect(missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("musicbus: client.country is not set in "))
  }

  @Test(
    "rejects values without effect",
    arguments: [
      (["set", "client.autostart", "maybe"], "must be true or false, not \"maybe\""),
      (["set", "hub.idleMinutes", "0"], "must be a whole number from 1 to 10080"),
      (["set", "hub.colour", "red"], "Unknown key hub.colour; known keys: hub.idleMinutes"),
      (["set", "providers.audiodb", "1"], "have the form providers.NAME.KEY"),
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
      "idleMinutes, cacheMegabytes, freshMinutes, logFormat, policy, providerMemoryMB, "
      + "providerOpenFiles, favorites"
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
}
