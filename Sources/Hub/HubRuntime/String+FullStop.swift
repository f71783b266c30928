extension String {
  /// The text without punctuation and spaces at its end, to be used within a sentence.
  var withoutFullStop: String {
    var rest = self[...]
    while let last = rest.last, " .;:,".contains(last) { rest.removeLast() }
    return String(rest)
  }
}
