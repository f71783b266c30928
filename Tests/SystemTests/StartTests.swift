import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  /// The environment and input of a provider, and its output.
  @Suite("The start of a provider", .timeLimit(.minutes(10)))
  struct StartTests {
    let sandbox: Sandbox
    let directory: String

    /// A provider that records its environment and input, and never sends hello.
    init() throws {
      sandbox = try Sandbox(startsHub: false)
      directory = "\(sandbox.home.path)/providers/spy"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let program = """
        #!/bin/sh
        directory=$(dirname "$0")
        read line
        env >"$directory/environment"
        echo "$line" >"$directory/line.new"
        echo 'to standard output: {"type":"hello"}'
        echo 'to standard error' >&2
        mv "$directory/line.new" "$directory/line"
        read rest

        """
      try ExecutableText.write(program, to: "\(directory)/spy.sh")
      let manifest =
        #"{"id": "spy", "executable": "./spy.sh", "methods": [], "environment": ["SPY_KEY"]}"#
      try Data(manifest.utf8).write(to: URL(filePath: "\(directory)/provider.json"))
      for setting in [["providers.spy.key", "k-1"], ["providers.audiodb.apiKey", "k-2"]] {
        let result = try sandbox.musicbus("config", "set", setting[0], setting[1])
        #expect(result.status == 0, "\(result)")
      }
    }

    private func start() throws {
      var environment = sandbox.environment
      environment["SPY_KEY"] = "named"
      environment["SPY_OTHER"] = "not named"
      environment["MUSICBUS_SOURCES_URL"] = sandbox.upstream.url
      try sandbox.startHub(adding: environment)
      try awaitCondition("its input") {
        FileManager.default.fileExists(atPath: "\(directory)/line")
      }
    }

    @Test("inherits only the variables that its manifest names, and the address of samples")
    func environment() throws {
      try start()
      let text = try String(contentsOfFile: "\(directory)/environment", encoding: .utf8)
      #expect(text.contains("SPY_KEY=named\n"))
      #expect(text.contains("MUSICBUS_START=stdin\n"))
      #expect(!text.contains("SPY_OTHER"))
      // Whatever a manifest names, all sources are replaced.
      #expect(text.contains("MUSICBUS_SOURCES_URL=\(sandbox.upstream.url)\n"))
      #expect(!text.contains("MUSICBUS_HOME"))
    }

    @Test("sends its section of the configuration, and a token")
    func configuration() throws {
      try start()
      let line = try Data(contentsOf: URL(filePath: "\(directory)/line"))
      struct Line: Decodable {
        var config: [String: String]
        var token: String
      }
      let input = try JSONCodec.decode(Line.self, from: Array(line))
      #expect(input.config == ["key": "k-1"])
      #expect(input.token.count == 32)
      let log = try String(contentsOfFile: sandbox.logPath, encoding: .utf8)
      #expect(!log.contains(input.token) && !log.contains("k-1"))
    }

    @Test("forwards its output to the log, whatever it contains")
    func output() throws {
      try start()
      try sandbox.awaitLog("[spy] to standard error")
      #expect(sandbox.log.contains("[spy] to standard output: {\"type\":\"hello\"}"))
    }
  }
}
