import MusicModel

/// What a method needs of its parameters, beyond the types of the members
/// (`Protocol/registry/methods.json`, specification, chapter "call").
extension CallParameters {
  /// Who reads the parameters: for a file the hub needs an id, a provider takes a URL as well.
  public enum Receiver: Hashable, Sendable, CaseIterable {
    case hub, provider
  }

  /// Refuses parameters by which the method cannot be served; a method that is not known here is
  /// held to the ranges only.
  ///
  /// - Throws: `INVALID_PARAMS`, with the first thing that is wrong.
  public func check(for method: Method, receiver: Receiver) throws(Failure) {
    let wanted = CallParameters.required[method] ?? []
    for member in wanted where !has(member) {
      throw Failure(.invalidParams, "\"\(method)\" needs the parameter \"\(member)\".")
    }
    if CallParameters.files.contains(method), id == nil, receiver == .hub || url == nil {
      let needed = receiver == .hub ? "\"id\"" : "\"url\" or \"id\""
      throw Failure(.invalidParams, "\"\(method)\" needs the parameter \(needed).")
    }
    try checkRanges()
    try checkSort(for: method)
    try checkFavorites(for: method)
  }

  /// The parameters without which a method cannot be served, by either receiver.
  public static let required: [Method: [String]] = [
    .searchArtists: ["text"], .searchAlbums: ["text"], .searchSongs: ["text"],
    .getArtist: ["id"], .artistAlbums: ["id"], .artistSongs: ["id"],
    .getAlbum: ["id"], .albumSongs: ["id"], .getSong: ["id"],
    .getChart: ["chart"],
    .explainRecords: ["id"], .sayRecordsSame: ["id", "other"],
    .sayRecordsDifferent: ["id", "other"], .previewPolicy: ["policy"],
    .addProvider: ["path"], .removeProviders: ["providers"], .resetProviders: ["providers"],
    .getFavorite: ["key"], .addFavorite: ["id"], .removeFavorites: ["keys"],
    .moveFavorite: ["key", "place"], .noteFavorite: ["key"], .importFavorites: ["rows"],
    .exportFavorites: ["format"],
    .pinAnswers: ["id"], .unpinAnswers: ["id"],
  ]

  /// The methods that give a file.
  public static let files: Set<Method> = [.getArtwork, .getPreview]

  private func has(_ member: String) -> Bool {
    switch member {
    case "text": text != nil
    case "id": id != nil
    case "chart": chart != nil
    case "other": other != nil
    case "policy": policy != nil
    case "path": path != nil
    case "providers": providers != nil
    case "key": key != nil
    case "keys": keys != nil
    case "place": place != nil
    case "rows": rows != nil
    case "format": format != nil
    default: false
    }
  }

  private func checkRanges() throws(Failure) {
    for (name, value, range) in [
      ("limit", limit, 1...200), ("offset", offset, 0...1_000_000), ("size", size, 1...10_000),
      ("waitMs", waitMs, 0...Header.timeoutMsAllowed.upperBound),
    ] {
      guard let value, !range.contains(value) else { continue }
      throw Failure(
        .invalidParams,
        "\"\(name)\" must be \(range.lowerBound) to \(range.upperBound), not \(value)."
      )
    }
    if let text, text.utf8.count > 1000 || text.allSatisfy(\.isWhitespace) {
      throw Failure(.invalidParams, "\"text\" must have 1 to 1000 bytes that are not all blank.")
    }
    if let path, !path.hasPrefix("/") || path.utf8.count > 4096 {
      throw Failure(.invalidParams, "\"path\" must be absolute, and at most 4096 bytes long.")
    }
    if let country, !CallParameters.isCountry(country) {
      throw Failure(.invalidParams, "\"country\" must be two lower-case letters.")
    }
    if let from, let to, to.latest < from.earliest {
      throw Failure(.invalidParams, "\"from\" (\(from)) is after \"to\" (\(to)).")
    }
    if let providers, providers.isEmpty {
      throw Failure(.invalidParams, "\"providers\" must name at least one.")
    }
    if let grant, let least = grant.values.min(), least < 0 {
      throw Failure(.invalidParams, "\"grant\" must not be negative.")
    }
  }

  private func checkSort(for method: Method) throws(Failure) {
    guard let sort, CallParameters.sorted.contains(method) else { return }
    let allowed = method == .listFavorites ? Sort.ofFavorites : Sort.ofLists
    guard !allowed.contains(sort) else { return }
    let words = allowed.map(\.rawValue).joined(separator: ", ")
    throw Failure(.invalidParams, "\"sort\" must be one of \(words), not \(sort).")
  }

  /// The methods that use `sort`.
  private static let sorted: Set<Method> = [
    .searchArtists, .searchAlbums, .searchSongs, .artistAlbums, .artistSongs, .albumSongs,
    .getChart, .listFavorites,
  ]

  private static func isCountry(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}
