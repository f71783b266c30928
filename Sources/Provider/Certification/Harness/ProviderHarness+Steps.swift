internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Steps that many checks are made of.
extension ProviderHarness {
  /// How long a provider may take to say hello (MB-183).
  static let helloTime = Duration.seconds(5)

  /// The hello after those that have come so far.
  func nextHello(after known: Int = 0, within time: Duration = helloTime) throws -> ReceivedMessage
  {
    guard try play(for: bound(time), until: { talk.hellos.count > known }) else {
      throw CheckInterruption.failed("No hello came within \(time.inWords).\(log.lastWords)")
    }
    return talk.hellos[known]
  }

  /// Opens the first session.
  func open() throws { try welcome(try firstHello()) }

  /// The hello with which a provider begins; another check says what it means where none comes.
  func firstHello() throws -> ReceivedMessage {
    do {
      return try nextHello()
    } catch CheckInterruption.failed(let problem) {
      record.note([Finding("lifecycle.hello", problem)])
      throw CheckInterruption.skipped("The provider did not say hello; see lifecycle.hello.")
    }
  }

  /// Waits for the end of a call.
  func terminal(of id: String, within time: Duration = .seconds(9)) throws -> CallLog.Terminal {
    _ = try play(for: bound(time)) { talk.ledger[id]?.terminal != nil }
    guard let entry = talk.ledger[id], let terminal = entry.terminal else {
      let method = talk.ledger[id]?.method ?? "The call"
      throw CheckInterruption.failed("\(method) got no terminal within \(time.inWords).")
    }
    return terminal
  }

  /// Waits for the end of a call that must end in `done`.
  func done(_ id: String, within time: Duration = .seconds(9)) throws -> CallLog.Terminal {
    let terminal = try terminal(of: id, within: time)
    guard terminal.isDone else {
      let message = terminal.body["message"]?.text ?? ""
      throw CheckInterruption.failed(
        "\(talk.ledger[id]?.method ?? "") ended in \(terminal.words): \(message)"
      )
    }
    return terminal
  }

  /// Waits for a pong; what was sent before it has come when it comes.
  func pong(within time: Duration = .seconds(2), _ ping: String? = nil) throws -> ReceivedMessage {
    let id = try ping ?? self.ping()
    guard try play(for: bound(time), until: { talk.pongs[id] != nil }), let pong = talk.pongs[id]
    else { throw CheckInterruption.failed("No pong came within \(time.inWords).") }
    return pong
  }

  /// A call that costs nothing: nobody serves its method.
  static let unknown = DeclaredProvider.ExampleCall(method: "certify.unknown", params: [:])

  /// Pings no more, and waits until what was sent has been answered.
  func settle() throws {
    isSilent = true
    try expectService(after: "the welcome")
  }

  /// Whether the provider still takes calls; what was sent before has been read by then.
  func expectService(after what: String) throws {
    do {
      _ = try terminal(of: try call(ProviderHarness.unknown), within: .seconds(3))
    } catch CheckInterruption.failed(let problem) {
      throw CheckInterruption.failed("After \(what): \(problem)")
    }
  }
}

extension Duration {
  /// `500 ms`, `2 s`.
  var inWords: String {
    let milliseconds = milliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
