import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@Suite(
  "A certificate",
  .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
  .timeLimit(.minutes(10))
)
struct CertificateTests {
  private static let example = PackageRoot.path("Plugins/Examples/Python")

  /// Certifies the calls of a provider.
  private func certify(
    _ manifest: String = example,
    source: String,
    _ options: String...
  ) async throws -> Ended {
    try await Turns.shared.take {
      try await Ended.of(
        "musicbus-certify",
        ["--fast", "--timeout-factor", "5", "--suite", "calls"] + options + [
          "--manifest", manifest,
        ],
        environment: Environment.ofTests.merging(["MUSICBUS_ITUNES_URL": source]) { $1 }
      )
    }
  }

  @Test("is neither given nor refused if the source limits the rate of requests")
  func rateLimit() async throws {
    let upstream = try SampleUpstream()
    try await upstream.setFaults("429=60:/search")
    let ended = try await certify(source: upstream.url)
    #expect(ended.status == 2, "\(ended)")
    #expect(ended.output.contains("UNDECIDED  calls.samples"), "\(ended)")
    #expect(ended.output.contains("The source limits the rate of requests: "), "\(ended)")
    #expect(!ended.output.contains("FAILED"), "\(ended)")
    #expect(ended.output.contains("undecided. Run them again."), "\(ended)")
  }

  @Test("states what it cost the source")
  func requests() async throws {
    let upstream = try SampleUpstream()
    let ended = try await certify(source: upstream.url)
    #expect(ended.status == 0, "\(ended)")
    let sent = try await upstream.requests().count
    #expect(ended.output.contains("Requests to the source (itunes.apple.com \(sent))."), "\(ended)")
  }

  @Test("is refused with advice that fits the cause: the source cannot be reached")
  func unreachable() async throws {
    let ended = try await certify(source: "http://127.0.0.1:1")
    #expect(ended.status == 1, "\(ended)")
    #expect(ended.output.contains("FAILED  calls.samples"), "\(ended)")
    for method in ["artists.search", "artist.albums"] {
      #expect(
        ended.output.contains("  - \(method) ended with error UPSTREAM_UNAVAILABLE"),
        "\(ended)"
      )
    }
    #expect(
      ended.output.contains("  Fix: Check that the source can be reached from here"),
      "\(ended)"
    )
  }

  @Test("has no secret of the configuration in its report, nor has the report in XML")
  func secrets() async throws {
    let directory = try TestDirectory()
    let upstream = try SampleUpstream()
    let mutant = Mutant(
      "names its key in every error",
      "noise.secrets",
      .init("f\"{call.method}: {error!r}\"", "f\"{call.method}: {start['config']} {error!r}\"")
    )
    try mutant.write(into: directory)
    try await upstream.setFaults("500:/search")
    let junit = "\(directory.path)/report.xml"
    let ended = try await certify(
      "\(directory.path)/provider.json",
      source: upstream.url,
      "--suite",
      "noise",
      "--config",
      #"{"apiKey": "planted5ecret"}"#,
      "--junit",
      junit
    )
    #expect(ended.status == 1, "\(ended)")
    #expect(
      ended.output.contains("A message contains \"apiKey\" of the configuration."),
      "\(ended)"
    )
    #expect(ended.output.contains("•••"), "\(ended)")
    let xml = try String(contentsOfFile: junit, encoding: .utf8)
    for text in [ended.output, ended.errors, xml] { #expect(!text.contains("planted5ecret")) }
  }

  @Test("is not possible without a key that the provider needs, which is said")
  func missingKey() async throws {
    let directory = try TestDirectory()
    try ExecutableText.write("#!/bin/sh\nexit 0\n", to: "\(directory.path)/provider.sh")
    let manifest = """
      {
        "id": "shelf", "name": "Shelf", "version": "1", "executable": "./provider.sh", "lines": 1,
        "methods": ["artists.search"], "namespaces": ["shelf:artist"], "samples": [],
        "attribution": {"text": "From a shelf."},
        "configSchema": {
          "type": "object", "required": ["token"],
          "properties": {"token": {"type": "string", "secret": true, "link": "https://example.org"}}
        }
      }
      """
    try manifest.write(
      toFile: "\(directory.path)/provider.json",
      atomically: true,
      encoding: .utf8
    )
    let ended = try await certify("\(directory.path)/provider.json", source: "http://127.0.0.1:1")
    #expect(ended.status == 2, "\(ended)")
    #expect(ended.output.isEmpty, "\(ended)")
    #expect(ended.errors.contains("needs configuration: token."), "\(ended)")
    #expect(ended.errors.contains("musicbus provider setup shelf"), "\(ended)")
  }
}
