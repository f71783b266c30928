internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The list that the API answers with. Records of other kinds stand between those that were asked
/// for: films, audiobooks, videos are left out and counted.
struct StoreResults {
  private let elements: [JSONValue]

  /// Where the children of something were looked up, it comes first itself and is none of them.
  init(_ results: [JSONValue], of subject: ITunesAPI.Subject, parent: ITunesAPI.Subject? = nil) {
    let first = results.first.flatMap { JSONRecord($0) }?.text("wrapperType")
    let isParent = parent.map { StoreResults.wrapperTypes[$0] == first } ?? false
    elements = isParent ? Array(results.dropFirst()) : results
  }

  private static let wrapperTypes: [ITunesAPI.Subject: String] = [
    .artists: "artist", .albums: "collection", .songs: "track",
  ]

  func artists(_ call: Call) -> [Artist] {
    call.keep(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("artist", kind: nil)
      return try Artist(StoreRecord(record))
    }
  }

  func albums(_ call: Call) -> [Album] {
    call.keep(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("collection", kind: nil)
      return try Album(StoreRecord(record))
    }.filter { !(call.isCleanOnly && $0.explicit == true) }
  }

  func songs(_ call: Call) -> [Song] {
    call.keep(elements) { record throws(UnusableRecord) in
      try StoreRecord(record).require("track", kind: "song")
      return try Song(StoreRecord(record))
    }.filter { !(call.isCleanOnly && $0.explicit == true) }
  }
}
