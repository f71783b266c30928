import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The hub's log", .timeLimit(.minutes(10)))
  struct LogTests {
    /// A hub whose log goes to a pipe with room for 4,096 bytes.
    private struct PipedHub {
      let child: ChildProcess
      let log: FileDescriptor
      let client: RawPeer
      let sid: String

      /// `F_SETPIPE_SZ`, which Glibc hides.
      private static let setPipeSize: CInt = 1031

      init(_ sandbox: Sandbox) throws {
        var launch = Launch(
          Executables.path("musicbus-hub"),
          ["--lease"],
          environment: sandbox.environment
        )
        launch.input = .lifeline
        launch.output = .null
        launch.errors = .pipe
        child = try ChildProcess(launch)
        log = try #require(child.errors)
        try #require(fcntl(log.descriptor, PipedHub.setPipeSize, 4096) == 4096)
        let (lock, pid) = (try sandbox.paths.lock, child.pid)
        try awaitCondition("the hub") { try HubLock.holder(at: lock) == pid }
        client = try RawPeer(try sandbox.paths.clientsEndpoint())
        sid = try #require(try client.hello()?.header.sid)
      }

      /// Waits until the pipe has no room for another line of 1,000 bytes.
      func awaitFullPipe() throws {
        var count: CInt = 0
        try awaitCondition("3,000 bytes in the log, which has \(count)") {
          try #require(ioctl(log.descriptor, UInt(FIONREAD), &count) == 0)
          return count >= 3000
        }
      }

      /// Calls the hub, and fails unless it replies.
      func expectReply(_ id: String) throws {
        let header = Header(type: .call, id: id, sid: sid, method: .hubStatus)
        try client.send(WireMessage(header, CallParameters()))
        let reply = try client.receive(within: .seconds(60))
        #expect(reply?.header.type == .done, "call \(id): \(String(describing: reply))")
      }

      /// Reads the log to its end.
      func remainingLines() throws -> [Substring] {
        let deadline = Deadline.after(.seconds(60))
        var bytes: [UInt8] = []
        reading: while log.waitUntilReadable(deadline) {
          switch try log.read() {
          case .bytes(let more): bytes += more
          case .nothing: break
          case .end: break reading
          }
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      }
    }

    private func sandbox() throws -> Sandbox {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider(
        "chatty",
        script: """
          filler=$(printf '%0990d' 0)
          for number in $(seq 1 150); do echo "line $number $filler" >&2; done
          touch '\(sandbox.home.path)/written'
          cat > /dev/null
          """
      )
      return sandbox
    }

    @Test("does not delay replies if its pipe is not read, and is complete when read later")
    func unread() throws {
      let sandbox = try sandbox()
      let hub = try PipedHub(sandbox)
      try hub.awaitFullPipe()
      try sandbox.awaitFile("\(sandbox.home.path)/written", "the provider's last line") { _ in true
      }
      for number in 1...50 { try hub.expectReply("\(number)") }
      hub.child.closeLifeline()
      let lines = try hub.remainingLines()
      #expect(hub.child.waitForExit(.after(.seconds(60))) == .exited(0))
      let numbers = lines.compactMap { line in
        line.firstRange(of: "[chatty] line ").flatMap { range in
          Int(line[range.upperBound...].prefix { $0 != " " })
        }
      }
      #expect(numbers == Array(1...150))
      #expect(lines.last?.hasSuffix("The hub has stopped.") == true)
    }

    @Test("does not prevent the exit of the hub if its pipe is not read")
    func neverRead() throws {
      let hub = try PipedHub(try sandbox())
      try hub.awaitFullPipe()
      hub.child.closeLifeline()
      #expect(hub.child.waitForExit(.after(.seconds(60))) == .exited(0))
    }
  }
}
