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

  /// The reply without prices that are negative, or have no valid currency.
  var withValidPrices: Reply {
    Reply(items.map(\.withValidPrice), media: media)
  }

  /// Returns the reply with at most `limit` items.
  func truncated(to limit: Int) -> Reply {
    Reply(Array(items.prefix(limit)), media: media)
  }
}

extension Entity {
  fileprivate var withValidPrice: Entity {
    switch self {
    case .album(var album) where !Entity.isValid(album.price, album.currency):
      (album.price, album.currency) = (nil, nil)
      return .album(album)
    case .song(var song) where !Entity.isValid(song.price, song.currency):
      (song.price, song.currency) = (nil, nil)
      return .song(song)
    default: return self
    }
  }

  /// A price is not negative and has a currency of three capital letters (ISO 4217).
  private static func isValid(_ price: Double?, _ currency: String?) -> Bool {
    guard let price, let currency else { return price == nil && currency == nil }
    return price >= 0 && price.isFinite && currency.utf8.count == 3
      && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  fileprivate var isExplicit: Bool {
    switch self {
    case .album(let album): album.explicit == true
    case .song(let song): song.explicit == true
    case .artist, .chart: false
    }
  }
}
