internal import BusProtocol
public import MusicModel

/// The result of a call: items, or an image or audio file.
public struct Reply: Hashable, Sendable {
  public var items: [Entity]
  public var media: Media?

  public init(_ items: [Entity] = [], media: Media? = nil) {
    self.items = items
    self.media = media
  }

  /// Returns the reply without excluded records. These are explicit ones, and with `exact` the hits
  /// of a search with another name.
  func filtered(for call: Call) -> Reply {
    guard call.isCleanOnly || call.parameters.exact == true else { return self }
    let items = items.filter { item in
      !(call.isCleanOnly && item.isExplicit)
        && (call.parameters.text == nil || call.matches(item.displayName))
    }
    return Reply(items, media: media)
  }

  /// The reply without implausible values, such as a negative price.
  var plausible: Reply {
    Reply(items.map(\.plausible), media: media)
  }

  /// Returns the reply with at most `limit` items.
  func truncated(to limit: Int) -> Reply {
    Reply(Array(items.prefix(limit)), media: media)
  }
}

extension Entity {
  fileprivate var isExplicit: Bool {
    switch self {
    case .album(let album): album.explicit == true
    case .song(let song): song.explicit == true
    case .artist, .chart: false
    }
  }
}
