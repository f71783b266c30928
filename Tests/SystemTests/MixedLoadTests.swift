import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import Synchronization
import TestKit
import Testing

extension WholeSystem {
  /// What the tests of single failures show, all at once and for long: clients that search and change
  /// favourites while providers and the hub are killed at random moments.
  @Suite(
    "A long mixed load",
    .enabled(if: LongRun.isOn, "takes minutes"),
    .ownThreads,
    .timeLimit(.minutes(60))
  )
  struct MixedLoadTests {
    private static let clients = 4
    private static let lives = 20
    /// Calls between two kills. A provider that fails five times in a minute is quarantined.
    private static let callsPerKill = 150
    private static let killsPerLife = 3

    @Test("loses no acknowledged favourite, and leaves no call, process or memory behind")
    func survives() async throws {
      let sandbox = try Sandbox()
      var random = SeededRandom(11)
      var favorites = (0..<MixedLoadTests.clients).map { ClientFavorites(owner: $0) }
      var memory: [Int] = []
      for life in 0..<MixedLoadTests.lives {
        let load = MixedLoad(environment: sandbox.environment)
        let seeds = favorites.map { _ in random.next() }
        let outcomes = try await withThrowingTaskGroup(of: CrashLoad.Outcome.self) { group in
          for (favorites, seed) in zip(favorites, seeds) {
            group.addTask { try load.work(favorites, SeededRandom(seed)) }
          }
          for _ in 0..<MixedLoadTests.killsPerLife {
            load.calls.await(MixedLoadTests.callsPerKill)
            let pids = try sandbox.providers().values.compactMap(\.pid).map(Int32.init)
            if let pid = pids.randomElement(using: &random) { kill(pid, SIGKILL) }
          }
          load.calls.await(MixedLoadTests.callsPerKill)
          memory.append(try kilobytes(of: try #require(sandbox.hubPid)))
          #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL), "life \(life)")
          return try await group.reduce(into: [CrashLoad.Outcome]()) { $0.append($1) }
        }
        try sandbox.startHub()
        for name in try sandbox.providers().keys {
          #expect(try sandbox.musicbus("provider", "reset", name).status == 0)
        }
        favorites = try found(outcomes, sandbox, life)
      }
      // Each life ends after as much load.
      #expect((memory.last ?? 0) < (memory.dropFirst().first ?? 0) * 5 / 4, "\(memory) kB")
      #expect(sandbox.stopHub() == .exited(0))
      let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.paths.spawned)
      #expect(left.isEmpty)
    }

    /// The favourites of each client: the acknowledged ones, perhaps with the pending change.
    private func found(
      _ outcomes: [CrashLoad.Outcome],
      _ sandbox: Sandbox,
      _ life: Int
    ) throws -> [ClientFavorites] {
      let list = try sandbox.musicbus("favorites", "list", "--all", "--json").entities()
      return outcomes.map { outcome in
        let found = ClientFavorites(owner: outcome.acknowledged.owner, in: list)
        let expected = [outcome.acknowledged, outcome.acknowledged.after(outcome.pending)]
        #expect(expected.contains(found), "life \(life): \(found) is not \(outcome)")
        return found
      }
    }

    private func kilobytes(of pid: Int32) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      return try #require(Int(line.split(separator: " ", omittingEmptySubsequences: true)[1]))
    }
  }
}

/// Clients that make all kinds of calls, until the hub is killed.
private struct MixedLoad {
  let environment: Environment
  /// The calls that have ended.
  let calls = CrashLoad.Counter()

  /// Every second call changes a favourite, the others are queries, new ones and repeated ones.
  func work(_ favorites: ClientFavorites, _ seed: SeededRandom) throws -> CrashLoad.Outcome {
    var outcome = CrashLoad.Outcome(acknowledged: favorites, pending: nil)
    var random = seed
    let locator = HubLocator(
      paths: try HubPaths(environment: environment),
      environment: environment,
      start: .never,
      client: PeerDescription(name: "load", version: "1")
    )
    do {
      let client = try BusClient(locator)
      while true {
        try query(client, &random)
        calls.add()
        let change = outcome.acknowledged.randomChange(&random)
        outcome.pending = change
        _ = try client.reply(to: outcome.acknowledged.call(change))
        outcome.acknowledged.apply(change)
        outcome.pending = nil
        calls.add()
      }
    } catch let error as ClientError {
      switch error {
      case .hubLost, .noHub, .hubNotResponding: return outcome
      default: throw error
      }
    }
  }

  /// A query, whose reply may be an error: its source may be gone.
  private func query(_ client: BusClient, _ random: inout SeededRandom) throws {
    let names = ["Pink Floyd", "Queen", "Daft Punk", "Metallica", "Björk", "Adele"]
    let name = names[Int(random.next() % UInt64(names.count))]
    let text = random.next() % 3 == 0 ? "\(name) \(random.next() % 1_000)" : name
    let kind = EntityKind.searched[Int(random.next() % 3)]
    do {
      _ = try client.call(.search(kind, text))
    } catch .failed(let failure) {
      guard failure.code != .internalError else { throw failure }
    }
  }
}
