import BusProtocol
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// A search in the library takes a few milliseconds, and its file and memory are small.
extension Measurement {
  static let library = Measurement(name: "library") { isLong in
    let searches = isLong ? 500 : 100
    // The hub caches found entities, also with a small library.
    let small = try LibraryBench(records: isLong ? 20_000 : 1_000)
    _ = try (small.typedSearches(searches), small.firstParts(25))
    let smallMemory = small.memory
    let bench = try LibraryBench(records: isLong ? 1_000_000 : 20_000)
    let typed = try bench.typedSearches(searches)
    let first = try bench.firstParts(25)
    let memory = bench.memory
    let size = "a library of \(bench.count) records"
    return [
      PerformanceTarget(
        "library.p50",
        "Search as you type in \(size), p50",
        typed.median / 1000,
        .milliseconds,
        max: 10
      ),
      PerformanceTarget(
        "library.p99",
        "Search as you type in \(size), p99",
        typed.percentile(0.99) / 1000,
        .milliseconds,
        max: 40,
        [.init("searches", Double(typed.count), .count)]
      ),
      PerformanceTarget(
        "library.first",
        "First part of a streamed search in \(size), before any source replies, p50",
        first.median / 1000,
        .milliseconds,
        max: 15,
        [.init("slowest of 25", first.percentile(1) / 1000, .milliseconds)]
      ),
      PerformanceTarget(
        "library.file",
        "File of \(size)",
        bench.fileMegabytes,
        .megabytes,
        max: 600,
        [.init("written in", bench.writeSeconds, .seconds)]
      ),
      PerformanceTarget(
        "library.memory",
        "Memory of the hub after searches in \(size), more than in one of \(small.count)",
        memory - smallMemory,
        .megabytes,
        max: 20,
        [
          .init("with \(small.count)", smallMemory, .megabytes),
          .init("with all", memory, .megabytes),
        ]
      ),
    ]
  }
}

/// A hub with a large library.
private final class LibraryBench {
  let writeSeconds: Double
  private let hub: BenchHub
  private let records: LibraryRecords
  private let caller: HubCaller
  private let providers: [pid_t]
  private let path: String
  private var random = SeededRandom(7)

  var count: Int { records.count }

  init(records count: Int) throws {
    guard let provider = ProviderID(rawValue: "deezer") else { throw Missing("a provider") }
    let records = LibraryRecords(count: count, provider: provider)
    hub = try BenchHub()
    let path = try HubPaths(environment: hub.environment).records
    // By default, the hub would remove a part of a million records.
    try Programs.musicbus(["config", "set", "hub.cacheMegabytes", "4096"], hub.environment)
    _ = try HubCaller(hub).readyProviders()
    var seconds = 0.0
    try hub.restart { seconds = try Stopwatch.microseconds { try records.write(to: path) } / 1e6 }
    caller = try HubCaller(hub)
    providers = try caller.readyProviders().compactMap(\.pid).map { pid_t($0) }
    (self.records, self.path, writeSeconds) = (records, path, seconds)
  }

  /// The memory of the hub after a quiet time, in which it returns freed memory to the system.
  var memory: Double {
    poll(nil, 0, 3_000)
    return hub.figures.megabytes("VmRSS")
  }

  var fileMegabytes: Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) / 1_048_576 : 0
  }

  /// The times of searches in the library alone, in microseconds.
  func typedSearches(_ count: Int) throws -> Samples {
    var times = Samples()
    for _ in 0..<count {
      for text in randomTexts() {
        let message = try search(text) { $0.cache = .only }
        times.add(try Stopwatch.microseconds { try caller.call(message) })
      }
    }
    return times
  }

  /// The times until the first part, in microseconds, while no source replies.
  func firstParts(_ count: Int) throws -> Samples {
    for pid in providers { kill(pid, SIGSTOP) }
    defer { for pid in providers { kill(pid, SIGCONT) } }
    var times = Samples()
    for number in 0..<count {
      let message = try search(randomTexts()[2], id: "f\(number)") { $0.stream = true }
      let start = Stopwatch.nowMicroseconds
      try caller.socket.send(message)
      let part = try caller.socket.receiveFrames()
      times.add(Stopwatch.nowMicroseconds - start)
      guard part[1].firstRange(of: Array("\"type\":\"part\"".utf8)) != nil else {
        throw Missing("a part: \(String(decoding: part[1], as: UTF8.self))")
      }
      try caller.cancel("f\(number)")
    }
    return times
  }

  /// What a user types for one of the records.
  private func randomTexts() -> [String] {
    records.typedTexts(of: Int.random(in: 0..<count, using: &random))
  }

  private func search(
    _ text: String,
    id: String = "c",
    _ change: (inout CallParameters) -> Void
  ) throws -> [[UInt8]] {
    try caller.message(.albumsSearch, id: id) {
      ($0.text, $0.limit) = (text, 10)
      change(&$0)
    }
  }
}
