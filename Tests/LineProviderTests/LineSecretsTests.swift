import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

@Suite("The secrets of a user", .timeLimit(.minutes(5)))
struct LineSecretsTests {
  @Test("are sent with files, whose addresses do not show them")
  func fileWithKey() async throws {
    let image = HTTPResponse(
      body: Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
    )
    let fixture = try Fixture(
      #"for line in lines: say(id=line["id"], file="https://api.example.org/covers/7.png?size=2")"#,
      ["/covers/7.png?size=2&api_key=hush": image],
      configuration: ["token": "hush"]
    ) { manifest in
      manifest["upstreams"] = [["url": "https://api.example.org", "query": ["api_key": "{token}"]]]
    }
    for url in [nil, "https://api.example.org/covers/7.png?size=2"] {
      let outcome = await fixture.run(.artworkGet) { parameters in
        (parameters.id, parameters.url) = (EntityID("shelf:artist:1"), url)
      }
      #expect(outcome.media?.url == "https://api.example.org/covers/7.png?size=2", "\(outcome)")
    }
  }

  @Test("are hidden if an upstream repeats them, in errors and in responses")
  func echoedSecrets() async throws {
    let secret = #"s3c"ret/+a&b"#
    let echo = secret.replacing("\"", with: "\\\"")
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line:
              say(id=line["id"], fetch="https://api.example.org/" + line["params"]["text"],
                  **({"as": "text"} if line["params"]["text"] == "text" else {}))
          elif "status" in line:
              say(id=line["id"], items=[], notes=[json.dumps([line.get("json"), line.get("text")], sort_keys=True)])
      """,
      [
        "/refused": HTTPResponse(
          status: 400,
          body: Array(#"{"error":"key=\#(echo) pin 98765"}"#.utf8)
        ),
        "/json": HTTPResponse(#"{"url":"?key=\#(echo)","pin":98765}"#),
        "/text": HTTPResponse("key=\(secret) pin=98765"),
      ],
      configuration: ["token": .string(secret), "pin": 98765]
    ) { manifest in
      manifest["upstreams"] = [
        ["url": "https://api.example.org", "headers": ["X": "{token}{pin}"]]
      ]
      manifest["configSchema"] = [
        "properties": [
          "token": ["type": "string", "secret": true], "pin": ["type": "integer", "secret": true],
        ]
      ]
    }
    let json = try #require(await fixture.search("json").notes.first)
    #expect(json == #"[{"pin": "secret-pin", "url": "?key=secret-token"}, null]"#)
    for text in ["refused", "json", "text"] {
      let outcome = await fixture.search(text)
      let told = outcome.notes + [outcome.failure?.message ?? ""]
      #expect(!told.contains { $0.contains("s3c") || $0.contains("98765") }, "\(told)")
    }
    #expect(fixture.transport.sent.first?.headers == ["X": secret + "98765"])
  }

  @Test(
    "are not led elsewhere by a header of the program",
    arguments: [
      "Host", "hOST", "Connection", "Content-Length", "Transfer-Encoding", "Proxy-Authorization",
    ]
  )
  func headers(_ name: String) async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line:
              say(id=line["id"], fetch="https://api.example.org/a", headers={"\(name)": "evil.example"})
          else:
              say(id=line["id"], items=[])
      """,
      ["/a": HTTPResponse("{}")]
    )
    let failure = try #require(await fixture.search().failure)
    #expect(
      failure.message == "A program may not set the header \"\(name)\"; remove it from \"headers\"."
    )
    #expect(fixture.transport.sent.isEmpty)
  }

  @Test("include an access token that an upstream repeats", arguments: ["json", "refused"])
  func echoedToken(_ path: String) async throws {
    let echo = Array(#"{"error":"Bearer t0ken-of-mine"}"#.utf8)
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line: say(id=line["id"], fetch="https://api.example.org/\(path)")
          elif "status" in line: say(id=line["id"], items=[], notes=[json.dumps(line)])
      """,
      [
        "/token": HTTPResponse(#"{"access_token":"t0ken-of-mine","expires_in":3600}"#),
        "/json": HTTPResponse(body: echo), "/refused": HTTPResponse(status: 400, body: echo),
      ],
      configuration: ["id": "me", "secret": "hush"],
      Fixture.withToken
    )
    let outcome = await fixture.search()
    let told = try #require(outcome.notes.first ?? outcome.failure?.message)
    #expect(told.contains("Bearer secret-access-token") && !told.contains("t0ken"), "\(told)")
  }

  @Test(
    "include the access token of an upstream, with which files are requested, too"
  )
  func fileWithToken() async throws {
    let sound = HTTPResponse(body: Array("fLaC".utf8) + [UInt8](repeating: 0, count: 64))
    let fixture = try Fixture(
      #"for line in lines: say(id=line["id"], file="https://api.example.org/sounds/7.flac")"#,
      [
        "/token": HTTPResponse(#"{"access_token":"t0ken","expires_in":3600}"#),
        "/sounds/7.flac": sound,
      ],
      configuration: ["id": "me", "secret": "hush"]
    ) { manifest in
      manifest["methods"] = ["preview.get"]
      Fixture.withToken(&manifest)
    }
    let outcome = await fixture.run(.previewGet) { $0.id = EntityID("shelf:song:7") }
    #expect(outcome.media?.url == "https://api.example.org/sounds/7.flac", "\(outcome)")
    #expect(fixture.transport.sent.last?.headers["Authorization"] == "Bearer t0ken")
  }

  @Test("are not needed for an account where a cassette is replayed, also one with a renewal")
  func replayedAccount() async throws {
    let manifest: (inout [String: JSONValue]) -> Void = { manifest in
      manifest["upstreams"] = [
        [
          "url": "https://api.example.org",
          "token": [
            "url": "https://api.example.org/token", "id": "app",
            "device": "https://api.example.org/device",
          ],
        ]
      ]
    }
    let program = """
      for line in lines:
          if "params" in line: say(id=line["id"], fetch="https://api.example.org/a")
          else: say(id=line["id"], items=[])
      """
    let waiting = try Fixture(program, [:], manifest)
    #expect(waiting.missingConfiguration?.contains("your sign-in") == true)
    for status in [200, 401] {
      let fixture = try Fixture(
        program,
        [
          "/token": HTTPResponse(#"{"access_token":"secret-access-token"}"#),
          "/a": HTTPResponse(status: status, body: Array("{}".utf8)),
        ],
        environment: ["MUSICBUS_REPLAY": "/tmp/a.cassette"],
        manifest
      )
      #expect(fixture.missingConfiguration == nil)
      let failure = await fixture.search().failure
      #expect((failure == nil) == (status == 200), "\(String(describing: failure))")
      let forms = fixture.transport.sent.compactMap(\.body)
      let renewal =
        "grant_type=refresh_token&refresh_token=secret-refresh-token&client_id=app"
      #expect(forms == (status == 200 ? [] : [renewal]))
    }
  }

  @Test("have one access token for all upstreams whose tokens are the same")
  func sharedToken() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line: say(id=line["id"], fetch="https://api.example.org/a")
          elif line["json"]["next"]: say(id=line["id"], fetch=line["json"]["next"])
          else: say(id=line["id"], items=[])
      """,
      [
        "/token": HTTPResponse(#"{"access_token":"t0ken","expires_in":3600}"#),
        "/a": HTTPResponse(#"{"next":"https://lists.example.org/b"}"#),
        "/b": HTTPResponse(#"{"next":null}"#),
      ],
      configuration: ["id": "me", "secret": "hush"]
    ) { manifest in
      let token: JSONValue = [
        "url": "https://api.example.org/token", "id": "{id}", "secret": "{secret}",
      ]
      manifest["upstreams"] = [
        ["url": "https://api.example.org", "token": token],
        ["url": "https://lists.example.org", "token": token],
      ]
    }
    #expect(await fixture.search().failure == nil)
    let paths = fixture.transport.sent.map(\.address.target)
    #expect(paths == ["/token", "/a", "/b"])
    #expect(fixture.transport.sent.last?.headers["Authorization"] == "Bearer t0ken")
  }

  @Test("are sent with the request for a part of a song, for which the program is not needed")
  func partOfSong() async throws {
    let song = HTTPResponse(
      headers: ["Accept-Ranges": "bytes", "Content-Type": "audio/flac"],
      body: (0..<64).map { UInt8($0) }
    )
    let fixture = try Fixture(
      #"sys.exit("never started")"#,
      ["/stream?id=7&key=hush": song],
      configuration: ["key": "hush"]
    ) { manifest in
      manifest["methods"] = ["stream.get"]
      manifest["upstreams"] = [
        [
          "url": "https://api.example.org", "query": ["key": "{key}"],
          "headers": ["X-Key": "{key}"],
        ]
      ]
      manifest["configSchema"] = [
        "type": "object", "properties": ["key": ["type": "string", "secret": true]],
      ]
    }
    let outcome = await fixture.run(.streamGet) {
      $0.url = "https://api.example.org/stream?id=7"
      ($0.firstByte, $0.maxBytes) = (20, 3)
    }
    let media = try #require(outcome.media, "\(outcome)")
    #expect(media.bytes == [20, 21, 22])
    #expect((media.firstByte, media.totalBytes) == (20, 64))
    #expect(media.url == "https://api.example.org/stream?id=7")
    #expect(fixture.transport.sent.map { $0.headers["X-Key"] } == ["hush"])
    #expect(fixture.processes.isEmpty)
  }
}

extension Fixture {
  /// Has the only upstream of a manifest give tokens.
  fileprivate static func withToken(_ manifest: inout [String: JSONValue]) {
    manifest["upstreams"] = [
      [
        "url": "https://api.example.org",
        "token": ["url": "https://api.example.org/token", "id": "{id}", "secret": "{secret}"],
      ]
    ]
  }
}
