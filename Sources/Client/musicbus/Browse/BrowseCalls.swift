import BusProtocol
import ClientKit
import HostKit
import MusicModel

/// The calls of `musicbus browse`, which do not block the keyboard.
final class BrowseCalls {
  /// The purpose of a call.
  enum Purpose: Hashable, Sendable {
    /// Results for a text, and its number among the searches.
    case search(number: Int)
    /// The first screen: favourites, a chart, and the texts that were searched.
    case favorites, chart, recent
    case list(Entity)
    case detail(Entity)
    /// The services that details name.
    case services
    case preview(Entity)
    case heart(Entity)
  }

  struct Completion {
    let purpose: Purpose
    let result: Result<Reply, ClientError>
  }

  private let queue: CallQueue
  private let runner: CallRunner
  private let timeoutMs: Int
  private var pending: [(purpose: Purpose, reply: PendingReply)] = []

  init(_ locator: HubLocator, timeout: Duration) throws {
    queue = try CallQueue()
    runner = CallRunner(locator, queue)
    timeoutMs = timeout.milliseconds
  }

  var isWaiting: Bool { !pending.isEmpty }

  /// Makes a call; its completion is returned by ``step()``.
  func submit(_ call: Call<Reply>, for purpose: Purpose) {
    pending.append((purpose, queue.submit(call, timeoutMs: timeoutMs)))
  }

  /// Cancels the searches in flight, because the text has changed.
  func cancelSearches() {
    for case (.search, let reply) in pending { queue.cancel(reply.number) }
  }

  /// Exchanges messages for a short time, and returns what has completed.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  func step() throws(ClientError) -> [Completion] {
    let end = Deadline.after(.milliseconds(isWaiting ? 5 : 0))
    repeat { try runner.step(until: end) } while !end.isExpired
    var completions: [Completion] = []
    for index in pending.indices.reversed() {
      guard let result = pending[index].reply.take() else { continue }
      let purpose = pending.remove(at: index).purpose
      completions.insert(Completion(purpose: purpose, result: result), at: 0)
    }
    return completions
  }
}
