import BusProtocol
import MusicModel
import TestKit
import Testing

@Suite("Untrusted frames")
struct HostileTests {
  @Test("are read or refused, without a crash", arguments: 0..<40 as Range<UInt64>)
  func damaged(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let small = Vector.all.filter { $0.frames.allSatisfy { $0.count < 4096 } }
    for _ in 0..<50 {
      guard let vector = small.randomElement(using: &random) else { return }
      var frames = vector.frames
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&frames, &random) }
      read(frames)
    }
  }

  private func read(_ frames: [[UInt8]]) {
    do throws(WireError) {
      let message = try WireMessage(frames: frames)
      for body in Reading.bodies.values { try? body(message, "client-to-hub") }
    } catch {
      #expect(ErrorCode.registered.contains(error.code))
      #expect(error.message.count < 400)
    }
    for document in Reading.documents.values { try? document(frames.last ?? []) }
  }

  private func damage(_ frames: inout [[UInt8]], _ random: inout SeededRandom) {
    guard let index = frames.indices.randomElement(using: &random) else { return }
    let position = Int.random(in: 0...frames[index].count, using: &random)
    let byte = UInt8.random(in: .min ... .max, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: frames[index].insert(byte, at: position)
    case 1: frames[index].removeLast(frames[index].count - position)
    case 2 where position < frames[index].count: frames[index][position] = byte
    case 3: frames.remove(at: index)
    case 4: frames.append(frames[index])
    case 5: frames[index].insert(contentsOf: Array(#"{"[]":"#.utf8), at: position)
    default: frames[index].reverse()
    }
  }
}
