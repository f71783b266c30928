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
    let leaking = try PackageRoot.text("Plugins/Examples/Python/store.py").replacing(
      "f\"{call.method}: {error!r}\"",
      with: "f\"{call.method}: {start['config']} {error!r}\""
    )
    try ExecutableText.write(leaking, to: "\(directory.path)/store.py")
    try PackageRoot.text("Plugins/Examples/Python/provider.json")
      .write(toFile: "\(directory.path)/provider.json", atomically: true, encoding: .utf8)
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

  /// Writes a provider on JSON lines; `statements` serve a call, which is `line`.
  private func program(
    _ statements: String,
    _ manifest: [String: JSONValue] = [:]
  ) throws -> TestDirectory {
    let directory = try TestDirectory()
    let usual: [String: JSONValue] = [
      "id": "shelf", "name": "Shelf", "version": "1", "executable": "./provider.py", "lines": 1,
      "methods": ["artists.search"], "namespaces": ["shelf:artist"],
      "attribution": ["text": "From a shelf."],
      "samples": [["method": "artists.search", "params": ["text": "miriam"]]],
    ]
    let bytes = try JSONCodec.encode(JSONValue.object(usual.merging(manifest) { $1 }))
    try Data(bytes).write(to: URL(filePath: "\(directory.path)/provider.json"))
    let program = """
      #!/usr/bin/python3
      import json, os, sys
      def say(**it): print(json.dumps({"id": line["id"], **it}), flush=True)
      for line in map(json.loads, sys.stdin):
          if "params" in line:
              \(statements)
      """
    try ExecutableText.write(program, to: "\(directory.path)/provider.py")
    return directory
  }

  @Test(
    "is refused to a program with what is wrong, and the way to mend it",
    arguments: [
      (
        #"say(items=[{"id": "shelf:artist:1", "nmae": "Miriam"}])"#,
        #"has no results, because 1 record was skipped: 1 the member "name" is missing, but there is "nmae"."#
      ),
      (
        #"say(items=[{"id": "attic:artist:1", "name": "Miriam"}])"#,
        "1 an id of a namespace that is not in the manifest: attic:artist."
      ),
      (#"os.environ["REGION"]"#, "call it MUSICBUS_SHELF_REGION"),
      (#"print("found", flush=True)"#, "write anything else to standard error"),
      ("import records_of_tomorrow", "in its own directory only"),
      (
        #"say(items=[{"id": "shelf:artist:1", "name": "Miriam", "genre": ["x"]}])"#,
        "may be \"genres\""
      ),
      (#"say(items=[{"id": "shelf:artist:1", "name": "Miriam"}])"#, "returned the same as"),
    ]
  )
  func broken(_ statements: String, _ told: String) async throws {
    let directory = try program(statements)
    let ended = try await certify(directory.path, source: "http://127.0.0.1:1")
    #expect(ended.status == 1, "\(ended)")
    #expect(ended.output.contains(told), "\(ended)")
    #expect(!ended.output.contains("The source returns something else"), "\(ended)")
  }

  @Test("is refused to a manifest with names that there are not, also if it cannot be read")
  func names() async throws {
    let unknown = try program("say(items=[])", ["methods": ["artist.serch"]])
    let ended = try await certify(
      unknown.path,
      source: "http://127.0.0.1:1",
      "--suite",
      "lifecycle"
    )
    #expect(
      ended.output.contains("There is no method \"artist.serch\" that providers serve"),
      "\(ended)"
    )
    let unreadable = try program("say(items=[])", ["namespaces": .null, "namespace": []])
    let refused = try await certify(unreadable.path, source: "http://127.0.0.1:1")
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("cannot run with its manifest"), "\(refused)")
    #expect(refused.errors.contains("it may be \"namespaces\"."), "\(refused)")
  }

  @Test("is refused soon by a fast run if calls hang, whatever else would be tried")
  func hanging() async throws {
    let sample: JSONValue = ["method": "artists.search", "params": ["text": "miriam"]]
    let directory = try program("pass", ["samples": .array(Array(repeating: sample, count: 20))])
    let ended = try await Turns.shared.take {
      try await Ended.of("musicbus-certify", ["--fast", "--manifest", directory.path])
    }
    #expect(ended.status == 1, "\(ended)")
    #expect(ended.output.contains("It has to flush standard output"), "\(ended)")
    #expect(ended.output.contains("--fast ends a run early if a check has failed"), "\(ended)")
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
