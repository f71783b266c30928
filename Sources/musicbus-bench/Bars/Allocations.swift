import FoundationEssentials
import HostKit

/// How often the hub asks for memory, as valgrind counts it.
extension Measurement {
  static let allocations = Measurement(
    name: "allocations",
    summary: "allocations of the hub for a cached call and for a fan-out, counted by valgrind",
    run: { _ in
      let none = try count { _, _ in }
      let calls = 500
      let cached = try count { caller, question in
        for _ in 0..<calls { try caller.ask(question) }
      }
      let fans = 50
      let fanOuts = try count { caller, _ in
        let fan = Fan(caller)
        for _ in 0..<fans { _ = try fan.time(providers: 3, albums: 25) }
      }
      return [
        Bar(
          "allocations.cached",
          "Allocations of the hub for a cached call",
          Double(cached - none) / Double(calls),
          .count
        ),
        Bar(
          "allocations.fanout",
          "Allocations of the hub for a fan-out to 3 providers with 25 albums each",
          Double(fanOuts - none) / Double(fans),
          .count
        ),
      ]
    }
  )

  /// All allocations of a hub that lives for this work, its start and end included.
  private static func count(_ work: (HubCaller, [[UInt8]]) throws -> Void) throws -> Int {
    let report = try BenchHome()
    let path = "\(report.path)/valgrind.txt"
    let valgrind = [
      try Command.find("valgrind"), "--leak-check=no", "--undef-value-errors=no",
      "--log-file=\(path)",
    ]
    let hub = try BenchHub(providers: 3, under: valgrind)
    let caller = try HubCaller(RawContext(), hub)
    _ = try Fan(caller).wholeAnswer(providers: 3, albums: 25)
    let question = try caller.cachedQuestion(albums: ModelProvider.albumsOfArtist)
    try caller.ask(question)
    try work(caller, question)
    hub.stop()
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    guard let end = text.firstRange(of: " allocs,")?.lowerBound,
      let start = text.firstRange(of: "total heap usage: ")?.upperBound,
      let count = Int(text[start..<end].filter(\.isNumber))
    else { throw Missing("valgrind's count of allocations") }
    return count
  }
}
