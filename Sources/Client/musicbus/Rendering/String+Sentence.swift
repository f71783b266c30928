import MusicModel

extension String {
  /// The text with one punctuation mark at its end; empty if there are only punctuation and spaces.
  var asSentence: String {
    var rest = trimmed[...]
    while let last = rest.last, " .;:,".contains(last) { rest.removeLast() }
    guard let last = rest.last else { return "" }
    return rest + ("!?…".contains(last) ? "" : ".")
  }
}

extension StringProtocol {
  /// The text with an uppercase first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
