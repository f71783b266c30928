internal import BusProtocol

/// The URLs of Apple Music and of the iTunes Store, with and without the name of the entity.
enum ITunesURLs {
  static let patterns = ["", "geo.", "embed."].flatMap(patterns) + worldwide

  /// The pages by id alone, which show the store of the visitor's country.
  private static let worldwide = [("artist", artist), ("album", album), ("song", song)]
    .map { type, id in
      let page = "https://music.apple.com/\(type)/"
      return URLPattern(
        page + URLPattern.placeholder,
        id: "itunes:\(type):\(URLPattern.placeholder)",
        example: page + id
      )
    }

  private static func patterns(_ mirror: String) -> [URLPattern] {
    let (music, store) = (mirror + "music.apple.com", mirror + "itunes.apple.com")
    let lists: [[URLPattern]] = [
      // The page of an album may show one of its songs.
      pages(music, "album", "in-between-dreams", "879273552?i={id}", "song", song),
      pages(music, "song", "better-together", "{id}", "song", song),
      pages(music, "album", "in-between-dreams", "{id}", "album", album),
      pages(music, "artist", "jack-johnson", "{id}", "artist", artist),
      pages(store, "album", "in-between-dreams", "id879273552?i={id}", "song", song),
      pages(store, "album", "in-between-dreams", "id{id}", "album", album),
      pages(store, "artist", "jack-johnson", "id{id}", "artist", artist),
    ]
    return lists.flatMap(\.self)
  }

  private static let (artist, album, song) = ("909253", "879273552", "879273565")

  /// Returns the patterns of pages at a host: country, word, name if any, and the end with the id.
  private static func pages(
    _ host: String,
    _ word: String,
    _ name: String,
    _ end: String,
    _ type: String,
    _ id: String
  ) -> [URLPattern] {
    [("*/", name + "/"), ("", "")].map { wildcard, name in
      URLPattern(
        "https://\(host)/*/\(word)/\(wildcard)" + end.replacing(album, with: "*"),
        id: "itunes:\(type):{id}",
        example: "https://\(host)/us/\(word)/\(name)"
          + end.replacing(URLPattern.placeholder, with: id)
      )
    }
  }
}
