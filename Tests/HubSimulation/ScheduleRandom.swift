internal import MusicModel

/// The random choices of a schedule; the same for the same seed, on every machine.
struct ScheduleRandom: Sendable {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  /// Depends on the seed and a text only. Choices stay the same when steps of a script are removed.
  init(seed: UInt64, _ text: String) {
    random = SeededRandom(seed ^ SeededRandom.seed(text))
    _ = next()
  }

  mutating func next() -> UInt64 { random.next() }

  /// A number within the range.
  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns `true` with this probability, in per cent.
  mutating func chance(_ percent: Int) -> Bool { roll(1...100) <= percent }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(0...(list.count - 1))] }

  /// Picks by weight; the weights have a sum above zero.
  mutating func pick<Element>(_ list: [(weight: Int, Element)]) -> Element {
    var left = roll(1...list.reduce(0) { $0 + $1.weight })
    for (weight, element) in list {
      left -= weight
      if left <= 0 { return element }
    }
    return list[list.count - 1].1
  }
}
