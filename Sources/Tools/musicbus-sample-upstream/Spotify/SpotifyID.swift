/// The ids of Spotify: 22 letters and digits; those of the provider's examples are real.
enum SpotifyID {
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  static func of(_ artist: Artist) -> String {
    artist.name == "Daft Punk" ? "4tZwfgrHOc3mvqYlEYSvVi" : id("artist/" + artist.musicBrainz)
  }

  static func of(_ release: Release) -> String {
    DeezerRecords.id(of: release) == 302_127 ? "2noRn2Aes5aoNVsU6iWThc" : id("album/" + release.key)
  }

  static func of(_ track: Recording) -> String {
    DeezerRecords.id(of: track) == 3_135_556 ? "5W3cjX2J3tjhG8zb6u0qHn" : id("track/" + track.key)
  }

  private static func id(_ key: String) -> String {
    var (low, high) = (stableHash("spotify/" + key), stableHash(key + "/spotify"))
    return String(
      (0..<22).map { place in
        let number = place < 11 ? low : high
        if place < 11 { low /= 62 } else { high /= 62 }
        return digits[Int(number % 62)]
      }
    )
  }
}
