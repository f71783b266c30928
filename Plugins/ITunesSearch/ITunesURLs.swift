internal import BusProtocol

/// The URLs of Apple Music and of the iTunes Store.
enum ITunesURLs {
  static let patterns: [URLPattern] = [
    // The page of an album that shows one of its songs.
    pattern(
      "music.apple.com/*/album/*/*?i={id}",
      "song",
      "music.apple.com/us/album/x/879273552?i=879273565"
    ),
    pattern(
      "music.apple.com/*/song/*/{id}",
      "song",
      "music.apple.com/us/song/better-together/879273565"
    ),
    pattern(
      "music.apple.com/*/album/*/{id}",
      "album",
      "music.apple.com/us/album/in-between-dreams/879273552"
    ),
    pattern(
      "music.apple.com/*/artist/*/{id}",
      "artist",
      "music.apple.com/us/artist/jack-johnson/909253"
    ),
    pattern(
      "itunes.apple.com/*/album/*/id{id}",
      "album",
      "itunes.apple.com/us/album/in-between-dreams/id879273552"
    ),
    pattern(
      "itunes.apple.com/*/artist/*/id{id}",
      "artist",
      "itunes.apple.com/us/artist/jack-johnson/id909253"
    ),
  ]

  private static func pattern(_ url: String, _ type: String, _ example: String) -> URLPattern {
    URLPattern("https://" + url, id: "itunes:\(type):{id}", example: "https://" + example)
  }
}
