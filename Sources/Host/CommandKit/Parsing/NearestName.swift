/// The name that `word` was probably meant to be; `nil` if none is similar.
///
/// Similar means: at most a third of the letters differ (one in a short word), ignoring case, or the
/// word is a prefix of exactly one name. Of equally similar names, the first wins.
package func nearestName(to word: String, among names: [String]) -> String? {
  if let similar = similarName(to: word, among: names) { return similar }
  let wanted = word.lowercased()
  guard !wanted.isEmpty, wanted.count <= maxNameLength else { return nil }
  let continued = names.filter { $0.lowercased().hasPrefix(wanted) }
  return continued.count == 1 ? continued[0] : nil
}

/// No typo makes a name longer than this, and the cost is quadratic.
private let maxNameLength = 64

/// The name from which `word` differs in few letters; `nil` if it is similar to no name.
package func similarName(to word: String, among names: [String]) -> String? {
  let wanted = Array(word.lowercased())
  guard !wanted.isEmpty, wanted.count <= maxNameLength else { return nil }
  let distances = names.map { editDistance(from: wanted, to: Array($0.lowercased())) }
  if let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) {
    let letterCount = min(wanted.count, names[nearest].count)
    if distances[nearest] < letterCount, distances[nearest] <= max(1, letterCount / 3) {
      return names[nearest]
    }
  }
  return nil
}

/// The number of insertions, deletions, replacements and swaps of adjacent letters. This is the
/// optimal string alignment, the common form of the Damerau-Levenshtein distance.
func editDistance(from source: [Character], to target: [Character]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...target.count)
  for row in source.indices {
    var current = [row + 1]
    for column in target.indices {
      let replaced = previous[column] + (source[row] == target[column] ? 0 : 1)
      var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
        best = min(best, beforePrevious[column - 1] + 1)
      }
      current.append(best)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[target.count]
}
