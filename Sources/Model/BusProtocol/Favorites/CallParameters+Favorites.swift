import MusicModel

/// What the methods about favourites need of their parameters (specification, chapter 25).
extension CallParameters {
  /// Rows of one call at most.
  public static let rowsMax = 1000
  /// Keys of one call at most.
  public static let keysMax = 200
  /// Bytes of a note at most.
  public static let noteBytesMax = 10_000

  func checkFavorites(for method: Method) throws(Failure) {
    for (name, keys) in [
      ("key", key.map { [$0] }), ("target", target.map { [$0] }), ("keys", keys),
    ] {
      for key in keys ?? [] where !CallParameters.isKey(key) {
        throw Failure(
          .invalidParams,
          "\"\(name)\" holds \"\(key.prefix(100))\", which is neither a ULID nor an id."
        )
      }
    }
    if let keys, !(1...CallParameters.keysMax).contains(keys.count) {
      let range = "1 to \(CallParameters.keysMax)"
      throw Failure(.invalidParams, "\"keys\" must be \(range) keys, not \(keys.count).")
    }
    if let note, note.utf8.count > CallParameters.noteBytesMax {
      let bytes = "\(note.utf8.count) bytes, over \(CallParameters.noteBytesMax)"
      throw Failure(.invalidParams, "\"note\" has \(bytes).")
    }
    if let rows, !(1...CallParameters.rowsMax).contains(rows.count) {
      let range = "1 to \(CallParameters.rowsMax)"
      throw Failure(.invalidParams, "\"rows\" must be \(range) objects, not \(rows.count).")
    }
    if let rows, !rows.allSatisfy({ $0.members != nil }) {
      throw Failure(.invalidParams, "\"rows\" must be a list of objects.")
    }
    if let addedFrom, let addedTo, addedTo.latest < addedFrom.earliest {
      let text = "\"addedFrom\" (\(addedFrom)) is after \"addedTo\" (\(addedTo))."
      throw Failure(.invalidParams, text)
    }
    if entityKind == .chart {
      throw Failure(.invalidParams, "\"entityKind\" must be artist, album or song.")
    }
    if method == .moveFavorite, place == .before || place == .after, target == nil {
      throw Failure(.invalidParams, "\"\(method)\" needs the parameter \"target\" here.")
    }
  }

  /// Whether a text is an id, or has the form of a ULID.
  public static func isKey(_ text: String) -> Bool {
    if EntityID(text) != nil { return true }
    let letters = text.utf8
    return letters.count == 26 && letters.first.map { (0x30...0x37).contains($0) } == true
      && letters.allSatisfy { letter in
        (0x30...0x39).contains(letter)
          || ((0x61...0x7A).contains(letter | 0x20) && !"ilou".utf8.contains(letter | 0x20))
      }
  }
}
