internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// A list of records returned by the API; films, audiobooks and videos in it are skipped.
struct StoreResults {
  private let elements: [JSONValue]

  /// `parent` is the kind of the looked-up entity if its children were requested. It is the
  /// first record and is removed.
  init(_ results: [JSONValue], of subject: ITunesAPI.Subject, parent: ITunesAPI.Subject? = nil) {
    let first = results.first.flatMap { JSONRecord($0) }?.text("wrapperType")
    let isParent = parent.map { StoreResults.wrapperTypes[$0] == first } ?? false
    elements = isParent ? Array(results.dropFirst()) : results
  }

  private static let wrapperTypes: [ITunesAPI.Subject: String] = [
    .artists: "artist", .albums: "collection", .songs: "track",
  ]

  func artists(_ call: Call) -> [Artist] {
    call.convert(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("artist", kind: nil)
      return try Artist(StoreRecord(record))
    }
  }

  func albums(_ call: Call) -> [Album] {
    call.convert(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("collection", kind: nil)
      return try Album(StoreRecord(record))
    }.filter { !(call.isCleanOnly && $0.explicit == true) }
  }

  func songs(_ call: Call) -> [Song] {
    call.convert(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("track", kind: "song")
      return try Song(StoreRecord(record))
    }.filter { !(call.isCleanOnly && $0.explicit == true) }
  }
}
