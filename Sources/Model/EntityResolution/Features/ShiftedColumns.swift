import MusicModel

/// A song from a table with shifted columns: its title is the track number ("23"). Its artist is
/// the length ("3m 2sec"), its album the artist ("Métal Urbain").
///
/// It is treated as such only if it states neither length nor track number, which songs that are really
/// called "23" do.
struct ShiftedColumns {
  let track: Int
  let durationMs: Int
  let artist: String?

  init?(_ song: SongFacts) {
    guard song.durationMs == nil, let track = Int(song.title), (1...999).contains(track),
      let length = song.artist.flatMap({ ShiftedColumns.milliseconds($0.name) })
    else { return nil }
    self.track = track
    durationMs = length
    artist = song.album
  }

  /// Parses `3m 2sec`, `3:02`, `182` (seconds), `182000` (milliseconds) and `3.033` (minutes).
  private static func milliseconds(_ text: String) -> Int? {
    let digits = text.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    let letters = text.filter { !($0.isASCII && $0.isNumber) }
    switch (letters, digits.count) {
    case ("", 1):
      guard let number = Int(text), number > 0 else { return nil }
      return number < 10_000 ? number * 1_000 : number
    case (":", 2), ("m sec", 2):
      guard let minutes = Int(digits[0]), let seconds = Int(digits[1]), minutes < 1_000,
        seconds < 60
      else { return nil }
      return (minutes * 60 + seconds) * 1_000
    case (".", 2):
      guard let minutes = Double(text), minutes < 1_000 else { return nil }
      return Int(minutes * 60_000 + 0.5)
    default:
      return nil
    }
  }
}
