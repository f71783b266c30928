/// The store's price of an album.
enum Price {
  /// In hundredths of a US dollar.
  static func cents(of album: StoreAlbum) -> Int {
    switch (album.album.kind, album.album.tracks.count) {
    case (.single, _): 129
    case (.ep, _): 499
    case (_, 20...): 1499
    case (_, 12...): 1199
    default: 999
    }
  }

  /// The price in the store's currency; the figures are the same nearly everywhere.
  static func text(_ cents: Int, _ store: Storefront) -> String {
    if ["JPY", "KRW"].contains(store.currency) { return String(cents) + ".00" }
    let rest = cents % 100
    return "\(cents / 100)." + (rest < 10 ? "0" : "") + String(rest)
  }
}
