internal import MusicModel

/// The random steps of the soak test; the same for the same seed.
struct SoakRandom: RandomNumberGenerator {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  mutating func next() -> UInt64 { random.next() }

  /// One of so many, beginning with 0.
  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
