import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

@Suite("A program on JSON lines", .timeLimit(.minutes(5)))
struct LineProviderTests {
  /// Replies to each call with the first result of a request.
  private static let searching = """
    for line in lines:
        if "params" in line:
            say(id=line["id"], fetch="https://api.example.org/search?q=" + line["params"]["text"])
        elif "status" in line:
            found = line.get("json", [])
            say(id=line["id"], items=[{"id": f"shelf:artist:{it['id']}", "name": it["name"]} for it in found])
    """

  @Test("serves a call with a request, whose response it converts")
  func search() async throws {
    let fixture = try Fixture(
      Self.searching,
      ["/search?q=nina": HTTPResponse(#"[{"id":1,"name":"Nina Simone"}]"#)]
    )
    let found = await fixture.search()
    #expect(found.failure == nil)
    #expect(found.items.map(\.displayName) == ["Nina Simone"])
    #expect(found.items.map(\.kind) == [.artist])
    #expect(found.spent == ["api.example.org": 1])
    let missing = await fixture.search("celia")
    #expect(missing.items.isEmpty && missing.failure == nil)
  }

  @Test("has upstreams by https and without a path, which requests would not have")
  func upstreamPath() {
    for url in [
      "https://api.example.org/v1", "https://api.example.org/?key=1", "api.example.org",
      "http://api.example.org", "http://192.168.1.1",
    ] {
      let failure = #expect(throws: Failure.self) {
        try Fixture(Self.searching) { $0["upstreams"] = [["url": .string(url)]] }
      }
      #expect(failure?.code == .manifestInvalid)
      #expect(
        failure?.message.contains("\"\(url)\"; expected https and a host without a path") == true
      )
    }
  }

  @Test("gets the parameters, and the configuration without secrets, which are put into requests")
  func secrets() async throws {
    let program = """
      for line in lines:
          if "params" in line:
              call, params = line["id"], line["params"]
              say(id=call, fetch="https://api.example.org/a?b=1")
          elif "status" in line:
              say(id=call, items=[], notes=[json.dumps([first, params])])
      """
    let fixture = try Fixture(
      program,
      ["/a?b=1&key=s3cret": HTTPResponse("{}")],
      configuration: ["token": "s3cret", "market": "us"]
    ) { manifest in
      manifest["upstreams"] = [
        [
          "url": "https://api.example.org",
          "headers": ["Authorization": "Token {token}", "X": "{no}"],
          "query": ["key": "{token}"],
        ]
      ]
      manifest["configSchema"] = [
        "properties": ["token": ["type": "string", "secret": true], "market": ["type": "string"]]
      ]
    }
    let outcome = await fixture.search()
    #expect(outcome.failure == nil)
    #expect(fixture.transport.sent.first?.headers == ["Authorization": "Token s3cret"])
    let seen = try JSONCodec.decode(JSONValue.self, from: Array((outcome.notes.first ?? "").utf8))
    #expect(
      seen == [
        ["lines": 1, "provider": "shelf", "config": ["market": "us"]], ["text": "nina"],
      ]
    )
  }

  @Test("shows parts at once, and says where a list continues")
  func pages() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          say(id=line["id"], part=[{"id": "shelf:artist:1", "name": "A"}])
          say(id=line["id"], items=[{"id": "shelf:artist:2", "name": "B"}], next=25, total=70, freshMs=60000)
      """
    )
    let outcome = await fixture.search()
    #expect(outcome.items.map(\.displayName) == ["A", "B"])
    #expect(outcome.next == .offset(25))
    #expect(outcome.freshMs == 60_000)
  }

  @Test("has unusable results skipped, with their reasons, and the others used")
  func skipped() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          say(id=line["id"], skip="no name")
          say(id=line["id"], items=[{"id": "shelf:artist:1", "name": "A"}, {"id": "shelf:artist:2"}, 5])
      """
    )
    let outcome = await fixture.search()
    #expect(outcome.items.map(\.displayName) == ["A"])
    #expect(
      outcome.skipped == [
        "no name": 1, "the member \"name\" is missing": 1, "not an object": 1,
      ]
    )
  }

  @Test("fetches text, posts, and goes on without an optional response")
  func requests() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line:
              say(id=line["id"], n=1, fetch="https://api.example.org/text", **{"as": "text"})
              say(id=line["id"], n=2, fetch="https://api.example.org/post", body={"q": [1]})
              say(id=line["id"], n=3, fetch="https://nowhere.example.com/", optional=True)
              seen = {}
          else:
              seen[line["n"]] = line.get("text") or line.get("json") or line.get("error", {}).get("code")
              if len(seen) == 3:
                  say(id=line["id"], items=[], notes=[json.dumps([seen[1], seen[2], seen[3]])])
      """,
      ["/text": HTTPResponse("plain"), "/post": HTTPResponse("[7]")]
    )
    let outcome = await fixture.search()
    #expect(outcome.notes.last == #"["plain", [7], "INVALID_PARAMS"]"#)
    #expect(outcome.freshMs == 10_000)
    let posted = try #require(fixture.transport.sent.first { $0.body != nil })
    #expect(posted.body == #"{"q":[1]}"#)
    #expect(posted.headers["Content-Type"] == "application/json")
  }

  @Test("has files transferred without it, the first URL that exists")
  func files() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          say(id=line["id"], file=["https://img.example.org/gone.png", "https://img.example.org/1.png"])
      """,
      [
        "https://img.example.org/1.png": HTTPResponse(
          body: Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
        )
      ]
    )
    let outcome = await fixture.run(.artworkGet) { $0.id = EntityID("shelf:artist:1") }
    #expect(outcome.media?.type == "image/png")
  }

  @Test("may end a call with an error, and fails it by a request that fails")
  func errors() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "cancel" in line:
              say(id=line["id"], items=[])
          elif line["params"]["text"] == "own":
              say(id=line["id"], error={"code": "UPSTREAM_BAD_DATA", "message": "Half a record."})
          else:
              say(id=line["id"], fetch="https://other.example.com/")
      """
    )
    let own = await fixture.search("own")
    #expect(own.failure?.code == .upstreamBadData && own.failure?.message == "Half a record.")
    let other = await fixture.search("other")
    #expect(other.failure?.code == .invalidParams)
    #expect(other.failure?.message.contains("https://other.example.com") == true)
    #expect(await fixture.search("own").failure?.message == "Half a record.")
  }

  @Test(
    "that breaks the format fails its calls with what is wrong, and is started again",
    arguments: [
      (#"print("hello", flush=True)"#, #"The program wrote "hello""#),
      ("sys.exit(3)", "The program exited with status 3."),
      ("import ctypes; ctypes.string_at(0)", "The program was killed by signal 11 (SIGSEGV)."),
      (#"say(id=99, items=[])"#, "a line for call 99, which was never made"),
      (
        #"say(id=line["id"], itmes=[])"#,
        "it has to have one of items, file, lyrics, collection, error"
      ),
      (
        #"say(id=line["id"], items=[], error={"code": "A", "message": "B"})"#,
        "it has to have one of"
      ),
      ("say(items=[])", #"the member "id" is missing"#),
      (#"print("x" * 2000000, flush=True)"#, "a line of more than 1048576 bytes"),
    ]
  )
  func broken(_ statement: String, _ problem: String) async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if line["params"]["text"] == "bad":
              \(statement)
          else:
              say(id=line["id"], items=[])
      """
    )
    let outcome = await fixture.search("bad")
    #expect(outcome.failure?.message.contains(problem) == true, "\(outcome.failure?.message ?? "")")
    #expect(await fixture.search("good").failure == nil)
  }

  @Test("may reply to a cancel of a call that it has just ended")
  func crossing() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "cancel" in line:
              say(id=line["id"], items=[])
          elif line["params"]["text"] == "cancelled":
              say(id=line["id"], fetch="https://other.example.com/")
              say(id=line["id"], items=[])
          else:
              say(id=line["id"], items=[], notes=[token])
      """
    )
    let first = await fixture.search("one").notes
    _ = await fixture.search("cancelled")
    #expect(await fixture.search("two").notes == first)
  }

  @Test("gets no more calls than it serves at the same time, also after a cancelled one")
  func inflight() async throws {
    let fixture = try Fixture(
      """
      busy = None
      for line in lines:
          if "cancel" in line:
              say(id=line["id"], items=[])
              busy = None
          else:
              assert busy is None
              busy = line["id"]
              if line["params"]["text"] == "slow":
                  say(id=line["id"], fetch="https://other.example.com/")
              else:
                  busy = None
                  say(id=line["id"], items=[])
      """
    )
    await withTaskGroup(of: ErrorCode?.self) { group in
      for number in 0..<20 {
        group.addTask {
          await fixture.search(number % 2 == 0 ? "slow" : "quick").failure?.code
        }
      }
      for await code in group { #expect(code == nil || code == .invalidParams) }
    }
  }

  @Test("that does not reply fails at the deadline of the call, and is started again")
  func silent() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line and line["params"]["text"] != "silent":
              say(id=line["id"], items=[])
      """
    )
    let silent = await fixture.search("silent", timeout: .milliseconds(500))
    #expect(silent.failure?.code == .deadlineExceeded)
    #expect(await fixture.search("loud").failure == nil)
  }

  @Test("is ended if it has no calls for a while, also after a cancelled one")
  func idle() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          if "params" in line and line["params"]["text"] == "bad":
              say(id=line["id"], fetch="https://other.example.com/")
          else:
              say(id=line["id"], items=[], notes=[token])
      """,
      idleTime: .milliseconds(200)
    )
    let token = try #require(await fixture.search().notes.first)
    _ = await fixture.search("bad")
    try await awaitAsyncCondition("the end of an idle program") { fixture.processes.isEmpty }
    #expect(await fixture.search().notes.first != token)
  }

  @Test("gets no response that does not fit into a line")
  func large() async throws {
    let fixture = try Fixture(
      Self.searching,
      ["/search?q=nina": HTTPResponse("[\"" + String(repeating: "x", count: 1 << 20) + "\"]")]
    )
    let failure = try #require(await fixture.search().failure)
    #expect(failure.message.contains("a line has at most 1 MiB"))
  }

  @Test("may write a line of exactly as many bytes as one may have")
  func longest() async throws {
    let fixture = try Fixture(
      """
      for line in lines:
          start = json.dumps({"id": line["id"], "items": [], "notes": [""]})[:-3]
          note = "x" * (int(line["params"]["text"]) - len(start) - 3)
          sys.stdout.write(start + note + '"]}\\n')
          sys.stdout.flush()
      """
    )
    #expect(await fixture.search("\(1 << 20)").failure == nil)
    let failure = try #require(await fixture.search("\((1 << 20) + 1)").failure)
    #expect(failure.message.contains("a line of more than"), "\(failure)")
  }

  @Test("runs in a directory with spaces, and gets the address that replaces its upstream")
  func redirected() async throws {
    let fixture = try Fixture(
      Self.searching,
      ["http://127.0.0.1:9/search?q=nina": HTTPResponse("[]")],
      in: "a b é",
      environment: ["MUSICBUS_SHELF_URL": "http://127.0.0.1:9"]
    ) { $0["environment"] = ["MUSICBUS_SOURCES_URL", "MUSICBUS_SHELF_URL"] }
    #expect(await fixture.search().failure == nil)
    #expect(
      fixture.transport.requests
        == ["http://127.0.0.1:9/search?q=nina"]
    )
  }

  @Test("that does not end a cancelled call is killed with what it started, and started again")
  func stuck() async throws {
    let fixture = try Fixture(
      """
      import subprocess
      for line in lines:
          if "params" in line and line["params"]["text"] == "stuck":
              child = subprocess.Popen(["sleep", "600"], start_new_session=True)
              say(id=line["id"], fetch="https://other.example.com/")
              child.wait()
          say(id=line["id"], items=[])
      """
    )
    #expect(await fixture.search("stuck").failure != nil)
    try await awaitAsyncCondition("the end of what it started") { fixture.processes.isEmpty }
    #expect(await fixture.search("again").failure == nil)
  }

  @Test("is refused with the reason and the fix if it cannot be run")
  func missing() throws {
    let failure = #expect(throws: Failure.self) {
      try Fixture("") { $0["executable"] = "./nothing.py" }
    }
    #expect(failure?.message.hasPrefix(#"The program "./nothing.py" is not in "#) == true)
    #expect(
      failure?.message.hasSuffix(#"Correct "executable" in provider.json, or build it."#) == true
    )
  }

  @Test("that exits is reported with the last line that it wrote to standard error")
  func reason() async throws {
    let fixture = try Fixture("import tomllib_of_tomorrow")
    let message = try #require(await fixture.search().failure?.message)
    #expect(
      message.hasPrefix(
        "The program exited with status 1: ModuleNotFoundError: No module named 'tomllib_of_tomorrow'. "
      )
    )
  }

  @Test("runs several calls at the same time if its manifest says so")
  func concurrent() async throws {
    let fixture = try Fixture(
      """
      waiting = []
      for line in lines:
          waiting.append(line)
          if len(waiting) == 2:
              for call in reversed(waiting):
                  say(id=call["id"], items=[], notes=[call["params"]["text"]])
      """
    ) { $0["inflight"] = 2 }
    async let one = fixture.search("one")
    async let two = fixture.search("two")
    #expect(await [one, two].map(\.notes) == [["one"], ["two"]])
  }
}

@Suite("The manifest of a provider on JSON lines")
struct LineManifestTests {
  private func manifest(_ change: (inout [String: JSONValue]) -> Void) throws -> LineManifest {
    var members: [String: JSONValue] = [
      "id": "shelf", "name": "Shelf", "version": "1", "executable": "a", "lines": 1,
      "methods": ["artists.search"], "namespaces": [], "attribution": ["text": "A"], "samples": [],
    ]
    change(&members)
    return try JSONCodec.decode(
      LineManifest.self,
      from: JSONCodec.encode(JSONValue.object(members))
    )
  }

  @Test("may declare the cost of its methods, or leave it to a default")
  func methods() throws {
    let plain = try manifest { $0["upstreams"] = [["url": "https://a.example"]] }
    #expect(try declaration(plain).cost == ["a.example": 4])
    #expect(try declaration(plain).freshMs == 24 * 3_600_000)
    let declared = try manifest {
      $0["methods"] = ["artists.search": ["cost": ["b.example": 1], "freshMs": 5]]
    }
    #expect(try declaration(declared).cost == ["b.example": 1])
  }

  private func declaration(
    _ manifest: LineManifest,
    of method: BusProtocol.Method = .artistsSearch
  ) throws -> Descriptor.MethodDeclaration {
    let services = try LineProvider.services(
      of: manifest,
      as: manifest.id,
      ProviderConfiguration()
    )
    return manifest.declaration(of: method, at: services)
  }

  @Test("has the requests for a token in the cost of the methods that need it")
  func token() throws {
    let manifest = try manifest {
      $0["upstreams"] = [
        [
          "url": "https://a.example",
          "token": ["url": "https://login.example/token", "id": "{key}", "secret": "{secret}"],
        ],
        ["url": "https://login.example"], ["url": "https://c.example"],
      ]
      $0["methods"] = [
        "artists.search": ["cost": ["a.example": 2]], "albums.search": ["cost": ["c.example": 2]],
        "songs.search": [:],
      ]
    }
    let search = try declaration(manifest)
    #expect(search.cost == ["a.example": 2, "login.example": 2])
    #expect(try declaration(manifest, of: .albumsSearch).cost == ["c.example": 2])
    let usual = try declaration(manifest, of: .songsSearch)
    #expect(usual.cost == ["a.example": 4, "login.example": 6, "c.example": 4])
  }

  @Test("of another version is refused, with both versions")
  func version() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/provider.json"
    try
      #"{"id":"a","name":"A","version":"1","executable":"a","lines":2,"methods":[],"namespaces":[],"attribution":{"text":"A"},"samples":[]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let failure = #expect(throws: Failure.self) { try LineManifest.read(path) }
    #expect(failure?.code == .manifestInvalid)
    #expect(
      failure?.message.contains("needs version 2 of the format; this program speaks version 1")
        == true
    )
  }
}
