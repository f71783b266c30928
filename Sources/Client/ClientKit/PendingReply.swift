package import BusProtocol
internal import Synchronization

/// A reply as it arrives. Its events are added and taken on the runner's thread.
package struct PendingReply {
  /// The events of a call that were not taken yet.
  fileprivate final class Inbox: Sendable {
    private let events = Mutex<[CallQueue.Event]>([])

    @Sendable func add(_ event: CallQueue.Event) { events.withLock { $0.append(event) } }

    func drain() -> [CallQueue.Event] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  package let number: CallQueue.Number
  private let inbox: Inbox
  private var assembler = ReplyAssembler()
  /// Whether a part of it has arrived.
  private(set) var hasParts = false

  fileprivate init(number: CallQueue.Number, inbox: Inbox) {
    self.number = number
    self.inbox = inbox
  }

  /// Processes what has arrived.
  ///
  /// - Returns: The result, if the call has ended.
  package mutating func take(
    _ part: (Part) -> Void = { _ in }
  ) -> Result<Reply, ClientError>? {
    for event in inbox.drain() {
      do throws(ClientError) {
        switch event {
        case .failed(let error): throw error
        case .part(let message), .done(let message):
          switch try assembler.receive(message) {
          case .part(let received):
            hasParts = true
            part(received)
          case .done(let reply): return .success(reply)
          }
        }
      } catch {
        return .failure(error)
      }
    }
    return nil
  }
}

extension CallQueue {
  /// Submits a call whose reply is taken as it arrives. Without a timeout it has no deadline.
  package func submit(_ call: Call<Reply>, timeoutMs: Int?) -> PendingReply {
    let inbox = PendingReply.Inbox()
    let number = submit(call.method, call.parameters, timeoutMs: timeoutMs, handler: inbox.add)
    return PendingReply(number: number, inbox: inbox)
  }
}
