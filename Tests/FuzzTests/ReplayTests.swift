import MusicModel
import TestKit
import Testing

/// The entry points of the fuzzers, in an ordinary build: all vectors, and each a little damaged.
/// `Tests/FuzzTests/run` goes on from there.
@Suite("Untrusted bytes")
struct ReplayTests {
  private static let corpus: [[UInt8]] = Vector.all.flatMap(\.frames).filter { $0.count < 2_048 }

  @Test("of the vectors cause no crash", arguments: FuzzTarget.allCases)
  func vectors(_ target: FuzzTarget) {
    for bytes in ReplayTests.corpus { target.run(bytes) }
  }

  @Test("cause no crash if they are corrupt", arguments: FuzzTarget.allCases)
  func damaged(_ target: FuzzTarget) throws {
    var random = SeededRandom(1)
    for _ in 0..<LongRun.pick(150, long: 4_000) {
      var bytes = try #require(ReplayTests.corpus.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, &random) }
      target.run(bytes)
    }
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let position = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.insert(.random(in: .min ... .max, using: &random), at: position)
    case 1: bytes.removeLast(bytes.count - position)
    case 2 where position < bytes.count:
      bytes[position] = .random(in: .min ... .max, using: &random)
    case 3: bytes.insert(contentsOf: Array("-9223372036854775808".utf8), at: position)
    default: bytes.insert(contentsOf: bytes.prefix(position), at: position)
    }
  }
}
