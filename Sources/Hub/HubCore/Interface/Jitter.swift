internal import MusicModel

/// Random numbers that differ between hubs, and are the same in each run of one hub.
struct Jitter: RandomNumberGenerator, Sendable {
  private var random: SeededRandom

  init(seed: String) { random = SeededRandom(SeededRandom.seed(seed)) }

  /// Returns a delay that is up to a quarter longer, so that equal delays do not end together.
  mutating func spread(_ milliseconds: Int) -> Int {
    milliseconds + Int(next() % UInt64(max(1, milliseconds / 4 + 1)))
  }

  mutating func next() -> UInt64 { random.next() }
}
