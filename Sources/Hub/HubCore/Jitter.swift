internal import MusicModel

/// Numbers that differ from hub to hub and are the same in each run of one: what is done after a
/// pause is not done by all at once, and a run can still be repeated.
struct Jitter: RandomNumberGenerator, Sendable {
  private var random: SeededRandom

  init(seed: String) { random = SeededRandom(SeededRandom.seed(seed)) }

  /// A pause that is up to a quarter longer.
  mutating func spread(_ milliseconds: Int) -> Int {
    milliseconds + Int(next() % UInt64(max(1, milliseconds / 4 + 1)))
  }

  mutating func next() -> UInt64 { random.next() }
}
