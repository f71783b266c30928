import HubCore
import TestKit
import Testing

@Suite("The schedule of checks for new albums")
struct ReleaseScheduleTests {
  private static let dayMs = 86_400_000

  /// Equal numbers in every run.
  private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 42

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  /// Simulates days of checks; `fails` decides about each, and the hub restarts at times.
  private func simulate(
    days: Int,
    artists: Int,
    fails: (_ random: inout Numbers) -> Bool
  ) -> (checks: [String: [Int]], requests: [Int]) {
    var histories = Dictionary(
      uniqueKeysWithValues: (0..<artists).map { ("\($0)", ReleaseHistory(artist: "\($0)")) }
    )
    var schedule = ReleaseSchedule()
    var checks: [String: [Int]] = [:]
    var requests: [Int] = []
    var random = Numbers()
    var number = 0
    for now in stride(from: 0, to: days * Self.dayMs, by: 30_000) {
      if number % 500 == 499 {
        // A restart: only the stored times remain.
        schedule = ReleaseSchedule(lastMs: histories.values.compactMap(\.triedMs).max())
      }
      guard let next = schedule.due(histories.values, at: now).first,
        var history = histories[next.artist]
      else { continue }
      number += 1
      requests.append(now)
      schedule.begin(&history, at: now)
      if !fails(&random) {
        ReleaseSchedule.succeeded(&history, at: now)
        checks[next.artist, default: []].append(now)
      }
      histories[next.artist] = history
    }
    return (checks, requests)
  }

  @Test("checks 1,000 artists about once a day, despite failures and restarts")
  func daily() {
    let days = LongRun.pick(8, long: 30)
    let (checks, requests) = simulate(days: days, artists: 1000) { random in
      Int.random(in: 0..<10, using: &random) < 2
    }
    #expect(checks.count == 1000)
    for (artist, times) in checks {
      #expect((days * 3 / 4 - 1...days + 4).contains(times.count), "\(artist): \(times.count)")
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      #expect((gaps.min() ?? 0) >= ReleaseSchedule.intervalMs, "\(artist) is checked too often")
      #expect((gaps.max() ?? 0) <= 3 * Self.dayMs, "\(artist) is not checked for too long")
    }
    // At most two a minute, of a budget of 20.
    let minutes = Dictionary(grouping: requests) { $0 / 60_000 }.mapValues(\.count)
    #expect((minutes.values.max() ?? 0) <= 2)
    let late = checks.values.compactMap(\.first).count { $0 >= Self.dayMs }
    #expect(late <= 2, "after the first day")
  }

  @Test("repeats failed checks ever later, and never floods a source that is down")
  func outage() {
    let (checks, requests) = simulate(days: 2, artists: 20) { _ in true }
    #expect(checks.isEmpty)
    #expect(requests.count <= 20 * 10)
  }

  @Test("continues if the clock is set back")
  func clock() {
    var schedule = ReleaseSchedule()
    var history = ReleaseHistory(artist: "a")
    schedule.begin(&history, at: 10 * Self.dayMs)
    ReleaseSchedule.succeeded(&history, at: 10 * Self.dayMs)
    #expect(schedule.due([history], at: 10 * Self.dayMs + 60_000).isEmpty)
    #expect(schedule.due([history], at: 5 * Self.dayMs).count == 1)
  }
}
