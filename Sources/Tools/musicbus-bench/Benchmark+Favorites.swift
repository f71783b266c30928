import FavoritesModel
import Storage
import Foundation

extension Benchmark {
  /// The cost of favourites, however many there are.
  static let favorites = Benchmark(
    name: "favorites",
    synopsis: "[--directory DIR] [--samples N]",
    summary:
      "opens 100,000 favourites, lists pages of them, and makes durable changes in DIR, "
      + "one after the other and by 50 concurrent clients of a hub",
    options: ["directory", "samples"],
    run: { arguments in
      let parent = arguments["directory"] ?? FileManager.default.currentDirectoryPath
      let directory = "\(parent)/favorites-bench-\(ProcessInfo.processInfo.processIdentifier)"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: directory) }
      try FavoritesNumbers(
        directory: directory,
        samples: arguments["samples"].flatMap { Int($0) } ?? 500
      ).measure()
    }
  )
}

/// The numbers that favourites are to reach, as ratios within one run.
private struct FavoritesNumbers {
  let directory: String
  let samples: Int
  private let clock = ContinuousClock()

  init(directory: String, samples: Int) {
    self.directory = directory
    self.samples = samples
  }

  func measure() throws {
    let few = FavoritesBench(try FavoritesBench.write(100, in: directory))
    let some = FavoritesBench(try FavoritesBench.write(1_000, in: directory))
    let path = try FavoritesBench.write(100_000, in: directory)
    let many = try opening(path)
    for sort in FavoritesQuery.Sort.allCases { pages(sort, some, many) }
    try changes(few, many)
    try many.close()
    try together(path)
  }

  /// The best of five runs, to exclude other work of the machine.
  private func opening(_ path: String) throws -> FavoritesBench {
    var best = Duration.seconds(3600)
    var work = Duration.seconds(3600)
    for _ in 0..<5 {
      let before = ProcessorTime.now
      var opened: FavoritesBench?
      best = min(best, clock.measure { opened = FavoritesBench(path) })
      work = min(work, ProcessorTime.now - before)
      try opened?.close()
    }
    Output.line(
      "opening 100,000: \(milliseconds(best)) ms (at most 500), "
        + "\(milliseconds(work)) ms of them at work"
    )
    return FavoritesBench(path)
  }

  private func pages(
    _ sort: FavoritesQuery.Sort,
    _ some: FavoritesBench,
    _ many: FavoritesBench
  ) {
    var times: [[Duration]] = [[], []]
    for sample in 0..<samples {
      for (index, bench) in [some, many].enumerated() {
        var query = FavoritesQuery()
        query.sort = sort
        query.offset = sample % 900
        times[index].append(clock.measure { blackHole(bench.document.page(query)) })
      }
    }
    let (small, large) = (median(times[0]), median(times[1]))
    Output.line(
      "a page of 50 by \(sort.rawValue): \(microseconds(small)) µs of 1,000, "
        + "\(microseconds(large)) µs of 100,000; \(ratio(large, small)) × (at most 1.5)"
    )
  }

  private func changes(_ few: FavoritesBench, _ many: FavoritesBench) throws {
    // Requested orders are updated with each change: both documents have all of them.
    for sort in FavoritesQuery.Sort.allCases {
      var query = FavoritesQuery()
      query.sort = sort
      for bench in [few, many] { blackHole(bench.document.page(query)) }
    }
    let bare = try BareAppend(in: directory)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    var times: [[Duration]] = [[], [], []]
    for _ in 0..<samples {
      times[0].append(try clock.measure { try bare.run(line) })
      times[1].append(try clock.measure { try few.durableAdd() })
      times[2].append(try clock.measure { try many.durableAdd() })
    }
    let (floor, small, large) = (median(times[0]), median(times[1]), median(times[2]))
    Output.line(
      "a durable change: \(microseconds(floor)) µs bare, \(microseconds(small)) µs of 100, "
        + "\(microseconds(large)) µs of 100,000; \(ratio(large, floor)) × bare (at most 2), "
        + "\(ratio(large, small)) × of 100 (at most 1.1)"
    )
  }

  /// Fifty clients of a hub.
  private func together(_ document: String) throws {
    let pool = try FavoritesClientPool(of: 50, document)
    let before = try pool.counts()
    let rounds = max(1, samples / 5)
    let time = try clock.measure { try pool.add(rounds: rounds) }
    let after = try pool.counts()
    let (changes, syncs) = (after.changes - before.changes, after.syncs - before.syncs)
    Output.line(
      "50 concurrent clients of a hub: \(changes) changes in \(syncs) syncs, "
        + "\(Figures.fixed(Double(changes) / Double(max(1, syncs)), digits: 1)) a sync (at least 10), "
        + "\(Figures.fixed(Double(changes) / Figures.seconds(time), digits: 0)) changes a second"
    )
  }

  private func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

  private func ratio(_ one: Duration, _ other: Duration) -> String {
    Figures.fixed(Figures.seconds(one) / Figures.seconds(other), digits: 2)
  }

  private func milliseconds(_ duration: Duration) -> String {
    Figures.fixed(Figures.seconds(duration) * 1e3, digits: 0)
  }

  private func microseconds(_ duration: Duration) -> String {
    Figures.fixed(Figures.seconds(duration) * 1e6, digits: 0)
  }
}
