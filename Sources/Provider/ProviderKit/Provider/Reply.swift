public import BusProtocol
public import MusicModel

/// The result of a call: items, a file or a part of one, or a report on what the user has.
public struct Reply: Hashable, Sendable {
  public var items: [Entity]
  public var media: Media?
  public var collection: CollectionReport?

  public init(_ items: [Entity] = [], media: Media? = nil, collection: CollectionReport? = nil) {
    self.items = items
    self.media = media
    self.collection = collection
  }

  var isEmpty: Bool { items.isEmpty && media == nil && collection == nil }

  private func with(_ items: [Entity]) -> Reply {
    Reply(items, media: media, collection: collection)
  }

  /// Returns the reply without excluded records. These are explicit ones, and with `exact` the hits
  /// of a search with another name.
  func filtered(for call: Call) -> Reply {
    guard call.isCleanOnly || call.parameters.exact == true else { return self }
    let items = items.filter { item in
      !(call.isCleanOnly && item.isExplicit)
        && (call.parameters.text == nil || call.matches(item))
    }
    return with(items)
  }

  /// Returns the reply with the requested id among the ids of its record.
  ///
  /// A source that has merged two records returns the remaining one for the ids of both.
  func addingRequestedID(of call: Call) -> Reply {
    guard Methods[call.method]?.isSingle == true, items.count == 1,
      let value = call.id(items[0].id.namespace, items[0].id.type), value != items[0].id.value
    else { return self }
    let id = items[0].id
    return Reply([items[0].adding(EntityID(namespace: id.namespace, type: id.type, value: value))])
  }

  /// The reply without implausible values, such as a negative price.
  var plausible: Reply {
    with(items.map(\.plausible))
  }

  /// Returns the reply with at most `limit` items.
  func truncated(to limit: Int) -> Reply {
    with(Array(items.prefix(limit)))
  }
}

extension Entity {
  fileprivate func adding(_ id: EntityID?) -> Entity {
    func added<Item: MusicEntity>(_ item: Item) -> Item {
      var item = item
      item.add([id])
      return item
    }
    return switch self {
    case .artist(let artist): .artist(added(artist))
    case .album(let album): .album(added(album))
    case .song(let song): .song(added(song))
    case .chart: self
    }
  }

  fileprivate var isExplicit: Bool {
    switch self {
    case .album(let album): album.explicit == true
    case .song(let song): song.explicit == true
    case .artist, .chart: false
    }
  }
}

/// An image or audio file, as the upstream returned it, a part of a song, or lyrics.
public struct Media: Hashable, Sendable {
  public var bytes: [UInt8]
  /// The MIME type, detected from the first bytes: `image/jpeg`, `audio/mp4`, …
  public var type: String
  /// Where it is from, if that is a URL.
  public var url: String?
  /// Of a part of a song: the position of its first byte.
  package var firstByte: Int?
  /// Of a part of a song: the length of the whole.
  package var totalBytes: Int?

  public init(bytes: [UInt8], type: String, url: String? = nil) {
    self.bytes = bytes
    self.type = type
    self.url = url
  }

  /// Lyrics in the form in which they are sent.
  public init(_ lyrics: Lyrics) {
    self.init(bytes: (try? JSONCodec.encode(lyrics)) ?? [], type: Lyrics.mediaType)
  }
}
