import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Human-readable output", .timeLimit(.minutes(10)))
  struct OutputTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("a table lists the results and credits the sources")
    func table() throws {
      let result = try sandbox.musicbus("search", "artists", "Pink Floyd")
      #expect(result.status == 0)
      #expect(result.output.contains("Pink Floyd"))
      #expect((result.output + result.errors).contains("TheAudioDB"))
      #expect(!result.output.contains("\u{1B}"))
      #expect(result.lines.containsOnly { $0.count <= 100 })
    }

    @Test("configuration is set, read and checked")
    func configuration() throws {
      #expect(try sandbox.musicbus("config", "set", "client.country", "de").status == 0)
      #expect(try sandbox.musicbus("config", "get", "client.country").lines == ["de"])
      #expect(try sandbox.musicbus("config", "path").output.contains(sandbox.home.path))
      #expect(try sandbox.musicbus("config", "check").status == 0)
    }

    @Test("an unknown setting of a provider is refused, with those that there are")
    func providerKeys() throws {
      #expect(try sandbox.musicbus("providers").status == 0)
      let set = try sandbox.musicbus("config", "set", "providers.audiodb.colour", "red")
      #expect(set.status == 64)
      let keys = "apiKey, baseURL, contact, requestFactor"
      let problem = "Unknown key \"providers.audiodb.colour\"; known keys: \(keys)."
      #expect(set.errors.contains(problem), "\(set)")
    }
  }

  @Suite("Human-readable output without a hub", .timeLimit(.minutes(10)))
  struct OutputWithoutHubTests {
    private func musicbus(_ arguments: [String]) throws -> RunResult {
      let environment = Environment.ofTests.allowing(["PATH", "LANG", "TZ", "HOME"])
      return try RunResult.of("musicbus", arguments, environment: environment)
    }

    @Test("unknown commands and options suggest similar ones")
    func suggestions() throws {
      let command = try musicbus(["serach", "artists", "x"])
      #expect(command.status == 64)
      #expect(command.errors.contains("search"))
      let option = try musicbus(["search", "artists", "x", "--limt", "3"])
      #expect(option.status == 64)
      #expect(option.errors.contains("--limit"))
    }

    @Test(
      "every command has a help text",
      arguments: [
        ["search", "artists"], ["search", "albums"], ["search", "songs"], ["artist"], ["albums"],
        ["songs"], ["album"], ["song"], ["top"], ["charts"], ["artwork"], ["preview"],
        ["providers"],
        ["config"], ["hub"], ["hub", "status"], ["demo"],
      ]
    )
    func help(_ command: [String]) throws {
      let result = try musicbus(command + ["--help"])
      #expect(result.status == 0)
      #expect(result.output.contains("USAGE"))
    }

    @Test("the demo shows everything and removes its files")
    func demo() throws {
      let result = try musicbus(["demo"])
      #expect(result.status == 0, "\(result)")
      for word in ["Pink Floyd", "The Dark Side of the Moon", "Slayer"] {
        #expect(result.output.contains(word))
      }
    }
  }
}
