import Foundation

/// The tone that belongs to a name.
struct Tone: Hashable, Sendable {
  static let sampleRate = 16_000
  static let seconds = 1.5

  let frequency: Double

  /// One of 15 notes that go well together.
  init(name: String) {
    let note = stableNumber("tone/" + name, below: 15)
    let semitones = [0, 2, 4, 7, 9][note % 5] + 12 * (note / 5)
    frequency = 220 * pow(2, Double(semitones) / 12)
  }

  /// Mono, 16 bits.
  var wav: [UInt8] {
    let samples = samples
    let size = samples.count * 2
    var file = Array("RIFF".utf8) + littleEndian(36 + size, 4) + Array("WAVEfmt ".utf8)
    file += littleEndian(16, 4) + littleEndian(1, 2) + littleEndian(1, 2)
    file += littleEndian(Self.sampleRate, 4) + littleEndian(Self.sampleRate * 2, 4)
    file += littleEndian(2, 2) + littleEndian(16, 2)
    file += Array("data".utf8) + littleEndian(size, 4)
    for sample in samples { file += littleEndian(sample, 2) }
    return file
  }

  /// Swells and fades, so that it neither starts nor ends with a click.
  private var samples: [Int] {
    let count = Int(Self.seconds * Double(Self.sampleRate))
    let edge = Double(Self.sampleRate) / 10
    return (0..<count).map { index in
      let position = Double(index)
      let loudness = min(1, position / edge, (Double(count) - position) / edge)
      let wave = sin(2 * .pi * frequency * position / Double(Self.sampleRate))
      return Int(wave * loudness * 12_000)
    }
  }

  private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
