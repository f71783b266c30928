internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Steps that many checks share.
extension ProviderHarness {
  /// The time limit for a hello (MB-183).
  static let helloTimeout = Duration.seconds(5)

  /// Waits for the hello after the first `known` ones.
  func nextHello(
    after known: Int = 0,
    within time: Duration = helloTimeout
  ) throws -> ReceivedMessage {
    guard try run(for: scaled(time), until: { transcript.hellos.count > known }) else {
      throw CheckInterruption.late("No hello within \(time.text).\(log.lastLine)")
    }
    return transcript.hellos[known]
  }

  /// Opens the first session.
  func openSession() throws { try welcome(try firstHello()) }

  /// Waits for the first hello.
  func firstHello() throws -> ReceivedMessage {
    do {
      return try nextHello()
    } catch CheckInterruption.failed(let problem) {
      findings.add([Finding("lifecycle.hello", problem)])
      throw CheckInterruption.skipped("The provider sent no hello; see lifecycle.hello.")
    }
  }

  /// Waits for the terminal message of a call.
  func terminal(of id: String, within time: Duration = .seconds(9)) throws -> CallLog.Terminal {
    _ = try run(for: scaled(time)) { transcript.callLog[id]?.terminal != nil }
    guard let entry = transcript.callLog[id], let terminal = entry.terminal else {
      let method = transcript.callLog[id]?.method ?? "The call"
      throw CheckInterruption.late("\(method) did not end within \(time.text).")
    }
    return terminal
  }

  /// Waits for the end of a call that must succeed.
  func done(_ id: String, within time: Duration = .seconds(9)) throws -> CallLog.Terminal {
    let terminal = try terminal(of: id, within: time)
    guard terminal.isDone else {
      let message = terminal.body["message"]?.text ?? ""
      throw CheckInterruption.failed(
        "\(transcript.callLog[id]?.method ?? "") ended with \(terminal): \(message)"
      )
    }
    return terminal
  }

  /// Waits for a pong, by which all earlier messages have been received.
  func pong(within time: Duration = .seconds(2), _ ping: String? = nil) throws -> ReceivedMessage {
    let id = try ping ?? self.ping()
    guard try run(for: scaled(time), until: { transcript.pongs[id] != nil }),
      let pong = transcript.pongs[id]
    else { throw CheckInterruption.late("No pong within \(time.text).") }
    return pong
  }

  /// A call without cost: no provider serves its method.
  static let unknownMethod = DeclaredProvider.ExampleCall(method: "certify.unknown", params: [:])

  /// Stops pinging, and waits until all earlier messages have been handled.
  func stopPinging() throws {
    isSilent = true
    try expectReply(after: "the welcome")
  }

  /// Checks that the provider still replies to calls; by then it has read all earlier messages.
  func expectReply(after event: String) throws {
    do {
      _ = try terminal(of: try call(ProviderHarness.unknownMethod), within: .seconds(3))
    } catch CheckInterruption.failed(let problem) {
      throw CheckInterruption.failed("After \(event): \(problem)")
    } catch CheckInterruption.late(let problem) {
      throw CheckInterruption.late("After \(event): \(problem)")
    }
  }
}

extension Duration {
  /// `500 ms` or `2 s`.
  var text: String {
    let milliseconds = milliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
