import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The user's own server and account in a running hub", .timeLimit(.minutes(10)))
  struct OwnServerTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func configure(_ id: String) throws {
      for (key, value) in ["server": sandbox.upstream.url, "user": "ann", "password": "open"] {
        let set = try sandbox.musicbus("config", "set", "providers.\(id).\(key)", value)
        #expect(set.status == 0, "\(set)")
      }
      #expect(try sandbox.musicbus("provider", "reload", id).status == 0)
      try sandbox.awaitProvider(id) { $0.state == .ready }
    }

    /// The ids of albums that a provider finds, in its own namespace.
    private func albums(_ provider: String) throws -> [String] {
      let found = try sandbox.musicbus(
        "search",
        "albums",
        "The Wall",
        "--provider",
        provider,
        "--json"
      )
      return try found.albums().flatMap(\.ids).filter { $0.namespace == provider }
        .map(\.description)
    }

    @Test("a server is set up by one command, which shows the address and asks")
    func setup() throws {
      let terminal = TypingTerminal(environment: sandbox.environment)
      let url = sandbox.upstream.url
      let settings: [TypingTerminal.Step] = [
        .init(after: "server: ", "\(url)/rest\n"), .init(after: "server: ", "\(url)\n"),
        .init(after: "apiKey [none]: ", "\n"), .init(after: "password [none]: ", "open\n"),
        .init(after: "path [none]: ", "\n"), .init(after: "user [none]: ", "ann\n"),
      ]
      let question = "Let opensubsonic send requests with these settings to \(url)? [y/N] "
      let refused = try terminal.run(
        ["provider", "setup", "opensubsonic"],
        settings + [.init(after: question, "n\n")]
      )
      #expect(refused.missing == nil && refused.output.contains("Nothing was changed."))
      #expect(try sandbox.providers()["opensubsonic"]?.state == .unconfigured)
      let agreed = try terminal.run(
        ["provider", "setup", "opensubsonic"],
        settings + [.init(after: question, "y\n")]
      )
      #expect(agreed.status == 0 && agreed.missing == nil, "\(agreed)")
      #expect(try sandbox.providers()["opensubsonic"]?.state == .ready)
      let owned = try sandbox.musicbus("search", "albums", "The Wall", "--owned", "--json")
      let found = try owned.albums()
      #expect(!found.isEmpty && found.allSatisfy { $0.owned == true }, "\(owned)")
    }

    @Test("the address of the server and the password are in no reply and no log")
    func secrets() async throws {
      try configure("opensubsonic")
      let found = try sandbox.musicbus("search", "albums", "The Wall", "--json")
      #expect(try !found.albums().isEmpty)
      #expect(!found.output.contains("open\""))
      let signed = try await sandbox.upstream.requests().filter { $0.contains("/rest/") }
      #expect(!signed.isEmpty)
      let signatures = Set(signed.compactMap { $0.firstMatch(of: /[?&]t=([0-9a-f]+)/)?.1 })
      #expect(signatures.count == signed.count, "\(signed)")
      for signature in signatures {
        #expect(!sandbox.log.contains(signature) && !found.output.contains(signature))
      }
      #expect(signed.allSatisfy { !$0.contains("open") })
    }

    @Test("a second server has settings, records and a name of its own, and goes alone")
    func instances() throws {
      try configure("opensubsonic")
      let added = try sandbox.musicbus("provider", "add", "opensubsonic", "--as", "attic")
      #expect(added.errors.contains("musicbus provider setup attic"), "\(added)")
      #expect(try sandbox.providers()["attic"]?.state == .unconfigured)
      try configure("attic")
      let (one, other) = (try albums("opensubsonic"), try albums("attic"))
      #expect(!one.isEmpty)
      #expect(other == one.map { $0.replacing("opensubsonic:", with: "attic:") }, "\(other)")
      let opened = try sandbox.musicbus("album", try #require(other.first), "--json")
      let ids = try opened.albums().first?.ids.map(\.description) ?? []
      #expect(other.first.map(ids.contains) == true, "\(opened)")
      #expect(try sandbox.providers()["attic"]?.name == "OpenSubsonic (attic)")
      let again = try sandbox.musicbus("provider", "add", "opensubsonic", "--as", "attic")
      #expect(again.errors.contains("There is already a provider \"attic\""), "\(again)")
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      try sandbox.awaitProvider("attic") { $0.state == .ready }
      #expect(try sandbox.musicbus("provider", "remove", "attic").status == 0)
      try sandbox.awaitRemoval(of: "attic")
      #expect(try sandbox.providers()["opensubsonic"]?.state == .ready)
      let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.paths.providers)
      #expect(!files.contains("attic.json"), "\(files)")
    }

    @Test(
      "an account is used from sign-in to sign-out, and its tokens are in a file of the user alone"
    )
    func account() throws {
      let service = try Service(sandbox)
      defer { _ = service.child.stop(timeout: .seconds(5)) }
      let variables = ["MUSICBUS_WAVES_URL": service.url]
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub(adding: variables)
      try addWaves()
      let waiting = try sandbox.awaitProvider("waves") { $0.state == .unconfigured }
      let command = "musicbus provider sign-in waves"
      #expect(waiting.lastError?.contains(command) == true, "\(waiting)")
      let signedIn = try sandbox.musicbus(
        "provider",
        "sign-in",
        "waves",
        adding: variables
      )
      #expect(signedIn.status == 0, "\(signedIn)")
      for line in ["https://waves.example/activate", "ABCD-EFGH", "You are signed in."] {
        #expect(signedIn.errors.contains(line), "\(signedIn)")
      }
      let found = try sandbox.musicbus("search", "artists", "nina", "--provider", "waves", "--json")
      #expect(try found.artists().map(\.name) == ["Nina of ann"], "\(found)")
      // The tools that run it without a hub, such as the check of its start, are signed in, too.
      let reloaded = try sandbox.musicbus("provider", "reload", "waves", adding: variables)
      #expect(reloaded.status == 0, "\(reloaded)")
      let file = try sandbox.paths.signIn(ofProvider: "waves")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      for text in [sandbox.log, signedIn.errors, found.output] { #expect(!text.contains("of-ann")) }
      let signedOut = try sandbox.musicbus("provider", "sign-out", "waves")
      #expect(signedOut.errors.contains("You are signed out."), "\(signedOut)")
      #expect(!FileManager.default.fileExists(atPath: file))
      try sandbox.awaitProvider("waves") { $0.state == .unconfigured }
      let none = try sandbox.musicbus("provider", "sign-out", "waves")
      #expect(none.status == 1 && none.errors.contains("You are not signed in"), "\(none)")
    }

    @Test("a sign-in is neither replaced by nor given to another program under the id")
    func otherAuthor() throws {
      let service = try Service(sandbox)
      defer { _ = service.child.stop(timeout: .seconds(5)) }
      let variables = ["MUSICBUS_WAVES_URL": service.url]
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub(adding: variables)
      try addWaves()
      try sandbox.awaitProvider("waves") { $0.state == .unconfigured }
      let first = try sandbox.musicbus("provider", "sign-in", "waves", adding: variables)
      #expect(first.status == 0, "\(first)")
      try sandbox.awaitProvider("waves") { $0.state == .ready }
      let file = try sandbox.paths.signIn(ofProvider: "waves")
      let saved = try String(contentsOfFile: file, encoding: .utf8)
      #expect(try sandbox.musicbus("provider", "remove", "waves").status == 0)
      try sandbox.awaitRemoval(of: "waves")
      let other = try writeWaves(in: "other-waves")
      try FileManager.default.createSymbolicLink(
        atPath: "\(sandbox.paths.providers)/waves.json",
        withDestinationPath: "\(other)/provider.json"
      )
      try sandbox.awaitProvider("waves") { $0.state == .stopped }
      let refused = try sandbox.musicbus("provider", "sign-in", "waves", adding: variables)
      #expect(refused.status == 1, "\(refused)")
      for text in ["The settings in providers.waves were made for", "provider reset waves"] {
        #expect(refused.errors.contains(text), "\(refused)")
      }
      #expect(!refused.errors.contains("ABCD-EFGH"), "\(refused)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == saved)
      #expect(try sandbox.providers()["waves"]?.state == .stopped)
    }

    /// Adds a provider for a service that asks for the user's account.
    private func addWaves() throws {
      _ = try sandbox.musicbus("provider", "add", writeWaves(in: "waves"))
    }

    /// - Returns: its directory.
    private func writeWaves(in name: String) throws -> String {
      let directory = "\(sandbox.home.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      let manifest = """
        {
          "id": "waves", "name": "Waves", "version": "1.0", "executable": "./provider.py", "lines": 1,
          "methods": ["artists.search"], "namespaces": ["waves:artist"],
          "environment": ["MUSICBUS_WAVES_URL"],
          "upstreams": [{"url": "https://api.waves.example", "requests": 100, "perMs": 1000, "token": {
            "url": "https://api.waves.example/token", "device": "https://api.waves.example/device",
            "id": "musicbus"}}],
          "attribution": {"text": "From Waves."},
          "samples": [{"method": "artists.search", "params": {"text": "nina"}}]
        }
        """
      try manifest.write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
      let program = """
        #!/usr/bin/env python3
        import json, sys
        for line in map(json.loads, sys.stdin):
            if "method" in line:
                print(json.dumps({"id": line["id"], "fetch": "https://api.waves.example/search"}), flush=True)
            elif "json" in line:
                item = {"id": "waves:artist:1", "name": line["json"]["name"]}
                print(json.dumps({"id": line["id"], "items": [item]}), flush=True)
        """
      try ExecutableText.write(program, to: "\(directory)/provider.py")
      return directory
    }
  }
}

/// A service on this machine at which a user signs in with a code (RFC 8628).
private struct Service {
  let child: ChildProcess
  let url: String

  init(_ sandbox: Sandbox) throws {
    let file = "\(sandbox.home.path)/service-port"
    var launch = Launch(
      "/usr/bin/env",
      ["python3", "-c", Service.program, file],
      environment: Environment.ofTests.allowing(["PATH"])
    )
    launch.input = .lifeline
    child = try ChildProcess(launch)
    url = "http://127.0.0.1:\(try sandbox.awaitFile(file, "the port") { !$0.isEmpty })"
  }

  private static let program = """
    import http.server, json, os, sys, threading
    asked = 0
    class Handler(http.server.BaseHTTPRequestHandler):
        def reply(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        def do_POST(self):
            global asked
            form = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path == "/device":
                self.reply(200, {"device_code": "d", "user_code": "ABCD-EFGH", "interval": 1, "expires_in": 600,
                                 "verification_uri": "https://waves.example/activate"})
            elif asked == 0:
                asked = 1
                self.reply(400, {"error": "authorization_pending"})
            else:
                self.reply(200, {"access_token": "token-of-ann", "refresh_token": "next-of-ann", "expires_in": 3600})
        def do_GET(self):
            known = self.headers["Authorization"] == "Bearer token-of-ann"
            self.reply(200, {"name": "Nina of ann"}) if known else self.reply(401, {})
        def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(sys.argv[1] + ".new", "w") as file: file.write(str(server.server_port))
    os.replace(sys.argv[1] + ".new", sys.argv[1])
    sys.stdin.read()
    """
}
