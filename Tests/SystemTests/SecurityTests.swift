import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Security", .timeLimit(.minutes(10)))
  struct SecurityTests {
    @Test("directory, lock and sockets are accessible to the user only")
    func modes() throws {
      let sandbox = try Sandbox()
      let paths = try sandbox.paths
      #expect(try sandbox.musicbus("hub", "status").status == 0)
      var status = stat()
      for (path, mode) in [
        (paths.runtime, mode_t(0o700)), (paths.lock, 0o600),
        ("\(paths.runtime)/clients.sock", 0o700), ("\(paths.runtime)/providers.sock", 0o700),
      ] {
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode, "\(path)")
        #expect(status.st_uid == getuid())
      }
    }

    @Test("another user is refused, even with access to the directory, and logged", .asRoot)
    func otherUser() throws {
      let sandbox = try Sandbox()
      let paths = try sandbox.paths
      #expect(try sandbox.musicbus("hub", "status").status == 0)
      for path in [sandbox.home.path, paths.runtime] { chmod(path, 0o711) }
      chmod("\(paths.runtime)/clients.sock", 0o777)
      let endpoint = try paths.clientsEndpoint()
      let otherUser = try RunResult.of(
        Launch(
          "/usr/bin/setpriv",
          [
            "--reuid", "4711", "--regid", "4711", "--clear-groups", "/usr/bin/python3", "-c",
            """
            import zmq
            s = zmq.Context().socket(zmq.DEALER)
            s.linger = 0
            s.connect("\(endpoint)")
            s.send_multipart([b"MB1", b'{"type":"hello","id":"h"}',
              b'{"versions":{"min":"1.0","max":"1.0"},"peer":{"name":"x","version":"1"}}'])
            print(s.poll(2000))
            """,
          ],
          environment: ["PATH": "/usr/bin:/bin"]
        )
      )
      #expect(otherUser.output == "0\n", "\(otherUser)")
      try sandbox.awaitLog("of user 4711; this hub serves user 0")
      chmod(paths.runtime, 0o700)
      #expect(try sandbox.musicbus("hub", "status").status == 0)
    }

    @Test("the token of a provider is invalid outside of its process group")
    func token() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider(
        "careless",
        script: "read -r line && echo \"$line\" > \"$HOLD/line\"; cat > /dev/null"
      )
      try sandbox.startHub()
      let line = try sandbox.awaitFile("\(sandbox.home.path)/line", "a line") { $0.hasSuffix("\n") }
      let start = try JSONCodec.decode(StartLine.self, from: Array(line.utf8))
      let thief = try RawPeer(start.endpoint)
      let reply = try #require(try thief.hello(token: start.token))
      #expect(reply.header.type == .reject)
      let reject = try reply.decodeBody(Reject.self)
      #expect(reject.code == .tokenInvalid)
      #expect(reject.message.contains("MB-233"))
      try sandbox.awaitLog("outside it presented the token")
      #expect(!sandbox.log.contains(start.token))
    }

    @Test("a routing id that a peer chooses is refused")
    func routingIDs() throws {
      let sandbox = try Sandbox()
      let endpoint = try sandbox.paths.clientsEndpoint()
      func type(_ routing: [UInt8]) throws -> MessageType? {
        let peer = try RawPeer(endpoint, routing: routing)
        let reply = try peer.hello()
        if reply?.header.type == .reject {
          #expect(try reply?.decodeBody(Reject.self).code == .protocolViolation)
        }
        return reply?.header.type
      }
      #expect(try type(Array("me".utf8)) == .reject)
      // The same name again, while the first is there and after it has left.
      let first = try RawPeer(endpoint, routing: [7])
      #expect(try first.hello()?.header.type == .reject)
      let second = try RawPeer(endpoint, routing: [7])
      #expect(try second.hello(within: .seconds(1)) == nil)
      // No other peer is affected.
      #expect(try RawPeer(endpoint).hello()?.header.type == .welcome)
      #expect(try sandbox.musicbus("hub", "status").status == 0)
    }

    @Test("a session cannot be used from another connection, even with its id")
    func sessions() throws {
      let sandbox = try Sandbox()
      let endpoint = try sandbox.paths.clientsEndpoint()
      let owner = try RawPeer(endpoint)
      let sid = try #require(try owner.hello()?.header.sid)
      let thief = try RawPeer(endpoint)
      try thief.send(WireMessage(Header(type: .call, id: "c", sid: sid, method: .hubStatus)))
      let reply = try #require(try thief.receive())
      #expect(reply.header.type == .bye)
      #expect(try reply.decodeBody(Bye.self).code == .sessionUnknown)
      try owner.send(WireMessage(Header(type: .call, id: "c", sid: sid, method: .hubStatus)))
      #expect(try owner.receive()?.header.type == .done)
    }

    @Test("a provider that other users can modify is not started, and reported")
    func openProvider() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider("open", script: "touch \"$HOLD/has-run\"; cat")
      let executable = "\(sandbox.home.path)/providers/open/run"
      chmod(executable, 0o777)
      try sandbox.startHub()
      try sandbox.awaitLog("chmod go-w \(executable)")
      #expect(try sandbox.providers()["open"] == nil)
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.home.path)/has-run"))
    }

    @Test("a configuration that other users can read causes a warning, without its values")
    func configuration() throws {
      let sandbox = try Sandbox(startsHub: false)
      let path = try sandbox.paths.configurationFile
      try FileManager.default.createDirectory(
        atPath: try sandbox.paths.configuration,
        withIntermediateDirectories: true
      )
      try Data(#"{"providers": {"audiodb": {"apiKey": "s3cr3t"}}}"#.utf8)
        .write(to: URL(filePath: path))
      chmod(path, 0o644)
      try sandbox.startHub(["--verbose"])
      try sandbox.awaitLog("chmod 600 \(path)")
      _ = try sandbox.awaitProvider("audiodb") { $0.state != .starting }
      #expect(!sandbox.log.contains("s3cr3t"))
    }

    @Test("a configuration that other users can write is obeyed by no program")
    func writableConfiguration() throws {
      let sandbox = try Sandbox()
      let path = try sandbox.paths.configurationFile
      let marker = "\(sandbox.home.path)/has-run"
      let set = try sandbox.musicbus("config", "set", "client.player", "touch \(marker); true")
      #expect(set.status == 0, "\(set)")
      chmod(path, 0o666)
      let played = try sandbox.musicbus("preview", "Coldplay - Yellow", "--play")
      #expect(played.status == 1 && played.errors.contains("chmod go-w \(path)"), "\(played)")
      #expect(!FileManager.default.fileExists(atPath: marker))
      _ = try sandbox.musicbus("provider", "reload", "audiodb")
      try sandbox.awaitLog("The configuration is not used: \(path) is writable by other users")
      chmod(path, 0o600)
      #expect(try sandbox.musicbus("preview", "Coldplay - Yellow", "--play").status == 0)
      #expect(FileManager.default.fileExists(atPath: marker))
    }

    @Test("a provider inherits only the allowed variables of the hub")
    func leaks() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider(
        "probe",
        script: """
          { /usr/bin/env | /usr/bin/cut -d= -f1 | /usr/bin/sort | /usr/bin/tr '\\n' ' '; echo
            /bin/ls /proc/self/fd | /usr/bin/tr '\\n' ' '; echo
            ulimit -c; ulimit -n; ulimit -Hn
            /bin/grep -E 'Sig(Blk|Ign)' /proc/self/status
          } > "$HOLD/probe.new" 2>&1
          mv "$HOLD/probe.new" "$HOLD/probe"
          cat > /dev/null
          """
      )
      try sandbox.startHub()
      let text = try sandbox.awaitFile("\(sandbox.home.path)/probe", "the output of the probe") {
        _ in true
      }
      let lines = text.split(separator: "\n").map(String.init)
      try #require(lines.count == 7, "\(text)")
      let shell: Set = ["PWD", "OLDPWD", "SHLVL", "_"]
      let names = Set(lines[0].split(separator: " ").map(String.init)).subtracting(shell)
      #expect(
        names.subtracting(["LANG", "TZ"]) == [
          "MUSICBUS_SPAWN", "MUSICBUS_START", "MUSICBUS_STATE_DIRECTORY", "PATH",
        ],
        "the hub itself has MUSICBUS_HOME, COLUMNS and more"
      )
      // The fourth is the directory that `ls` itself reads.
      #expect(lines[1] == "0 1 2 3 ")
      #expect(Array(lines[2...4]) == ["0", "1024", "1024"])
      #expect(lines[5].hasSuffix("\t0000000000000000"))
      // glibc reserves two real-time signals, 32 and 33.
      #expect(UInt64(lines[6].suffix(16), radix: 16).map { $0 & ~0x1_8000_0000 } == 0)
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Needs to become another user.
  fileprivate static var asRoot: Self {
    .enabled(if: getuid() == 0 && Program.pythonHas("zmq"), "needs root and python3-zmq")
  }
}
