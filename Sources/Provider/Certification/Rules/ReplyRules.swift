internal import MusicModel

/// Rules for the items of replies (specification, chapters "Methods" and "The model").
enum ReplyRules {
  /// The kinds of items by method.
  static let kinds: [String: Set<String>] = [
    "artists.search": ["artist"], "artist.get": ["artist"], "artist.albums": ["album"],
    "artist.songs": ["song"], "albums.search": ["album"], "album.get": ["album"],
    "album.songs": ["song"], "songs.search": ["song"], "song.get": ["song"],
    "charts.list": ["chart"], "chart.get": ["album", "song"], "artwork.get": [],
    "preview.get": [],
  ]

  static let singles: Set = ["artist.get", "album.get", "song.get"]
  static let files: Set = ["artwork.get", "preview.get"]

  /// Returns the violations in a part or terminal message.
  static func findings(in message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let items = message.body["items"]?.elements ?? []
    var findings = items.enumerated().compactMap { index, item in
      problem(of: item, entry.method).map {
        Finding("calls.items", "\(entry.method), item \(index + 1): \($0).")
      }
    }
    let count = entry.items.count + items.count
    if singles.contains(entry.method), count > 1 {
      findings.append(Finding("calls.items", "\(entry.method) returned \(count) items."))
    }
    if message.type == "done" { findings += attachment(message, entry) }
    return findings
  }

  private static func problem(of item: JSONValue, _ method: String) -> String? {
    if let problem = Shape.problem(inEntity: item) { return problem }
    guard let kinds = kinds[method], let kind = item["kind"]?.text, !kinds.contains(kind) else {
      return nil
    }
    return "its kind is \(kind.quoted)"
  }

  private static func attachment(_ message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let media = message.body["media"] ?? .null
    if message.attachment != nil, media == .null {
      return [
        Finding("calls.attachment", "\(entry.method): an attachment arrived without \"media\".")
      ]
    }
    if message.attachment == nil, media != .null {
      return [
        Finding("calls.attachment", "\(entry.method): \"media\" arrived without an attachment.")
      ]
    }
    return []
  }
}
