import BusProtocol
import ClientKit
import Dispatch
import Glibc
import HostKit
import MusicModel
import Synchronization
import TestKit

/// Clients that change favourites as fast as they can, until the hub is killed under them.
struct CrashLoad {
  static let owners = 3

  let hub: CrashHub
  /// How many changes were acknowledged, over all clients and rounds.
  let acknowledged = Counter()

  /// Counts, and rings when so many are reached.
  final class Counter: Sendable {
    private let state = Mutex((count: 0, goal: 0))
    private let bell = DispatchSemaphore(value: 0)

    var value: Int { state.withLock { $0.count } }

    func add() {
      let isReached = state.withLock { state in
        state.count += 1
        return state.count == state.goal
      }
      if isReached { bell.signal() }
    }

    /// Waits for so many more.
    func await(_ more: Int) {
      state.withLock { $0.goal = $0.count + more }
      if more > 0 { _ = bell.wait(timeout: .now() + 20) }
    }
  }

  /// What one client knows at the end.
  struct Outcome: Sendable {
    /// All that was acknowledged.
    var sure: Shelf
    /// What was asked for last, and may have been done.
    var open: Shelf.Deed?
  }

  /// Runs all clients, kills the hub at a moment that `random` chooses, and gives what the clients
  /// know then.
  func run(
    _ pid: Int32,
    _ shelves: [Shelf],
    _ random: inout SeededRandom
  ) async throws -> [Outcome] {
    let seeds = shelves.map { _ in random.next() }
    let count = Int.random(in: 0..<60, using: &random)
    let pause = Duration.microseconds(Int.random(in: 0..<3000, using: &random))
    return try await withThrowingTaskGroup(of: Outcome?.self) { group in
      for (shelf, seed) in zip(shelves, seeds) {
        group.addTask { try work(shelf, SeededRandom(seed)) }
      }
      group.addTask {
        end(pid, after: count, pause)
        return nil
      }
      var outcomes: [Outcome] = []
      for try await outcome in group { if let outcome { outcomes.append(outcome) } }
      return outcomes.sorted { $0.sure.owner < $1.sure.owner }
    }
  }

  private func end(_ pid: Int32, after count: Int, _ pause: Duration) {
    acknowledged.await(count)
    let moment = ContinuousClock.now + pause
    while ContinuousClock.now < moment {}
    kill(pid, SIGKILL)
  }

  private func work(_ shelf: Shelf, _ seed: SeededRandom) throws -> Outcome {
    var outcome = Outcome(sure: shelf, open: nil)
    var random = seed
    do {
      let client = try hub.client()
      while true {
        let deed = outcome.sure.nextDeed(&random)
        let (method, parameters) = outcome.sure.call(deed)
        outcome.open = deed
        _ = try client.call(method, parameters)
        outcome.sure.apply(deed)
        outcome.open = nil
        acknowledged.add()
      }
    } catch let error as ClientError {
      if case .failed(let failure) = error { throw failure }
      return outcome
    }
  }
}
