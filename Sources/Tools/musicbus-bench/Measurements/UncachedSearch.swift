import BusProtocol
import FoundationEssentials
import HostKit

/// A search that no cache answers, with real providers, HTTP and storage, against an aggregator in
/// Python. `Tests/Bench/search.py` measures it.
extension Measurement {
  static let uncachedSearch = Measurement(name: "search") { isLong in
    let script = "Tests/Bench/run"
    guard FileManager.default.isExecutableFile(atPath: script) else {
      throw Missing("\(script); start it in the directory of the sources")
    }
    let hub = try Programs.path("musicbus-hub")
    let programs = hub.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let directory = try TemporaryDirectory(in: "/tmp", prefix: "musicbus-bench")
    defer { directory.remove() }
    let output = "\(directory.path)/lines"
    var launch = Launch(
      script,
      [programs.joined(separator: "/"), isLong ? "1000" : "100"],
      environment: .current
    )
    launch.output = .file(output)
    guard try ChildProcess(launch).waitForExit(.after(.seconds(900))) == .exited(0) else {
      throw Missing("the end of \(script)")
    }
    let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
    return try text.split(separator: "\n").map { try JSONCodec.decode(from: Array($0.utf8)) }
  }
}
