import BusProtocol
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// A search in the library takes a few milliseconds, and its file and memory are small.
extension Measurement {
  static let library = Measurement(
    name: "library",
    summary: "searches in the library with 20,000 records (a million with --long), and its size",
    run: { extent in
      let searches = extent.isLong ? 500 : 100
      // The hub caches found entities, also with a small library.
      let small = try LibraryBench(records: extent.isLong ? 20_000 : 1_000)
      _ = try (small.typedSearches(searches), small.firstParts(25))
      let smallMemory = small.memory
      let bench = try LibraryBench(records: extent.isLong ? 1_000_000 : 20_000)
      let typed = try bench.typedSearches(searches)
      let first = try bench.firstParts(25)
      let memory = bench.memory
      let size = bench.title
      return [
        PerformanceTarget(
          "library.p50",
          "Search as you type in \(size), p50",
          typed.median / 1000,
          .milliseconds,
          .atMost(10)
        ),
        PerformanceTarget(
          "library.p99",
          "Search as you type in \(size), p99",
          typed.percentile(0.99) / 1000,
          .milliseconds,
          .atMost(40),
          [.init("searches", Double(typed.count), .count)]
        ),
        PerformanceTarget(
          "library.first",
          "First part of a streamed search in \(size), before any source replies, p50",
          first.median / 1000,
          .milliseconds,
          .atMost(15),
          [.init("slowest of 25", first.percentile(1) / 1000, .milliseconds)]
        ),
        PerformanceTarget(
          "library.file",
          "File of \(size)",
          bench.fileMegabytes,
          .megabytes,
          .atMost(600),
          [.init("written in", bench.writeSeconds, .seconds)]
        ),
        PerformanceTarget(
          "library.memory",
          "Memory of the hub after searches in \(size), more than in one of \(small.count)",
          memory - smallMemory,
          .megabytes,
          .atMost(20),
          [
            .init("with \(small.count)", smallMemory, .megabytes),
            .init("with all", memory, .megabytes),
            .init("before the searches", bench.idleMemory, .megabytes),
          ]
        ),
      ]
    }
  )
}

/// A hub with a large library. One of its two providers has sent the records.
private final class LibraryBench {
  let hub: BenchHub
  /// The memory of the hub before the first search.
  let idleMemory: Double
  let writeSeconds: Double
  private let records: LibraryRecords
  private let caller: HubCaller
  private let path: String
  private var random = SoakRandom(seed: 7)

  var count: Int { records.count }
  var title: String { "a library of \(records.count) records" }

  init(records count: Int) throws {
    hub = try BenchHub(providers: 2)
    guard let provider = ProviderID(rawValue: BenchHub.providerName(1)) else {
      throw Missing("a provider")
    }
    let records = LibraryRecords(count: count, provider: provider)
    let path = try HubPaths(environment: hub.environment).library
    let context = try RawContext()
    let first = try HubCaller(context, hub)
    for number in 0..<2 { try first.awaitReply(of: number, within: 20) }
    guard hub.end(SIGTERM) != nil else { throw Missing("the end of the hub") }
    writeSeconds = try Stopwatch.microseconds { try records.write(to: path) } / 1e6
    try hub.startAgain()
    caller = try HubCaller(RawContext(), hub)
    for number in 0..<2 { try caller.awaitReply(of: number, within: 20) }
    idleMemory = Machine.memory("VmRSS", of: hub.pid)
    (self.records, self.path) = (records, path)
  }

  /// The memory of the hub after a quiet time, in which it returns freed memory to the system.
  var memory: Double {
    poll(nil, 0, 3_000)
    return Machine.memory("VmRSS", of: hub.pid)
  }

  var fileMegabytes: Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Double(attributes?[.size] as? Int ?? 0) / 1_048_576
  }

  /// The times of searches in the library alone, in microseconds.
  func typedSearches(_ count: Int) throws -> Samples {
    var times = Samples()
    for _ in 0..<count {
      for text in records.typedTexts(of: random.roll(records.count)) {
        let message = try self.message(text) { $0.cache = .only }
        times.add(try Stopwatch.microseconds { try caller.call(message) })
      }
    }
    return times
  }

  /// The times until the first part, in microseconds, while no source replies.
  func firstParts(_ count: Int) throws -> Samples {
    let pids = try caller.providers().compactMap(\.pid).map { pid_t($0) }
    for pid in pids { kill(pid, SIGSTOP) }
    defer { for pid in pids { kill(pid, SIGCONT) } }
    var times = Samples()
    for number in 0..<count {
      let text = records.typedTexts(of: random.roll(records.count))[2]
      let message = try self.message(text, id: "f\(number)") { $0.stream = true }
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

  private func message(
    _ text: String,
    id: String = "c",
    _ change: (inout CallParameters) -> Void
  ) throws -> [[UInt8]] {
    var parameters = CallParameters()
    parameters.text = text
    parameters.limit = 10
    change(&parameters)
    return try caller.message(.searchAlbums, parameters, id: id)
  }
}
