/// A track as the tables contain it: `Title m:ss`, or `Title m:ss @ Artist` for another artist.
struct Track: Hashable, Sendable {
  let title: String
  let seconds: Int
  let artist: String?

  /// Nil where the entry does not end in a time.
  init?(_ entry: String) {
    let halves = entry.split(separator: " @ ", maxSplits: 1).map(String.init)
    guard let words = halves.first?.split(separator: " "), words.count > 1, let clock = words.last
    else { return nil }
    let numbers = clock.split(separator: ":").map { Int($0) }
    guard numbers.count == 2, let minutes = numbers[0], let seconds = numbers[1] else { return nil }
    title = words.dropLast().joined(separator: " ")
    self.seconds = minutes * 60 + seconds
    artist = halves.count > 1 ? halves[1] : nil
  }

  /// Apple's store counts to the millisecond; the tables do not, so the rest is made up.
  var milliseconds: Int { seconds * 1000 + stableNumber(title, below: 900) }
}
