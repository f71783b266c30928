internal import BusProtocol
internal import HostKit

extension BusClient {
  /// Makes calls one after the other, several of them in flight.
  ///
  /// Thus neither side waits for the other. `nextCall` returns `nil` after the last call. `receive` gets
  /// the replies in the order of the calls. `timeout` limits each call. The calls are not repeated if the
  /// hub ends.
  ///
  /// - Throws: ``ClientError`` of the first call that fails, and what the closures throw.
  package func call(
    inFlight maxCount: Int,
    timeout: Duration,
    nextCall: () throws -> ConcurrentCall?,
    receive: (Reply) throws -> Void
  ) throws {
    var calls = CallPipeline()
    var isComplete = false
    defer { for id in calls.ids { connection.cancel(id) } }
    while true {
      while !isComplete, calls.count < maxCount {
        guard let call = try nextCall() else {
          isComplete = true
          break
        }
        let id = try connection.call(
          call.method,
          call.parameters,
          timeoutMs: timeout.milliseconds
        )
        calls.append(id, call.method, .after(timeout + .seconds(1)))
      }
      guard let (method, deadline) = calls.first else { return }
      switch try next(deadline, of: nil) {
      case .event(.callMessage(let message)):
        try calls.take(message)
        while let reply = calls.popReply() { try receive(reply) }
      case .event(.ended), .hubLost: throw ClientError.hubLost
      case .event, .woken: break
      case .deadline: throw ClientError.timedOut(method, afterMs: timeout.milliseconds)
      }
    }
  }
}

/// The calls in flight, in their order.
private struct CallPipeline {
  private struct Call {
    let id: String
    let method: Method
    let deadline: Deadline
    var assembler: ReplyAssembler
    var reply: Reply?
  }

  private var calls: [Call] = []

  var count: Int { calls.count }
  /// The calls without a reply.
  var ids: [String] { calls.filter { $0.reply == nil }.map(\.id) }
  var first: (method: Method, deadline: Deadline)? { calls.first.map { ($0.method, $0.deadline) } }

  mutating func append(_ id: String, _ method: Method, _ deadline: Deadline) {
    let assembler = ReplyAssembler(call: id)
    calls.append(Call(id: id, method: method, deadline: deadline, assembler: assembler))
  }

  mutating func take(_ message: WireMessage) throws(ClientError) {
    guard let index = calls.firstIndex(where: { $0.id == message.header.re }) else { return }
    if case .done(let reply) = try calls[index].assembler.receive(message) {
      calls[index].reply = reply
    }
  }

  /// The next reply, if it has arrived.
  mutating func popReply() -> Reply? {
    guard let reply = calls.first?.reply else { return nil }
    calls.removeFirst()
    return reply
  }
}
