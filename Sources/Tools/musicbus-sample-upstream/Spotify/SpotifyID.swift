/// The ids of Spotify: 22 letters and digits.
enum SpotifyID {
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  static func of(_ key: String) -> String {
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
