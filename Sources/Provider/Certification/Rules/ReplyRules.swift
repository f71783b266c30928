internal import MusicModel

/// What the items of an answer must be (specification, chapters "Methods" and "The model").
enum ReplyRules {
  /// The kind of the items of each method.
  static let kinds: [String: Set<String>] = [
    "artists.search": ["artist"], "artist.get": ["artist"], "artist.albums": ["album"],
    "artist.songs": ["song"], "albums.search": ["album"], "album.get": ["album"],
    "album.songs": ["song"], "songs.search": ["song"], "song.get": ["song"],
    "charts.list": ["chart"], "chart.get": ["album", "song"], "artwork.get": [],
    "preview.get": [],
  ]

  static let singles: Set = ["artist.get", "album.get", "song.get"]
  static let files: Set = ["artwork.get", "preview.get"]

  /// What is wrong in a part or terminal of a call.
  static func findings(in message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let items = message.body["items"]?.elements ?? []
    var findings = items.enumerated().compactMap { place, item in
      problem(of: item, entry.method).map {
        Finding("calls.items", "\(entry.method), item \(place + 1): \($0).")
      }
    }
    let count = entry.items.count + items.count
    if singles.contains(entry.method), count > 1 {
      findings.append(Finding("calls.items", "\(entry.method) gave \(count) items."))
    }
    if message.type == "done" { findings += attachment(message, entry) }
    return findings
  }

  private static func problem(of item: JSONValue, _ method: String) -> String? {
    if let problem = Shape.problem(inEntity: item) { return problem }
    guard let kinds = kinds[method], let kind = item["kind"]?.text, !kinds.contains(kind) else {
      return nil
    }
    return "it is of the kind \(kind.quoted)"
  }

  private static func attachment(_ message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let media = message.body["media"] ?? .null
    if message.attachment != nil, media == .null {
      return [Finding("calls.attachment", "\(entry.method): an attachment came without \"media\".")]
    }
    if message.attachment == nil, media != .null {
      return [Finding("calls.attachment", "\(entry.method): \"media\" came without an attachment.")]
    }
    return []
  }
}
