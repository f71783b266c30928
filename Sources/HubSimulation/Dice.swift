/// Random numbers that are the same for the same seed (SplitMix64), on every machine.
struct Dice: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Dice that depend on nothing but a seed and a text: what they decide does not change when other
  /// parts of a script are taken out.
  init(seed: UInt64, _ text: String) {
    // FNV-1a: equal texts give equal numbers in every process, as hashing does not.
    let hash = text.utf8.reduce(14_695_981_039_346_656_037) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    state = seed ^ (hash as UInt64)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Dice.mixed(state)
  }

  /// A number in which each bit depends on every bit of the given one.
  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number within the range.
  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Whether something happens that happens in so many of a hundred cases.
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
