import BusProtocol
import ClientKit
import Dispatch
import Glibc
import HostKit
import MusicModel
import Synchronization
import TestKit

/// Clients that change favourites as fast as they can, until the hub is killed.
struct CrashLoad {
  static let owners = 3

  let hub: CrashHub
  /// The number of acknowledged changes, over all clients and rounds.
  let acknowledged = Counter()

  /// A counter that signals when a goal is reached.
  final class Counter: Sendable {
    private let state = Mutex((count: 0, goal: 0))
    private let semaphore = DispatchSemaphore(value: 0)

    var value: Int { state.withLock { $0.count } }

    func add() {
      let isReached = state.withLock { state in
        state.count += 1
        return state.count == state.goal
      }
      if isReached { semaphore.signal() }
    }

    /// Waits until the count has grown by this number.
    func await(_ more: Int) {
      state.withLock { $0.goal = $0.count + more }
      if more > 0 { _ = semaphore.wait(timeout: .now() + 20) }
    }
  }

  /// The knowledge of one client at the end.
  struct Outcome: Sendable {
    /// The favourites after all acknowledged changes.
    var acknowledged: ClientFavorites
    /// The last change, if it is not acknowledged; it may have been made.
    var pending: ClientFavorites.Change?
  }

  /// Runs all clients, kills the hub at a random moment, and returns the outcomes
  /// of the clients.
  func run(
    _ pid: Int32,
    _ lists: [ClientFavorites],
    _ random: inout SeededRandom
  ) async throws -> [Outcome] {
    let seeds = lists.map { _ in random.next() }
    let count = Int.random(in: 0..<60, using: &random)
    let pause = Duration.microseconds(Int.random(in: 0..<3000, using: &random))
    return try await withThrowingTaskGroup(of: Outcome?.self) { group in
      for (favorites, seed) in zip(lists, seeds) {
        group.addTask { try work(favorites, SeededRandom(seed)) }
      }
      group.addTask {
        end(pid, after: count, pause)
        return nil
      }
      var outcomes: [Outcome] = []
      for try await outcome in group { if let outcome { outcomes.append(outcome) } }
      return outcomes.sorted { $0.acknowledged.owner < $1.acknowledged.owner }
    }
  }

  private func end(_ pid: Int32, after count: Int, _ pause: Duration) {
    acknowledged.await(count)
    let moment = ContinuousClock.now + pause
    while ContinuousClock.now < moment {}
    kill(pid, SIGKILL)
  }

  private func work(_ favorites: ClientFavorites, _ seed: SeededRandom) throws -> Outcome {
    var outcome = Outcome(acknowledged: favorites, pending: nil)
    var random = seed
    do {
      let client = try hub.client()
      while true {
        let change = outcome.acknowledged.randomChange(&random)
        outcome.pending = change
        _ = try client.reply(to: outcome.acknowledged.call(change))
        outcome.acknowledged.apply(change)
        outcome.pending = nil
        acknowledged.add()
      }
    } catch let error as ClientError {
      if case .failed(let failure) = error { throw failure }
      return outcome
    }
  }
}
