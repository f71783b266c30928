/// Numbers that differ from hub to hub and are the same in each run of one: what is done after a
/// pause is not done by all at once, and a run can still be repeated.
struct Jitter: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: String) {
    // FNV-1a: equal texts give equal seeds in every process, as hashing does not.
    state = seed.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  /// A pause that is up to a quarter longer.
  mutating func spread(_ milliseconds: Int) -> Int {
    milliseconds + Int(next() % UInt64(max(1, milliseconds / 4 + 1)))
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
