import BusProtocol
import ClientKit
import HostKit
import MusicModel
import Synchronization

/// The calls of `musicbus browse`, which do not block the keyboard.
final class BrowseCalls {
  /// The purpose of a call.
  enum Purpose: Hashable, Sendable {
    /// Results of one kind for a text, and its number among the searches.
    case search(EntityKind, number: Int)
    case list(Entity)
    case detail(Entity)
    /// The services that details name.
    case services
    case preview(Entity)
    case heart(Entity)
  }

  struct Completion: Sendable {
    let purpose: Purpose
    let result: Result<Reply, ClientError>
  }

  /// Messages of calls, from the handlers of the queue.
  private final class Inbox: Sendable {
    struct State: Sendable {
      var messages: [CallQueue.Number: [WireMessage]] = [:]
      var completions: [Completion] = []
    }
    let state = Mutex(State())
  }

  private let queue: CallQueue
  private let runner: CallRunner
  private let inbox = Inbox()
  private let timeoutMs: Int
  private var searches: [CallQueue.Number] = []
  private var nextKey: CallQueue.Number = 0

  init(_ locator: HubLocator, timeout: Duration) throws {
    queue = try CallQueue()
    runner = CallRunner(locator, queue)
    timeoutMs = timeout.milliseconds
  }

  var isWaiting: Bool { runner.callCount > 0 }

  /// Makes a call; its completion is returned by ``step()``.
  func submit(_ call: Call<Reply>, for purpose: Purpose) {
    nextKey += 1
    let key = nextKey
    let inbox = inbox
    let number = queue.submit(call.method, call.parameters, timeoutMs: timeoutMs) { event in
      BrowseCalls.receive(event, key, purpose, inbox)
    }
    if case .search = purpose { searches.append(number) }
  }

  /// Cancels the searches in flight, because the text has changed.
  func cancelSearches() {
    for number in searches { queue.cancel(number) }
    searches = []
  }

  /// Exchanges messages for a short time, and returns what has completed.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  func step() throws(ClientError) -> [Completion] {
    let end = Deadline.after(.milliseconds(isWaiting ? 5 : 0))
    repeat { try runner.step(until: end) } while !end.isExpired
    return inbox.state.withLock { state in
      defer { state.completions = [] }
      return state.completions
    }
  }

  private static func receive(
    _ event: CallQueue.Event,
    _ key: CallQueue.Number,
    _ purpose: Purpose,
    _ inbox: Inbox
  ) {
    inbox.state.withLock { state in
      switch event {
      case .part(let message): state.messages[key, default: []].append(message)
      case .failed(let error):
        state.messages[key] = nil
        state.completions.append(Completion(purpose: purpose, result: .failure(error)))
      case .done(let message):
        let messages = (state.messages.removeValue(forKey: key) ?? []) + [message]
        state.completions.append(Completion(purpose: purpose, result: assembled(messages)))
      }
    }
  }

  private static func assembled(_ messages: [WireMessage]) -> Result<Reply, ClientError> {
    var assembler = ReplyAssembler()
    do throws(ClientError) {
      for message in messages {
        if case .done(let reply) = try assembler.receive(message) { return .success(reply) }
      }
    } catch {
      return .failure(error)
    }
    return .failure(.protocolError("The reply is incomplete."))
  }
}
